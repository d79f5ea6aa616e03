#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>

#include "../platform/platform.h"
#include "../platform/threads.h"

namespace driveproof {

/**
 * Flushes a file on a second thread while another thread writes to it. The interval runs from the
 * end of one flush to the start of the next. The second thread ends at the first error.
 */
class BackgroundSync {
 public:
  BackgroundSync(const platform::Flush& flush, platform::Handle file, std::uint64_t interval_ns)
      : flush_(flush), file_(file), interval_ns_(interval_ns) {}
  ~BackgroundSync() { finish(); }

  platform::MaybeFault start();

  /** Ends the thread after any flush in flight. Idempotent; called on the owner's thread only. */
  void finish();

  /** Called from any thread. After it has returned true, fault() may be read. */
  bool has_failed() const { return failed_.load(std::memory_order_acquire); }
  const platform::MaybeFault& fault() const { return fault_; }

  /** Successful flushes. Read only after finish(). */
  std::uint64_t calls() const { return calls_; }

 private:
  void run();
  bool wait_for_turn();

  const platform::Flush& flush_;
  const platform::Handle file_;
  const std::uint64_t interval_ns_;

  std::mutex mutex_;
  std::condition_variable finishing_;
  bool is_finishing_ = false;  // guarded by mutex_

  // Only the flushing thread writes the next three members.
  std::uint64_t calls_ = 0;
  platform::MaybeFault fault_;
  std::atomic<bool> failed_{false};

  platform::Threads thread_;  // declared last, because the thread uses all members above
};

}  // namespace driveproof
