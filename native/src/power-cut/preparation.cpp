#include "files_work.h"

#include "../engine/aligned_buffer.h"
#include "../engine/test_file.h"
#include "../engine/transfer.h"

namespace driveproof::power_cut {

namespace {

// Bytes between flushes, so that no single flush takes long and a stop is noticed in between.
constexpr std::uint64_t kPortionBytes = 4u << 20;

class Filler {
 public:
  Filler(const Plan& plan, Progress& progress, PrepareOutcome& outcome)
      : plan_(plan),
        progress_(progress),
        outcome_(outcome),
        slot_(plan.slot_bytes(), kBlockBytes) {}

  /** Fills every slot with the record of number 0, which no operation has. */
  EndedBy fill(ModeFiles& files) {
    if (!slot_) {
      outcome_.fault = platform::out_of_memory("not enough memory to fill the slots");
      return EndedBy::kError;
    }
    for (std::uint32_t index = 0; index < plan_.slot_count; ++index) {
      if (progress_.is_stopping()) {
        return EndedBy::kStopped;
      }
      if ((outcome_.fault = fill_slot(files, index))) {
        return EndedBy::kError;
      }
    }
    outcome_.fault = files.save_everything();
    return outcome_.fault ? EndedBy::kError : EndedBy::kComplete;
  }

 private:
  MaybeFault fill_slot(const ModeFiles& files, std::uint32_t index) {
    const std::uint64_t bytes = plan_.slot_bytes();
    const Place place{files.writer(), FileKind::kSlots, index};
    compose_record(slot_.data(), {plan_.run, place, 0, 0, 0, plan_.slot_blocks});
    RETURN_IF_FAULT(write_all(files.plain_slots(), slot_.data(), static_cast<std::uint32_t>(bytes),
                              index * bytes));
    outcome_.bytes_written += bytes;
    progress_.add_bytes(bytes);
    const bool ends_portion = index * bytes / kPortionBytes != (index + 1) * bytes / kPortionBytes;
    return ends_portion ? platform::flush_strongest(files.plain_slots()) : std::nullopt;
  }

  const Plan& plan_;
  Progress& progress_;
  PrepareOutcome& outcome_;
  AlignedBuffer slot_;
};

EndedBy make_files(Files& files, const PrepareRequest& request, Progress& progress,
                   PrepareOutcome& outcome) {
  platform::Folder folder;
  if ((outcome.fault = folder.open(request.folder))) {
    return EndedBy::kError;
  }
  Filler filler(request.plan, progress, outcome);
  for (const std::size_t mode : request.modes) {
    const auto writer = static_cast<std::uint8_t>(files.size());
    ModeFiles& made =
        *files.emplace_back(std::make_unique<ModeFiles>(platform::modes()[mode], writer));
    if ((outcome.fault = made.make(folder, request.plan))) {
      return EndedBy::kError;
    }
    if (made.refusal()) {
      continue;
    }
    if (const EndedBy filled = filler.fill(made); filled != EndedBy::kComplete) {
      return filled;
    }
  }
  // A refusal is no error here: the modes have then already stored it as their `name_refusal()`.
  outcome.fault = folder.save_all_names();
  return outcome.fault && !platform::is_refusal(outcome.fault->os_code) ? EndedBy::kError
                                                                        : EndedBy::kComplete;
}

}  // namespace

PrepareOutcome prepare(Files& files, const PrepareRequest& request, Progress& progress) {
  PrepareOutcome outcome;
  const std::uint64_t start = platform::monotonic_ns();
  outcome.ended_by = make_files(files, request, progress, outcome);
  if (outcome.ended_by == EndedBy::kComplete) {
    for (const auto& file : files) {
      const platform::Mode& mode = file->mode();
      outcome.modes.push_back({&mode, system_call_text(mode, 0), platform::name_text(mode),
                               file->refusal(), file->name_refusal()});
    }
  }
  outcome.elapsed_ns = platform::monotonic_ns() - start;
  return outcome;
}

}  // namespace driveproof::power_cut
