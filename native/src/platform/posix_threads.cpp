#include "threads.h"

#include <pthread.h>

#include <chrono>
#include <thread>

namespace driveproof::platform {

void sleep_ns(std::uint64_t ns) { std::this_thread::sleep_for(std::chrono::nanoseconds(ns)); }

MaybeFault Threads::start_one(Task& task) {
  const auto run_task = [](void* argument) -> void* {
    run(argument);
    return nullptr;
  };
  pthread_t thread;
  RETURN_IF_FAULT(
      fault_if_any("pthread_create", pthread_create(&thread, nullptr, run_task, &task)));
  // pthread_t is a number on Linux, a pointer on macOS.
  running_.push_back((std::uintptr_t)thread);
  return std::nullopt;
}

void Threads::join_one(std::uintptr_t thread) { pthread_join((pthread_t)thread, nullptr); }

}  // namespace driveproof::platform
