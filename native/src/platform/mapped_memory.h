#pragma once

// Files that other code, a database, maps into memory. Where such a page cannot be read from the
// drive, or finds no room on it, there is no call that could return an error: the system sends the
// thread a signal (SIGBUS), which would end the process.

namespace driveproof::platform {

/**
 * Runs `body`; false when it was left in the middle, because a page of a mapped file could not be
 * reached. Nothing it was using may be used again, and no destructor of its frames has run: it must
 * not own anything. One at a time on a thread. On Windows the process ends all the same.
 */
bool reach_mapped(void (*body)(void* context), void* context);

template <typename Body>
bool reach_mapped(Body body) {
  return reach_mapped([](void* context) { (*static_cast<Body*>(context))(); }, &body);
}

}  // namespace driveproof::platform
