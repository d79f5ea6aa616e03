#include "mode_files.h"

#include "../engine/aligned_buffer.h"
#include "../engine/transfer.h"

namespace driveproof::power_cut {

namespace {

/** Stores a refusal in `refusal` and returns nothing; returns any other fault. */
MaybeFault unless_refused(MaybeFault fault, MaybeFault& refusal) {
  if (!fault || !platform::is_refusal(fault->os_code)) {
    return fault;
  }
  refusal = std::move(fault);
  return std::nullopt;
}

}  // namespace

MaybeFault ModeFiles::make(const platform::Folder& test_folder, const Plan& plan) {
  RETURN_IF_FAULT(folder_.make_inside(test_folder, mode_.id));
  if (auto fault = make_file(kSlotsName, plain_slots_, slots_); fault || refusal_) {
    return fault;
  }
  if (auto fault = make_file(kLogName, plain_log_, log_); fault || refusal_) {
    return fault;
  }
  const char* syscall = nullptr;
  const std::int64_t error = platform::reserve(
      plain_slots_.get(), plan.slot_bytes() * plan.slot_count, &syscall);
  if (error != 0 && !platform::is_reservation_unsupported(error)) {
    return platform::describe(syscall, error, 0);
  }
  return unless_refused(probe(plan), refusal_);
}

MaybeFault ModeFiles::make_file(const char* name, platform::FileHandle& plain,
                                platform::FileHandle& own) {
  // Made without the mode's flags: an open that is refused for these can leave a file behind.
  RETURN_IF_FAULT(folder_.create(name, 0, plain));
  platform::FileId id;
  RETURN_IF_FAULT(platform::identify(plain.get(), id));
  return unless_refused(folder_.open_file(name, mode_.open_flags, own, &id), refusal_);
}

/** Tries the mode by writing the first slot's first content, as the preparation does, too. */
MaybeFault ModeFiles::probe(const Plan& plan) {
  RETURN_IF_FAULT(platform::documented_refusal(mode_, plain_slots_.get()));
  AlignedBuffer block(plan.slot_bytes(), kBlockBytes);
  if (!block) {
    return platform::out_of_memory("not enough memory for the test's buffers");
  }
  compose_record(block.data(),
                 {plan.run, {writer_, FileKind::kSlots, 0}, 0, 0, 0, plan.slot_blocks});
  RETURN_IF_FAULT(write(slots_.get(), block.data(), plan.slot_blocks, 0));
  if ((name_refusal_ = platform::documented_name_refusal(mode_))) {
    return std::nullopt;
  }
  return unless_refused(folder_.save_name(mode_, slots_.get()), name_refusal_);
}

MaybeFault ModeFiles::save_everything() {
  RETURN_IF_FAULT(platform::flush_strongest(plain_slots_.get()));
  RETURN_IF_FAULT(platform::flush_strongest(plain_log_.get()));
  return unless_refused(folder_.save_all_names(), name_refusal_);
}

Place ModeFiles::place_of(const Operation& operation) const {
  switch (operation.kind) {
    case OperationKind::kAppend:
      return {writer_, FileKind::kLog, operation.place};
    case OperationKind::kCreate:
    case OperationKind::kRename:
      return {writer_, FileKind::kName, operation.place};
    case OperationKind::kOverwrite:
      break;
  }
  return {writer_, FileKind::kSlots, operation.place};
}

MaybeFault ModeFiles::perform(const Operation& operation, const Plan& plan,
                              const unsigned char* data) {
  switch (operation.kind) {
    case OperationKind::kAppend:
      return write(log_.get(), data, operation.blocks,
                   std::uint64_t{operation.place} * kBlockBytes);
    case OperationKind::kCreate:
      return create(operation, data);
    case OperationKind::kRename:
      return rename(operation);
    case OperationKind::kOverwrite:
      break;
  }
  return write(slots_.get(), data, operation.blocks, operation.place * plan.slot_bytes());
}

MaybeFault ModeFiles::write(platform::Handle file, const unsigned char* data, std::uint32_t blocks,
                            std::uint64_t offset) const {
  RETURN_IF_FAULT(write_all(file, data, blocks * kBlockBytes, offset));
  if (mode_.flush != nullptr) {
    RETURN_IF_FAULT(platform::perform(*mode_.flush, file, offset));
  }
  return platform::waits_for_drive(mode_) ? platform::check_volume(file) : std::nullopt;
}

MaybeFault ModeFiles::create(const Operation& operation, const unsigned char* data) {
  const std::string name = std::to_string(operation.place) + kCreatedSuffix;
  platform::FileHandle file;
  RETURN_IF_FAULT(folder_.create(name, mode_.open_flags, file));
  RETURN_IF_FAULT(write(file.get(), data, operation.blocks, 0));
  return folder_.save_name(mode_, file.get());
}

MaybeFault ModeFiles::rename(const Operation& operation) {
  const std::string name = std::to_string(operation.place);
  return folder_.rename(mode_, name + kCreatedSuffix, name + kRenamedSuffix);
}

}  // namespace driveproof::power_cut
