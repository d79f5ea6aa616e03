#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "../platform/folder.h"
#include "../platform/private_folder.h"
#include "aligned_buffer.h"
#include "task_thread.h"
#include "tasks.h"

namespace driveproof {

// Measures saves of a document as an editor makes them: a new file beside the old one replaces it.

struct PrepareDocumentRequest {
  platform::Place place;
  std::string folder_name;
  std::uint32_t most_bytes = 0;  // size of the largest document
  std::uint64_t seed = 0;
};

struct SaveDocumentsRequest {
  std::size_t way = 0;  // index into platform::save_ways()
  std::uint32_t document_bytes = 0;
  std::uint64_t duration_ns = 0;
  std::uint64_t max_bytes = 0;
};

struct CheckDocumentRequest {};

struct PrepareDocumentOutcome {
  MaybeFault fault;
  std::uint64_t bytes_written = 0;
};

struct SaveDocumentsOutcome {
  EndedBy ended_by = EndedBy::kTime;  // possible ends: kTime, kBytes, kStopped, kError
  MaybeFault fault;
  std::uint64_t documents = 0;
  std::uint64_t bytes = 0;
  std::uint64_t elapsed_ns = 0;
  LatencyCounts latency;  // one entry per document
};

struct CheckDocumentOutcome {
  MaybeFault fault;
  bool intact = false;  // the folder contains only the document, with its last content
};

class DocumentTasks {
 public:
  using Request = std::variant<PrepareDocumentRequest, SaveDocumentsRequest, CheckDocumentRequest>;
  using Outcome = std::variant<PrepareDocumentOutcome, SaveDocumentsOutcome, CheckDocumentOutcome,
                               CloseOutcome>;
  using Progress = driveproof::Progress;

  PrepareDocumentOutcome perform(const PrepareDocumentRequest& request, Progress& progress);
  SaveDocumentsOutcome perform(const SaveDocumentsRequest& request, Progress& progress);
  CheckDocumentOutcome perform(CheckDocumentRequest, Progress& progress);

  CloseOutcome finish();

 private:
  MaybeFault make(const PrepareDocumentRequest& request);
  MaybeFault save(const platform::SaveWay& way);
  MaybeFault write(const char* name, const platform::Flush* flush);
  MaybeFault settle();
  MaybeFault compare(bool& intact);

  platform::PrivateFolder place_;
  platform::Folder folder_;
  AlignedBuffer content_;
  std::uint32_t bytes_ = 0;  // size of the document
  std::uint64_t versions_ = 0;
  std::uint64_t seed_ = 0;
};

/** All files that a document session may have in its folder. */
std::span<const char* const> document_file_names();

}  // namespace driveproof
