#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "platform.h"

namespace driveproof::platform {

/**
 * Threads that run the same function side by side. If the system refuses to start a thread, that is
 * a fault; std::thread would throw and so end the process.
 */
class Threads {
 public:
  Threads() = default;
  ~Threads() { join(); }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  /**
   * Threads call `body` with their number from 0. After a fault, those already started still run.
   */
  MaybeFault start(std::uint32_t count, std::function<void(std::uint32_t)> body) {
    body_ = std::move(body);
    tasks_.reserve(count);  // no reallocation, because the threads hold pointers into the vector
    for (std::uint32_t number = 0; number < count; ++number) {
      tasks_.push_back({this, number});
      RETURN_IF_FAULT(start_one(tasks_.back()));
    }
    return std::nullopt;
  }

  std::uint32_t started() const { return static_cast<std::uint32_t>(running_.size()); }

  /** The body of each thread, for posix_threads.cpp and windows_threads.cpp. */
  static void run(void* task) {
    enter_engine_thread();
    const auto& own = *static_cast<const Task*>(task);
    own.threads->body_(own.number);
  }

  /** Waits for all started threads. Idempotent. */
  void join() {
    for (const std::uintptr_t thread : std::exchange(running_, {})) {
      join_one(thread);
    }
  }

 private:
  struct Task {
    Threads* threads;
    std::uint32_t number;
  };

  MaybeFault start_one(Task& task);
  static void join_one(std::uintptr_t thread);

  std::function<void(std::uint32_t)> body_;
  std::vector<Task> tasks_;
  std::vector<std::uintptr_t> running_;  // the system's names of started threads
};

}  // namespace driveproof::platform
