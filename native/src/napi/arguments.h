#pragma once

#include <napi.h>

#include <optional>

#include "../databases/commit_tasks.h"
#include "../engine/capacity_tasks.h"
#include "../engine/document_tasks.h"
#include "../engine/parallel_tasks.h"
#include "../engine/tasks.h"
#include "../power-cut/tasks.h"

namespace driveproof {

// Arguments from JavaScript. Each function returns nothing, with a TypeError of the code
// ERR_INVALID_ARG pending, if anything differs from native/index.ts.

std::optional<PrepareRequest> parse_prepare(const Napi::CallbackInfo& info);
std::optional<MeasureRequest> parse_measure(const Napi::CallbackInfo& info);
std::optional<SequentialRequest> parse_sequential(const Napi::CallbackInfo& info);
std::optional<ConcurrentRequest> parse_concurrent(const Napi::CallbackInfo& info);

/** The variant may be one that this build lacks. */
std::optional<CommitRequest> parse_commit(const Napi::CallbackInfo& info);

std::optional<CapacityPrepareRequest> parse_capacity_prepare(const Napi::CallbackInfo& info);
std::optional<CapacityFillRequest> parse_capacity_fill(const Napi::CallbackInfo& info);
std::optional<CapacityRewriteRequest> parse_capacity_rewrite(const Napi::CallbackInfo& info);
std::optional<CapacityReadRequest> parse_capacity_read(const Napi::CallbackInfo& info);
std::optional<CapacityHashRequest> parse_capacity_hash(const Napi::CallbackInfo& info);
std::optional<PrepareFilesRequest> parse_prepare_files(const Napi::CallbackInfo& info);

/** `files`: the number the session was prepared with. */
std::optional<MeasureTogetherRequest> parse_measure_together(const Napi::CallbackInfo& info,
                                                             std::size_t files);

std::optional<PrepareDocumentRequest> parse_prepare_document(const Napi::CallbackInfo& info);

/** `most_bytes`: the size the session was prepared for. */
std::optional<SaveDocumentsRequest> parse_save_documents(const Napi::CallbackInfo& info,
                                                         std::uint32_t most_bytes);

std::optional<power_cut::PrepareRequest> parse_power_cut_prepare(const Napi::CallbackInfo& info);
std::optional<power_cut::ReadBackRequest> parse_power_cut_read_back(
    const Napi::CallbackInfo& info);

/** The argument of setWitnessed(). */
std::optional<std::uint64_t> parse_witnessed(const Napi::CallbackInfo& info);

/** The prepared file, which the options of a task must fit. */
struct FileShape {
  std::uint64_t file_bytes = 0;
  std::uint32_t block_bytes = 0;
  std::uint32_t alignment_bytes = 0;
};

/** Whether the writes fit the prepared file. If not, a TypeError as above is pending. */
bool suits_file(Napi::Env env, const SequentialRequest& request, const FileShape& file);

/** The same for concurrent(). */
bool suits_file(Napi::Env env, const ConcurrentRequest& request, const FileShape& file);

/** The options of refill(). */
std::optional<RefillRequest> parse_refill(const Napi::CallbackInfo& info, const FileShape& file);

}  // namespace driveproof
