#include "threads.h"

#include <pthread.h>

#include <chrono>
#include <thread>
#include <utility>
#include <vector>

namespace driveproof::platform {

void sleep_ns(std::uint64_t ns) { std::this_thread::sleep_for(std::chrono::nanoseconds(ns)); }

struct Threads::State {
  struct Task {
    State* state;
    std::uint32_t number;
  };

  static void* run(void* argument) {
    const auto& task = *static_cast<const Task*>(argument);
    enter_engine_thread();
    task.state->body(task.number);
    return nullptr;
  }

  std::function<void(std::uint32_t)> body;
  std::vector<Task> tasks;
  std::vector<pthread_t> running;
};

Threads::Threads() : state_(std::make_unique<State>()) {}

Threads::~Threads() { join(); }

MaybeFault Threads::start(std::uint32_t count, std::function<void(std::uint32_t)> body) {
  State& state = *state_;
  state.body = std::move(body);
  state.tasks.reserve(count);  // no reallocation, because the threads hold pointers into the vector
  for (std::uint32_t number = 0; number < count; ++number) {
    state.tasks.push_back({&state, number});
    pthread_t thread;
    if (const int error =
            pthread_create(&thread, nullptr, State::run, &state.tasks.back())) {
      return describe("pthread_create", error);
    }
    state.running.push_back(thread);
  }
  return std::nullopt;
}

std::uint32_t Threads::started() const {
  return static_cast<std::uint32_t>(state_->running.size());
}

void Threads::join() {
  for (const pthread_t thread : std::exchange(state_->running, {})) {
    pthread_join(thread, nullptr);
  }
}

}  // namespace driveproof::platform
