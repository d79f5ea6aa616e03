#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "platform.h"

namespace driveproof::platform {

/**
 * Threads that run the same function side by side. If the system refuses to start a thread, that is
 * a fault; std::thread would throw and so end the process.
 */
class Threads {
 public:
  Threads();
  ~Threads();
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  /**
   * Threads call `body` with their number from 0. After a fault, those already started still run.
   */
  MaybeFault start(std::uint32_t count, std::function<void(std::uint32_t)> body);

  std::uint32_t started() const;

  /** Waits for all started threads. Idempotent. */
  void join();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace driveproof::platform
