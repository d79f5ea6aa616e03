#include "background_sync.h"

#include <chrono>

namespace driveproof {

platform::MaybeFault BackgroundSync::start() {
  return thread_.start(1, [this](std::uint32_t) { run(); });
}

void BackgroundSync::finish() {
  {
    const std::lock_guard lock(mutex_);
    is_finishing_ = true;
  }
  finishing_.notify_one();
  thread_.join();
}

void BackgroundSync::run() {
  while (wait_for_turn()) {
    if (const std::int64_t error = flush_.call(file_)) {
      fault_ = platform::describe(flush_.syscall, error);
      failed_.store(true, std::memory_order_release);
      return;
    }
    ++calls_;
  }
}

bool BackgroundSync::wait_for_turn() {
  std::unique_lock lock(mutex_);
  return !finishing_.wait_for(lock, std::chrono::nanoseconds(interval_ns_),
                              [this] { return is_finishing_; });
}

}  // namespace driveproof
