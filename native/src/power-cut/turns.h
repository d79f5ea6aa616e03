#pragma once

#include <cstddef>
#include <vector>

#include "files_work.h"

namespace driveproof::power_cut {

/**
 * Decides which mode performs which operation. Modes take turns in their order. If `control_every`
 * is not 0, modes that do not wait for the drive have no turns: their operations are interleaved
 * with those of the current mode, so that a power cut finds unprotected records as recent as the
 * protected ones.
 */
class Turns {
 public:
  Turns(const Files& files, const Plan& plan) : plan_(plan) {
    for (std::size_t mode = 0; mode < files.size(); ++mode) {
      if (!files[mode]->refusal()) {
        (waits(files, mode) || plan.control_every == 0 ? takers_ : controls_).push_back(mode);
      }
    }
    if (takers_.empty()) {
      takers_.swap(controls_);  // with no mode to interleave them with, controls take turns
    }
    for (const std::size_t mode : takers_) {
      if (waits(files, mode)) {
        main_ = mode;
        break;
      }
    }
  }

  /** The modes that take turns; empty only if every mode was refused. */
  const std::vector<std::size_t>& takers() const { return takers_; }

  std::uint64_t turn_ns(std::size_t mode) const {
    return mode == main_ ? plan_.main_turn_ns : plan_.turn_ns;
  }

  /** The mode of the run's `order`-th operation (from 1) during the turn of `taker`. */
  std::size_t mode_of(std::uint64_t order, std::size_t taker) const {
    return controls_.empty() || order % plan_.control_every != 0
               ? taker
               : controls_[order / plan_.control_every % controls_.size()];
  }

 private:
  static bool waits(const Files& files, std::size_t mode) {
    return platform::waits_for_drive(files[mode]->mode());
  }

  const Plan& plan_;
  std::vector<std::size_t> takers_;
  std::vector<std::size_t> controls_;
  std::optional<std::size_t> main_;  // index of the ordinary save's mode
};

}  // namespace driveproof::power_cut
