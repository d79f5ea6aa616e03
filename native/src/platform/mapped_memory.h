#pragma once

// Files that a database maps into memory. If a page cannot be read from the drive or allocated on
// it, no call can return an error: the system sends the thread SIGBUS, which would end the process.

namespace driveproof::platform {

/**
 * Runs `body`. False if a page of a mapped file could not be accessed and `body` was abandoned
 * halfway: nothing that `body` used may be used again, and `body` must not own anything, because no
 * destructors of its frames run. Not nested. On Windows the process ends instead.
 */
bool reach_mapped(void (*body)(void* context), void* context);

template <typename Body>
bool reach_mapped(Body body) {
  return reach_mapped([](void* context) { (*static_cast<Body*>(context))(); }, &body);
}

}  // namespace driveproof::platform
