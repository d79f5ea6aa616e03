#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "progress.h"
#include "tasks.h"
#include "test_file.h"

namespace driveproof {

struct Snapshot {
  TaskKind task = TaskKind::kIdle;
  std::uint64_t operations = 0;
  std::uint64_t bytes = 0;
  std::uint64_t elapsed_ns = 0;
  std::uint64_t total_bytes = 0;
  LatencyCounts latency;
};

/**
 * One test file and the one thread that works on it. Handing in, stopping and looking are for the
 * owner's thread; everything else happens on the session's own.
 *
 * The queue holds one request: the owner hands in the next only after the listener was called for
 * the one before. Closing may be asked for at any time and waits its turn.
 */
class Session {
 public:
  /** `listener` is called on the session's thread, for every request and last for close(). */
  using Listener = std::function<void(Outcome)>;

  explicit Session(Listener listener);

  /** Stops what is running, waits for the thread, closes and removes the file. */
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void hand_in(Request request);

  /** Stops the running task; then the file is closed and removed, and the thread ends. */
  void close();

  /** Asks the running task to end early. Returns at once; without a task it has no effect. */
  void stop();

  /** Waits for the thread, which ends after close(). */
  void join();

  Snapshot snapshot() const;

 private:
  void run();
  Outcome perform(const Request& request);
  Outcome perform(const PrepareRequest& request);
  Outcome perform(const MeasureRequest& request);
  Outcome perform(const SequentialRequest& request);
  Outcome perform(DrainRequest);
  Outcome perform(VerifyRequest);
  CloseOutcome remove_file();
  void begin(TaskKind kind, std::uint64_t total_bytes);

  const Listener listener_;
  Progress progress_;

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::optional<Request> waiting_;  // guarded by mutex_
  bool closing_ = false;            // guarded by mutex_

  // Of the session's thread alone.
  std::unique_ptr<TestFile> file_;
  std::uint64_t order_seed_ = 0;

  std::thread thread_;  // last: it uses all of the above
};

}  // namespace driveproof
