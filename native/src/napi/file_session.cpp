// The JavaScript object of one Session: a test file.

#include <bit>

#include "../engine/block_content.h"
#include "../engine/session.h"
#include "exports.h"
#include "test_files.h"

namespace driveproof {

NAMES(Layout, kAppend, "rewrite", "append");
DESCRIBE(SequentialRequest, RULED(kMode, it.mode),
         RULED(within(kSmallestBlock, BlockContent::kLongestWriteBytes), it.write_bytes),
         RULED(at_least(1), it.total_bytes, it.max_ns, it.sync_every_bytes, it.background_sync_ns),
         FIELDS(it.layout, it.sync_at_end, it.unbuffered));
DESCRIBE(SequentialOutcome,
         FIELDS(it.bytes, it.write_calls, it.sync_calls, it.background_sync_calls, it.elapsed_ns,
                it.settle_ns, it.settle_system_call, it.system_call),
         INLINED(it.cpu), FIELDS(it.latency, it.timeline, it.ended_by, it.fault));
NAMES(AccessPattern, kRandom, "sequential", "random");
DESCRIBE(ConcurrentRequest, FIELDS(it.pattern),
         RULED(within(kSmallestBlock, 16u << 20), it.block_bytes),
         RULED(within(1, 64), it.requests), RULED(within(0, 100), it.read_percent),
         FIELDS(it.warmup_ns), RULED(at_least(1), it.duration_ns, it.max_written_bytes));
DESCRIBE(ConcurrentOutcome,
         FIELDS(it.warmup_reads, it.warmup_writes, it.reads, it.writes, it.elapsed_ns,
                it.threads_ns, it.system_call, it.latency, it.timeline, it.ended_by, it.fault));
DESCRIBE(RefillRequest, RULED(kPiece, it.piece_bytes));
DESCRIBE(RefillOutcome, FIELDS(it.dropped, it.bytes_written, it.elapsed_ns, it.ended_by, it.fault));

template <>
constexpr auto fields<EmptyOutcome> = kNothing;

namespace {

class FileRules : public TestFiles {
 public:
  using Tasks = FileTasks;
  using TestFiles::admit;
  using TestFiles::after;

  template <typename Request>
  MaybeRefused before() const {
    constexpr bool kNeedsSoundFile = std::is_same_v<Request, ConcurrentRequest> ||
                                     std::is_same_v<Request, RefillRequest> ||
                                     std::is_same_v<Request, EmptyRequest>;
    return first_of(in_order(std::is_same_v<Request, PrepareRequest>, prepared_,
                             "this session already has a test file",
                             "prepare() has not made a test file yet"),
                    kNeedsSoundFile ? if_faulted() : std::nullopt);
  }

  MaybeRefused admit(const PrepareRequest& request) {
    file_bytes_ = request.file_bytes;
    block_bytes_ = request.block_bytes;
    return if_wrong(request);
  }

  MaybeRefused admit(const MeasureRequest& request) const {
    return first_of(if_wrong(request), if_unavailable(request.mode, kUnavailable), if_empty());
  }

  MaybeRefused admit(const SequentialRequest& request) {
    const bool rewrites = request.layout == Layout::kRewrite;
    MaybeRefused refusal = first_of(if_wrong(request), if_unavailable(request.mode, kUnavailable),
                                    rewrites ? if_empty() : std::nullopt);
    if (!refusal) {
      refusal = if_unsuited(request);
    }
    has_content_ = has_content_ && (rewrites || refusal);
    return refusal;
  }

  MaybeRefused admit(const ConcurrentRequest& request) const {
    return first_of(wrong_if(!std::has_single_bit(request.block_bytes),
                             "blockBytes must be a power of two from 512 to 16777216"),
                    if_empty(),
                    wrong_if(file_bytes_ % request.block_bytes != 0 ||
                                 request.block_bytes % block_bytes_ != 0,
                             "the file must consist of whole blocks of blockBytes"));
  }

  MaybeRefused admit(const RefillRequest& request) const {
    return first_of(if_small(request.piece_bytes, block_bytes_), if_empty());
  }

  MaybeRefused admit(EmptyRequest) {
    has_content_ = false;
    return std::nullopt;
  }

  MaybeRefused admit(VerifyRequest) const { return if_empty(); }

  MaybeRejected after(const PrepareOutcome& outcome) {
    alignment_bytes_ = outcome.alignment_bytes;
    has_content_ = file_bytes_ > 0;
    return TestFiles::after(outcome);
  }

 private:
  using TestFiles::if_wrong;

  static constexpr const char* kUnavailable = "this mode was refused on this file";

  MaybeRefused if_empty() const {
    return refused_if(!has_content_, "ERR_SESSION_NO_CONTENT",
                      "the test file was prepared empty, or emptied to be written anew");
  }

  static MaybeRefused if_wrong(const SequentialRequest& request) {
    // A handle is opened around the cache or with a mode's flags, never with both.
    const platform::Mode& mode = platform::modes()[request.mode];
    return first_of(
        wrong_if(request.unbuffered && mode.open_flags != 0 && !platform::is_unbuffered(mode),
                 "unbuffered is for modes that open the file without flags of their own"),
        wrong_if(request.unbuffered && request.total_bytes % request.write_bytes != 0,
                 "totalBytes must be a multiple of writeBytes around the cache"));
  }

  /** Whether the writes do not fit the prepared file. */
  MaybeRefused if_unsuited(const SequentialRequest& request) const {
    const auto are_multiples_of = [&](std::uint32_t unit) {
      return request.write_bytes % unit == 0 && request.total_bytes % unit == 0;
    };
    const bool rewrites = request.layout == Layout::kRewrite;
    return first_of(
        wrong_if(rewrites && !are_multiples_of(block_bytes_),
                 "writeBytes and totalBytes must be multiples of blockBytes to rewrite blocks"),
        wrong_if(rewrites && request.total_bytes > file_bytes_,
                 "totalBytes must not be more than the prepared file has"),
        wrong_if(platform::is_unbuffered(platform::modes()[request.mode]) &&
                     !are_multiples_of(alignment_bytes_),
                 "writeBytes and totalBytes must be multiples of " +
                     std::to_string(alignment_bytes_) + " in this mode"));
  }

  std::uint64_t file_bytes_ = 0;
  std::uint32_t block_bytes_ = 0;
  std::uint32_t alignment_bytes_ = 0;
  bool has_content_ = false;  // known to verify(): not in an empty file, nor after an append
};

}  // namespace

Napi::Function define_session(Napi::Env env) {
  using Object = TaskObject<FileRules>;
  return Object::define(env, "Session",
                        {Object::starts<PrepareRequest>("prepare"),
                         Object::starts<MeasureRequest>("measure"),
                         Object::starts<SequentialRequest>("sequential"),
                         Object::starts<ConcurrentRequest>("concurrent"),
                         Object::starts<RefillRequest>("refill"),
                         Object::starts<EmptyRequest>("empty"),
                         Object::starts<DrainRequest>("drain"),
                         Object::starts<VerifyRequest>("verify")});
}

DESCRIBE(platform::Mode, field("mode", &platform::Mode::id),
         field("systemCall", [](const platform::Mode& mode) { return system_call_text(mode, 0); }));

Napi::Value list_modes(Napi::Env env) { return to_value(env, platform::modes()); }

}  // namespace driveproof
