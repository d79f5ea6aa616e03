#include "windows_common.h"

#include <process.h>

#include "threads.h"

namespace driveproof::platform {

namespace {

unsigned __stdcall run_task(void* task) {
  Threads::run(task);
  return 0;
}

}  // namespace

MaybeFault Threads::start_one(Task& task) {
  // CreateThread() does not initialize the C runtime for the thread.
  const std::uintptr_t thread = _beginthreadex(nullptr, 0, run_task, &task, 0, nullptr);
  if (thread == 0) {
    return describe("_beginthreadex", GetLastError());
  }
  running_.push_back(thread);
  return std::nullopt;
}

void Threads::join_one(std::uintptr_t thread) {
  const auto handle = reinterpret_cast<HANDLE>(thread);
  WaitForSingleObject(handle, INFINITE);
  CloseHandle(handle);
}

}  // namespace driveproof::platform
