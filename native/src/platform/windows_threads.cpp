#include "windows_common.h"

#include <process.h>

#include <utility>
#include <vector>

#include "threads.h"

namespace driveproof::platform {

struct Threads::State {
  struct Task {
    State* state;
    std::uint32_t number;
  };

  static unsigned __stdcall run(void* argument) {
    const auto& task = *static_cast<const Task*>(argument);
    enter_engine_thread();
    task.state->body(task.number);
    return 0;
  }

  std::function<void(std::uint32_t)> body;
  std::vector<Task> tasks;
  std::vector<HANDLE> running;
};

Threads::Threads() : state_(std::make_unique<State>()) {}

Threads::~Threads() { join(); }

MaybeFault Threads::start(std::uint32_t count, std::function<void(std::uint32_t)> body) {
  State& state = *state_;
  state.body = std::move(body);
  state.tasks.reserve(count);  // no reallocation, because the threads hold pointers into the vector
  for (std::uint32_t number = 0; number < count; ++number) {
    state.tasks.push_back({&state, number});
    // CreateThread() does not initialize the C runtime for the thread.
    const std::uintptr_t thread =
        _beginthreadex(nullptr, 0, State::run, &state.tasks.back(), 0, nullptr);
    if (thread == 0) {
      return describe("_beginthreadex", GetLastError());
    }
    state.running.push_back(reinterpret_cast<HANDLE>(thread));
  }
  return std::nullopt;
}

std::uint32_t Threads::started() const {
  return static_cast<std::uint32_t>(state_->running.size());
}

void Threads::join() {
  for (const HANDLE thread : std::exchange(state_->running, {})) {
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
  }
}

}  // namespace driveproof::platform
