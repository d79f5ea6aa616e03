#pragma once

#include <condition_variable>
#include <mutex>
#include <utility>
#include <vector>

/** Collects outcomes on a session's thread and hands them to the test's thread. */
template <typename Outcome>
class Outcomes {
 public:
  void add(Outcome outcome) {
    {
      const std::lock_guard lock(mutex_);
      list_.push_back(std::move(outcome));
    }
    arrived_.notify_all();
  }

  Outcome wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [&] { return list_.size() >= count; });
    return list_.at(count - 1);
  }

  std::size_t count() {
    const std::lock_guard lock(mutex_);
    return list_.size();
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::vector<Outcome> list_;
};
