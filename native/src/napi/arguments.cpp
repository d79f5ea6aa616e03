#include "arguments.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <string>

#include "../databases/commit_variants.h"
#include "../databases/record_maker.h"
#include "../engine/block_content.h"
#include "../platform/folder.h"
#include "../power-cut/record.h"
#include "options.h"
#include "values.h"

namespace driveproof {

namespace {

constexpr std::uint64_t kSmallestBlock = 512;
constexpr std::uint64_t kLargestBlock = 1u << 20;
constexpr std::uint64_t kCapacityBlock = 4096;
constexpr std::uint64_t kLargestCapacityFile = 1u << 30;
constexpr std::uint32_t kLargestConcurrent = 16u << 20;
constexpr std::uint64_t kMostFiles = 64;  // written at the same time
constexpr std::uint64_t kSmallestDocument = 4096;
constexpr std::uint64_t kLargestDocument = 1u << 26;
constexpr std::uint64_t kLongestKey = 256;
constexpr std::uint64_t kLongestValue = 1u << 16;
constexpr std::uint64_t kMostRecordsInTransaction = 1'000'000;
constexpr std::uint64_t kLargestTransaction = 1u << 30;   // keys and values, all held in memory
constexpr std::uint64_t kLargestDatabase = std::uint64_t{1} << 40;

/** A handle is opened uncached or with a mode's flags, never with both. */
bool may_be_unbuffered(const platform::Mode& mode) {
  return mode.open_flags == 0 || platform::is_unbuffered(mode);
}

std::uint32_t document_bytes(Options& options, const char* name) {
  const std::uint64_t bytes = options.integer(name, kSmallestDocument, kLargestDocument);
  if (options.ok() && bytes % kSmallestDocument != 0) {
    options.fail(std::string(name) + " must be a multiple of " + std::to_string(kSmallestDocument));
  }
  return static_cast<std::uint32_t>(bytes);
}

constexpr const char* kPieceRule = "pieceBytes must be a power of two from blockBytes to 1048576";

bool is_piece(std::uint64_t bytes, std::uint64_t block_bytes) {
  return std::has_single_bit(bytes) && bytes >= block_bytes && bytes <= kLargestBlock;
}

bool is_plain_name(const std::string& name) {
  // The colon would open an alternate stream on Windows.
  return name != "." && name != ".." && name.find_first_of("/\\:") == std::string::npos;
}

/** Parses the arguments that both power-cut calls share: folder, modes and layout. */
template <typename Request>
std::optional<Request> parse_power_cut_files(const Napi::CallbackInfo& info, const char* method) {
  constexpr std::uint32_t kMostPlaces = 1u << 24;  // per kind: slots, log records or names
  constexpr std::uint32_t kMostBlocks = 16;
  constexpr std::uint64_t kLongest = std::numeric_limits<std::uint32_t>::max();
  Options options(info, method);
  Request request;
  request.folder = options.text("folder");
  request.modes = options.modes("modes");
  power_cut::Plan& plan = request.plan;
  plan.run = options.integer("run", 1);
  plan.slot_count = options.integer_within("slotCount", 2, kMostPlaces);
  plan.slot_blocks = options.integer_within("slotBlocks", 1, kMostBlocks);
  plan.slot_stride = options.integer_within("slotStride", 1, kMostPlaces);
  plan.append_every = options.integer_within("appendEvery", 2, kMostPlaces);
  plan.log_records = options.integer_within("logRecords", 0, kMostPlaces);
  plan.names_every = options.integer_within("namesEvery", 4, kMostPlaces);
  plan.name_limit = options.integer_within("nameLimit", 0, kMostPlaces);
  plan.turn_ns = options.integer("turnNs", 1);
  plan.main_turn_ns = options.optional_integer("mainTurnNs", 1).value_or(plan.turn_ns);
  plan.control_every = options.optional_integer("controlEvery", 2).value_or(0);
  plan.turn_operations = options.integer("turnOperations", 1);
  plan.pace_ns = options.integer("paceNs", 0);
  if (!options.ok()) {
    return std::nullopt;
  }
  if (request.modes.size() > power_cut::kMostModes) {
    options.fail("modes must not be more than " + std::to_string(power_cut::kMostModes));
  } else if (std::gcd(plan.slot_count, plan.slot_stride) != 1) {
    options.fail("slotStride must have no divisor in common with slotCount");
  } else if (plan.append_every % 2 != 0 || plan.names_every % (2 * plan.append_every) != 0) {
    options.fail("namesEvery must be a multiple of twice appendEvery, which must be even");
  } else if (std::max(plan.turn_ns, plan.main_turn_ns) > kLongest * 1000 ||
             plan.pace_ns > kLongest) {
    options.fail("turnNs, mainTurnNs or paceNs is too long");
  }
  return options.ok() ? std::optional(std::move(request)) : std::nullopt;
}

}  // namespace

std::optional<PrepareRequest> parse_prepare(const Napi::CallbackInfo& info) {
  Options options(info, "prepare()");
  PrepareRequest request;
  request.place = options.place();
  request.file_name = options.text("fileName");
  const std::uint64_t block_bytes = options.integer("blockBytes", kSmallestBlock);
  const auto piece_bytes = options.optional_integer("pieceBytes", kSmallestBlock);
  request.file_bytes = options.integer("fileBytes", 0);
  request.seed = options.integer("seed", 0);
  if (!options.ok()) {
    return std::nullopt;
  }
  if (!is_plain_name(request.file_name)) {
    options.fail("fileName must be a plain name without separators");
  } else if (block_bytes > kLargestBlock || !std::has_single_bit(block_bytes)) {
    options.fail("blockBytes must be a power of two from 512 to 1048576");
  } else if (request.file_bytes % block_bytes != 0) {
    options.fail("fileBytes must be a multiple of blockBytes");
  } else if (request.file_bytes / block_bytes > std::numeric_limits<std::uint32_t>::max()) {
    options.fail("fileBytes must not be more than 4294967295 blocks");
  } else if (piece_bytes && !is_piece(*piece_bytes, block_bytes)) {
    options.fail(kPieceRule);
  }
  request.block_bytes = static_cast<std::uint32_t>(block_bytes);
  request.piece_bytes = static_cast<std::uint32_t>(piece_bytes.value_or(0));
  return options.ok() ? std::optional(std::move(request)) : std::nullopt;
}

std::optional<MeasureRequest> parse_measure(const Napi::CallbackInfo& info) {
  Options options(info, "measure()");
  MeasureRequest request;
  request.mode = options.mode("mode");
  request.warmup_ns = options.optional_integer("warmupNs", 1).value_or(0);
  request.duration_ns = options.integer("durationNs", 1);
  request.max_bytes = options.integer("maxBytes", 1);
  request.pace_ns = options.optional_integer("paceNs", 1).value_or(0);
  request.idle_ns = options.optional_integer("idleNs", 1).value_or(0);
  if (options.ok() && request.pace_ns != 0 && request.idle_ns != 0) {
    options.fail("paceNs and idleNs exclude each other");
  }
  return options.ok() ? std::optional(request) : std::nullopt;
}

std::optional<SequentialRequest> parse_sequential(const Napi::CallbackInfo& info) {
  Options options(info, "sequential()");
  SequentialRequest request;
  request.mode = options.mode("mode");
  const std::uint64_t write_bytes = options.integer("writeBytes", kSmallestBlock);
  request.total_bytes = options.integer("totalBytes", 1);
  request.max_ns = options.integer("maxNs", 1);
  const std::string layout = options.text("layout");
  request.layout = layout == "append" ? Layout::kAppend : Layout::kRewrite;
  request.sync_every_bytes = options.integer_or_null("syncEveryBytes", 1);
  request.sync_at_end = options.flag("syncAtEnd");
  request.background_sync_ns = options.integer_or_null("backgroundSyncNs", 1);
  request.unbuffered = options.flag("unbuffered");
  if (!options.ok()) {
    return std::nullopt;
  }
  if (layout != "rewrite" && layout != "append") {
    options.fail("layout must be \"rewrite\" or \"append\"");
  } else if (write_bytes > BlockContent::kLongestWriteBytes) {
    options.fail("writeBytes must not be more than " +
                 std::to_string(BlockContent::kLongestWriteBytes));
  } else if (request.unbuffered && !may_be_unbuffered(platform::modes()[request.mode])) {
    options.fail("unbuffered is for modes that open the file without flags of their own");
  } else if (request.unbuffered && request.total_bytes % write_bytes != 0) {
    options.fail("totalBytes must be a multiple of writeBytes around the cache");
  }
  request.write_bytes = static_cast<std::uint32_t>(write_bytes);
  return options.ok() ? std::optional(request) : std::nullopt;
}

std::optional<ConcurrentRequest> parse_concurrent(const Napi::CallbackInfo& info) {
  constexpr std::uint32_t kMostRequests = 64;
  Options options(info, "concurrent()");
  ConcurrentRequest request;
  const std::string pattern = options.text("pattern");
  request.pattern = pattern == "sequential" ? AccessPattern::kSequential : AccessPattern::kRandom;
  request.block_bytes = options.integer_within("blockBytes", kSmallestBlock, kLargestConcurrent);
  request.requests = options.integer_within("requests", 1, kMostRequests);
  request.read_percent = options.integer_within("readPercent", 0, 100);
  request.warmup_ns = options.integer("warmupNs", 0);
  request.duration_ns = options.integer("durationNs", 1);
  request.max_written_bytes = options.integer("maxWrittenBytes", 1);
  if (options.ok() && pattern != "sequential" && pattern != "random") {
    options.fail("pattern must be \"sequential\" or \"random\"");
  } else if (options.ok() && !std::has_single_bit(request.block_bytes)) {
    options.fail("blockBytes must be a power of two from 512 to 16777216");
  }
  return options.ok() ? std::optional(request) : std::nullopt;
}

std::optional<Durability> durability_called(const std::string& name) {
  if (name == "durable") {
    return Durability::kDurable;
  }
  if (name == "normal") {
    return Durability::kNormal;
  }
  return name == "relaxed" ? std::optional(Durability::kRelaxed) : std::nullopt;
}

std::optional<CommitRequest> parse_commit(const Napi::CallbackInfo& info) {
  Options options(info, "run()");
  CommitRequest request;
  const std::string database = options.text("database");
  const std::string variant = options.text("variant");
  const auto durability = durability_called(options.text("durability"));
  request.place = options.place();
  request.folder_name = options.text("folderName");
  const std::uint64_t records =
      options.integer("recordsPerTransaction", 1, kMostRecordsInTransaction);
  request.transactions = options.integer("transactions", 1);
  const std::uint64_t key_bytes =
      options.integer("keyBytes", RecordMaker::kSmallestKeyBytes, kLongestKey);
  const std::uint64_t value_bytes = options.integer("valueBytes", 1, kLongestValue);
  request.max_ns = options.integer("maxNs", 1);
  request.seed = options.integer("seed", 0);
  if (!options.ok()) {
    return std::nullopt;
  }
  const auto variants = commit_variants();
  while (request.variant < variants.size() && (database != variants[request.variant].database ||
                                               variant != variants[request.variant].variant)) {
    ++request.variant;
  }
  if (request.variant == variants.size()) {
    options.fail("there is no variant \"" + variant + "\" of \"" + database + "\" here");
  } else if (!durability) {
    options.fail("durability must be \"durable\", \"normal\" or \"relaxed\"");
  } else if (durability == Durability::kNormal &&
             variants[request.variant].normal_settings.empty()) {
    options.fail("\"" + variant + "\" of \"" + database + "\" has no normal setting");
  } else if (!is_plain_name(request.folder_name)) {
    options.fail("folderName must be a plain name without separators");
  } else if (records * (key_bytes + value_bytes) > kLargestTransaction) {
    options.fail("the records of one transaction must not be more than 1 GiB");
  } else if (request.transactions > kLargestDatabase / (records * (key_bytes + value_bytes))) {
    options.fail("all records must not be more than 1 TiB");
  }
  request.durability = durability.value_or(Durability::kDurable);
  request.records_per_transaction = static_cast<std::uint32_t>(records);
  request.key_bytes = static_cast<std::uint32_t>(key_bytes);
  request.value_bytes = static_cast<std::uint32_t>(value_bytes);
  return options.ok() ? std::optional(std::move(request)) : std::nullopt;
}

std::optional<PrepareFilesRequest> parse_prepare_files(const Napi::CallbackInfo& info) {
  auto file = parse_prepare(info);
  Options options(info, "prepare()");
  const std::uint64_t files = file ? options.integer("files", 1, kMostFiles) : 0;
  if (file && options.ok() && file->file_bytes == 0) {
    options.fail("fileBytes must be at least one block");
  }
  return file && options.ok()
             ? std::optional(PrepareFilesRequest{*std::move(file), static_cast<std::size_t>(files)})
             : std::nullopt;
}

std::optional<MeasureTogetherRequest> parse_measure_together(const Napi::CallbackInfo& info,
                                                             std::size_t files) {
  const auto each = parse_measure(info);
  Options options(info, "measure()");
  const std::uint64_t writers = each ? options.integer("writers", 1, files) : 0;
  return each && options.ok()
             ? std::optional(MeasureTogetherRequest{*each, static_cast<std::size_t>(writers)})
             : std::nullopt;
}

std::optional<PrepareDocumentRequest> parse_prepare_document(const Napi::CallbackInfo& info) {
  Options options(info, "prepare()");
  PrepareDocumentRequest request;
  request.place = options.place();
  request.folder_name = options.text("folderName");
  request.most_bytes = document_bytes(options, "mostBytes");
  request.seed = options.integer("seed", 0);
  if (options.ok() && !is_plain_name(request.folder_name)) {
    options.fail("folderName must be a plain name without separators");
  }
  return options.ok() ? std::optional(std::move(request)) : std::nullopt;
}

std::optional<SaveDocumentsRequest> parse_save_documents(const Napi::CallbackInfo& info,
                                                         std::uint32_t most_bytes) {
  Options options(info, "save()");
  SaveDocumentsRequest request;
  const std::string way = options.text("way");
  request.document_bytes = document_bytes(options, "documentBytes");
  request.duration_ns = options.integer("durationNs", 1);
  request.max_bytes = options.integer("maxBytes", 1);
  const auto ways = platform::save_ways();
  while (request.way < ways.size() && way != ways[request.way].id) {
    ++request.way;
  }
  if (options.ok() && request.way == ways.size()) {
    options.fail("this operating system has no way \"" + way + "\" to save a document");
  } else if (options.ok() && request.document_bytes > most_bytes) {
    options.fail("documentBytes must not be more than mostBytes of prepare()");
  }
  return options.ok() ? std::optional(request) : std::nullopt;
}

std::optional<CapacityPrepareRequest> parse_capacity_prepare(const Napi::CallbackInfo& info) {
  Options options(info, "prepare()");
  CapacityPrepareRequest request;
  request.place = options.place();
  request.folder_name = options.text("folderName");
  request.file_bytes = options.integer("fileBytes", kLargestBlock, kLargestCapacityFile);
  request.seed = options.integer("seed", 0);
  if (!is_plain_name(request.folder_name)) {
    options.fail("folderName must be a plain name without separators");
  } else if (request.file_bytes % kLargestBlock != 0) {
    options.fail("fileBytes must be a multiple of 1 MiB");
  }
  return options.ok() ? std::optional(std::move(request)) : std::nullopt;
}

/** Reads a size in whole pieces of 1 MiB. */
std::uint64_t whole_pieces(Options& options, const char* name, std::uint64_t smallest) {
  const std::uint64_t bytes = options.integer(name, smallest);
  if (options.ok() && bytes % kLargestBlock != 0) {
    options.fail(std::string(name) + " must be a multiple of 1 MiB");
  }
  return bytes;
}

std::optional<CapacityFillRequest> parse_capacity_fill(const Napi::CallbackInfo& info) {
  Options options(info, "fill()");
  CapacityFillRequest request;
  request.bytes = whole_pieces(options, "bytes", kLargestBlock);
  request.reserve_bytes = options.optional_integer("reserveBytes", 0).value_or(0);
  return options.ok() ? std::optional(request) : std::nullopt;
}

std::optional<CapacityRewriteRequest> parse_capacity_rewrite(const Napi::CallbackInfo& info) {
  Options options(info, "rewrite()");
  const CapacityRewriteRequest request{whole_pieces(options, "bytes", kLargestBlock)};
  return options.ok() ? std::optional(request) : std::nullopt;
}

std::optional<CapacityReadRequest> parse_capacity_read(const Napi::CallbackInfo& info) {
  Options options(info, "read()");
  const std::uint64_t from_bytes = whole_pieces(options, "fromBytes", 0);
  const CapacityReadRequest request{from_bytes, whole_pieces(options, "bytes", kLargestBlock)};
  return options.ok() ? std::optional(request) : std::nullopt;
}

std::optional<CapacityHashRequest> parse_capacity_hash(const Napi::CallbackInfo& info) {
  Options options(info, "hashOf()");
  CapacityHashRequest request;
  request.path = options.text("path");
  request.from_bytes = options.integer("fromBytes", 0);
  request.bytes = options.integer("bytes", kCapacityBlock, kLargestBlock);
  if (options.ok() && (request.from_bytes % kCapacityBlock != 0 ||
                       request.bytes % kCapacityBlock != 0)) {
    options.fail("fromBytes and bytes must be multiples of 4096");
  }
  return options.ok() ? std::optional(std::move(request)) : std::nullopt;
}

bool suits_file(Napi::Env env, const SequentialRequest& request, const FileShape& file) {
  const auto are_multiples_of = [&](std::uint32_t unit) {
    return request.write_bytes % unit == 0 && request.total_bytes % unit == 0;
  };
  const bool rewrites = request.layout == Layout::kRewrite;
  std::string problem;
  if (rewrites && !are_multiples_of(file.block_bytes)) {
    problem = "writeBytes and totalBytes must be multiples of blockBytes to rewrite blocks";
  } else if (rewrites && request.total_bytes > file.file_bytes) {
    problem = "totalBytes must not be more than the prepared file has";
  } else if (platform::is_unbuffered(platform::modes()[request.mode]) &&
             !are_multiples_of(file.alignment_bytes)) {
    problem = "writeBytes and totalBytes must be multiples of " +
              std::to_string(file.alignment_bytes) + " in this mode";
  }
  if (!problem.empty()) {
    invalid_argument(env, problem).ThrowAsJavaScriptException();
  }
  return problem.empty();
}

std::optional<RefillRequest> parse_refill(const Napi::CallbackInfo& info, const FileShape& file) {
  Options options(info, "refill()");
  RefillRequest request;
  const std::uint64_t piece_bytes = options.integer("pieceBytes", kSmallestBlock);
  if (options.ok() && !is_piece(piece_bytes, file.block_bytes)) {
    options.fail(kPieceRule);
  }
  request.piece_bytes = static_cast<std::uint32_t>(piece_bytes);
  return options.ok() ? std::optional(request) : std::nullopt;
}

bool suits_file(Napi::Env env, const ConcurrentRequest& request, const FileShape& file) {
  const bool suits = file.file_bytes % request.block_bytes == 0 &&
                     request.block_bytes % file.block_bytes == 0;
  if (!suits) {
    invalid_argument(env, "the file must consist of whole blocks of blockBytes")
        .ThrowAsJavaScriptException();
  }
  return suits;
}

std::optional<power_cut::PrepareRequest> parse_power_cut_prepare(const Napi::CallbackInfo& info) {
  return parse_power_cut_files<power_cut::PrepareRequest>(info, "prepare()");
}

std::optional<power_cut::ReadBackRequest> parse_power_cut_read_back(
    const Napi::CallbackInfo& info) {
  return parse_power_cut_files<power_cut::ReadBackRequest>(info, "readBack()");
}

std::optional<std::uint64_t> parse_witnessed(const Napi::CallbackInfo& info) {
  constexpr double kLargest = 9007199254740991;  // Number.MAX_SAFE_INTEGER
  const double elapsed_ns = info[0].IsNumber() ? info[0].As<Napi::Number>().DoubleValue() : -1;
  if (!(elapsed_ns >= 0 && elapsed_ns <= kLargest)) {
    invalid_argument(info.Env(), "setWitnessed() needs a time in nanoseconds")
        .ThrowAsJavaScriptException();
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(elapsed_ns);
}

}  // namespace driveproof
