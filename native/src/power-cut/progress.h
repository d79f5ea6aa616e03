#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "../engine/progress.h"
#include "record.h"

namespace driveproof::power_cut {

struct Snapshot : TaskSnapshot {
  std::vector<std::uint64_t> acknowledged;  // last acknowledged operation of each prepared mode
  std::size_t current = 0;
};

/**
 * The number of an acknowledged operation is stored after the operation's flush has returned
 * success, so a reader may lag behind but is never ahead.
 */
struct Progress : TaskProgress {
  std::array<std::atomic<std::uint64_t>, kMostModes> acknowledged{};
  std::atomic<std::size_t> mode_count{0};      // number of prepared modes
  std::atomic<std::size_t> current{0};         // the mode whose turn it is
  std::atomic<std::uint64_t> witnessed_ns{0};  // confirmed by the witness up to this time

  /** Called on the working thread only. Sets all but the acknowledged numbers to zero. */
  void begin(TaskKind kind, std::uint64_t total) {
    witnessed_ns.store(0, std::memory_order_relaxed);
    TaskProgress::begin(kind, total);
  }

  /** Keeps the latest time confirmed by the witness. Called on any thread, in any order. */
  void set_witnessed(std::uint64_t elapsed_ns) {
    constexpr auto kRelaxed = std::memory_order_relaxed;
    std::uint64_t known = witnessed_ns.load(kRelaxed);
    while (known < elapsed_ns && !witnessed_ns.compare_exchange_weak(known, elapsed_ns, kRelaxed)) {
    }
  }

  /**
   * Called on any thread. Reads `elapsed_ns` first, so every operation acknowledged by then counts.
   */
  Snapshot snapshot() const {
    Snapshot snapshot{read(), {}, current.load(std::memory_order_relaxed)};
    const std::size_t modes = mode_count.load(std::memory_order_acquire);
    for (std::size_t mode = 0; mode < modes; ++mode) {
      snapshot.acknowledged.push_back(acknowledged[mode].load(std::memory_order_acquire));
    }
    return snapshot;
  }
};

}  // namespace driveproof::power_cut
