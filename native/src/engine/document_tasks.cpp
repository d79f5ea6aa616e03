#include "document_tasks.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "../platform/file_handle.h"
#include "random.h"
#include "transfer.h"

namespace driveproof {

namespace {

constexpr const char* kDocument = "document";
constexpr const char* kTemporary = "document.new";
constexpr std::array kFileNames{kDocument, kTemporary};

constexpr std::uint32_t kBlockBytes = 4096;

}  // namespace

std::span<const char* const> document_file_names() { return kFileNames; }

PrepareDocumentOutcome DocumentTasks::perform(const PrepareDocumentRequest& request,
                                              Progress& progress) {
  progress.begin(TaskKind::kPreparing, 0);
  auto fault = make(request);
  return {std::move(fault), bytes_};
}

MaybeFault DocumentTasks::make(const PrepareDocumentRequest& request) {
  content_ = AlignedBuffer(request.most_bytes, kBlockBytes);
  if (!content_) {
    return platform::out_of_memory("not enough memory for a document");
  }
  fill_random(content_.data(), request.most_bytes, request.seed, 0);
  seed_ = request.seed;
  bytes_ = kBlockBytes;
  MaybeFault fault;
  if ((fault = place_.create(request.place, request.folder_name, kFileNames)) ||
      (fault = folder_.open(place_)) || (fault = place_.check()) ||
      (fault = write(kDocument, nullptr))) {
    return fault;
  }
  return settle();
}

SaveDocumentsOutcome DocumentTasks::perform(const SaveDocumentsRequest& request,
                                            Progress& progress) {
  const platform::SaveWay& way = platform::save_ways()[request.way];
  SaveDocumentsOutcome outcome;
  bytes_ = request.document_bytes;
  progress.begin(TaskKind::kMeasuring, request.max_bytes);
  const std::uint64_t start = platform::monotonic_ns();
  const std::uint64_t deadline = start + request.duration_ns;
  std::uint64_t previous = start;
  progress.started_ns.store(start, std::memory_order_relaxed);
  for (;;) {
    if (progress.is_stopping()) {
      outcome.ended_by = EndedBy::kStopped;
      break;
    }
    if ((outcome.fault = save(way))) {
      outcome.ended_by = EndedBy::kError;
      break;
    }
    const std::uint64_t now = platform::monotonic_ns();
    progress.latency.record(now - previous);
    previous = now;
    ++outcome.documents;
    outcome.bytes += bytes_;
    progress.operations.store(outcome.documents, std::memory_order_relaxed);
    progress.bytes.store(outcome.bytes, std::memory_order_relaxed);
    if (now >= deadline) {
      outcome.ended_by = EndedBy::kTime;
      break;
    }
    if (outcome.bytes >= request.max_bytes) {
      outcome.ended_by = EndedBy::kBytes;
      break;
    }
  }
  outcome.elapsed_ns = previous - start;
  outcome.latency = progress.latency.read();
  if (outcome.fault) {
    static_cast<void>(folder_.remove(kTemporary));  // ignored: the first fault says more
  }
  return outcome;
}

CheckDocumentOutcome DocumentTasks::perform(CheckDocumentRequest, Progress& progress) {
  progress.begin(TaskKind::kVerifying, bytes_);
  CheckDocumentOutcome outcome;
  outcome.fault = compare(outcome.intact);
  return outcome;
}

CloseOutcome DocumentTasks::finish() {
  CloseOutcome outcome;
  if ((outcome.fault = place_.remove())) {
    outcome.folders.push_back(place_.whereabouts());
  }
  return outcome;
}

MaybeFault DocumentTasks::save(const platform::SaveWay& way) {
  // Every block of every version differs, so that no layer below can deduplicate it.
  const std::uint64_t number = mix64(seed_ + ++versions_);
  for (std::uint32_t at = 0; at < bytes_; at += kBlockBytes) {
    std::memcpy(content_.data() + at, &number, sizeof number);
  }
  RETURN_IF_FAULT(write(kTemporary, way.flush));
  return folder_.replace(way, kTemporary, kDocument);
}

MaybeFault DocumentTasks::write(const char* name, const platform::Flush* flush) {
  platform::FileHandle file;
  MaybeFault fault;
  if ((fault = folder_.create(name, 0, file)) ||
      (fault = write_all(file.get(), content_.data(), bytes_, 0)) ||
      (flush != nullptr && (fault = platform::perform(*flush, file.get())))) {
    return fault;
  }
  return platform::close_written(file.release());
}

/** Flushes the document and its folder, so that the next measurement does not pay for this one. */
MaybeFault DocumentTasks::settle() {
  platform::FileHandle file;
  MaybeFault fault;
  if ((fault = folder_.open_file(kDocument, 0, file)) ||
      (fault = platform::flush_strongest(file.get()))) {
    return fault;
  }
  // A file system that cannot flush a folder is no fault here: the ways of saving that need such a
  // flush report the refusal themselves.
  fault = folder_.save_all_names();
  return fault && platform::is_refusal(fault->os_code) ? std::nullopt : fault;
}

MaybeFault DocumentTasks::compare(bool& intact) {
  std::vector<std::string> names;
  MaybeFault fault;
  if ((fault = settle()) || (fault = folder_.list(names))) {
    return fault;
  }
  platform::FileHandle file;
  bool around_cache = false;
  if ((fault = folder_.open_for_reading(kDocument, file, around_cache))) {
    return fault;
  }
  platform::drop_cached_pages(file.get(), bytes_);
  const AlignedBuffer found(bytes_, kBlockBytes);
  std::uint64_t length = 0;
  if (!found) {
    return platform::out_of_memory("not enough memory to read a document");
  }
  if ((fault = platform::read_length(file.get(), length)) ||
      (length == bytes_ && (fault = read_all(file.get(), found.data(), bytes_, bytes_, 0)))) {
    return fault;
  }
  // A leftover temporary file counts against the drive; other names do not: while another program
  // reads the document, ReplaceFileW keeps the old one under another name, and macOS makes "._"
  // files on exFAT.
  intact = length == bytes_ && std::memcmp(found.data(), content_.data(), bytes_) == 0 &&
           std::find(names.begin(), names.end(), kTemporary) == names.end();
  return std::nullopt;
}

}  // namespace driveproof
