#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>
#include <variant>

#include "../platform/platform.h"
#include "../platform/threads.h"
#include "progress.h"

namespace driveproof {

/**
 * A worker and its thread. The owner's thread hands in requests, stops them and takes snapshots;
 * everything else happens on the worker's thread.
 *
 * A Worker has the types Request and Outcome, both variants, and Progress (a TaskProgress with a
 * `snapshot()`), and two members that are called on its thread only: `perform(request, progress)`
 * for each type of request, which returns the outcome, and `finish()` once at the end.
 *
 * The queue holds one request: the owner hands in the next only after the listener was called for
 * the previous one. close() may be called at any time and takes effect after the running task.
 */
template <typename Worker>
class TaskThread {
 public:
  using Request = typename Worker::Request;
  using Outcome = typename Worker::Outcome;
  using Progress = typename Worker::Progress;
  /** Called on the worker's thread after every request, and finally after close(). */
  using Listener = std::function<void(Outcome)>;

  explicit TaskThread(Listener listener) : listener_(std::move(listener)) {
    refusal_ = thread_.start(1, [this](std::uint32_t) { run(); });
  }

  /**
   * Why the system started no thread; empty if it started one. If there is none, nothing may be
   * handed in, and no listener is called.
   */
  const platform::MaybeFault& refusal() const { return refusal_; }

  /** Stops the running task and waits until the worker has finished. */
  ~TaskThread() {
    close();
    join();
  }

  void hand_in(Request request) {
    progress_.stop.store(false, std::memory_order_relaxed);
    {
      const std::lock_guard lock(mutex_);
      waiting_ = std::move(request);
    }
    arrived_.notify_one();
  }

  /** Stops the running task; then the worker finishes and the thread ends. */
  void close() {
    stop();
    {
      const std::lock_guard lock(mutex_);
      closing_ = true;
    }
    arrived_.notify_one();
  }

  /** Asks the running task to end early and returns at once. Has no effect while no task runs. */
  void stop() { progress_.stop.store(true, std::memory_order_relaxed); }

  /** Waits for the thread, which ends after close(). */
  void join() { thread_.join(); }

  auto snapshot() const { return progress_.snapshot(); }

  /** The progress of the running task. Through it the owner can also pass a number to the task. */
  Progress& progress() { return progress_; }

 private:
  void run() {
    for (;;) {
      std::unique_lock lock(mutex_);
      arrived_.wait(lock, [this] { return waiting_ || closing_; });
      const std::optional<Request> request = std::exchange(waiting_, std::nullopt);
      lock.unlock();
      if (!request) {
        listener_(worker_.finish());
        return;
      }
      auto outcome = std::visit(
          [this](const auto& one) -> Outcome { return worker_.perform(one, progress_); }, *request);
      progress_.end();
      listener_(std::move(outcome));
    }
  }

  const Listener listener_;
  Progress progress_;

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::optional<Request> waiting_;  // guarded by mutex_
  bool closing_ = false;            // guarded by mutex_

  Worker worker_;  // used by the session's thread only

  platform::MaybeFault refusal_;
  platform::Threads thread_;  // declared last, because the thread uses all members above
};

}  // namespace driveproof
