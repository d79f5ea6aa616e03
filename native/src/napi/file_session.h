#pragma once

#include "../engine/block_content.h"
#include "../engine/session.h"
#include "test_files.h"

namespace driveproof {

// The JavaScript object of a session of FileTasks: a test file.

NAMES(Layout, kAppend, "rewrite", "append");
DESCRIBE(SequentialRequest, RULED(platform::modes, it.mode),
         RULED(within(kSmallestBlock, BlockContent::kLongestWriteBytes), it.write_bytes),
         RULED(at_least(1), it.total_bytes, it.max_ns, it.sync_every_bytes, it.background_sync_ns),
         FIELDS(it.layout, it.sync_at_end, it.unbuffered));
DESCRIBE(SequentialOutcome,
         FIELDS(it.bytes, it.write_calls, it.sync_calls, it.background_sync_calls, it.elapsed_ns,
                it.settle_ns, it.settle_system_call, it.system_call),
         INLINED(it.cpu), FIELDS(it.latency, it.timeline, it.ended_by, it.fault));
NAMES(AccessPattern, kRandom, "sequential", "random");
DESCRIBE(ConcurrentRequest, FIELDS(it.pattern),
         RULED(blocks_up_to(16u << 20), it.block_bytes),
         RULED(within(1, 64), it.requests), RULED(within(0, 100), it.read_percent),
         FIELDS(it.warmup_ns), RULED(at_least(1), it.duration_ns, it.max_written_bytes));
DESCRIBE(ConcurrentOutcome,
         FIELDS(it.warmup_reads, it.warmup_writes, it.reads, it.writes, it.elapsed_ns,
                it.threads_ns, it.system_call, it.latency, it.timeline, it.ended_by, it.fault));
DESCRIBE(RefillRequest, RULED(kBlock, it.piece_bytes));
DESCRIBE(RefillOutcome, FIELDS(it.dropped, it.bytes_written, it.elapsed_ns, it.ended_by, it.fault));
DESCRIBE(EmptyOutcome);
DESCRIBE(platform::Mode, Field("mode", &platform::Mode::id),
         Field("systemCall", [](const auto& mode) { return system_call_text(mode, 0); }));

struct FileRules : TestFiles<FileTasks, PrepareRequest> {
  using TestFiles::if_wrong;
  static constexpr std::tuple kMethods{
      Starts<PrepareRequest, When::kFirst>{"prepare"}, Starts<MeasureRequest>{"measure"},
      Starts<SequentialRequest>{"sequential"},         Starts<ConcurrentRequest>{"concurrent"},
      Starts<RefillRequest>{"refill"},                 Starts<EmptyRequest>{"empty"},
      Starts<DrainRequest>{"drain"},                   Starts<VerifyRequest>{"verify"}};

  MaybeFault admit(const PrepareRequest& request) {
    has_content = request.file_bytes > 0;
    return if_wrong(request);
  }

  MaybeFault admit(const MeasureRequest& request) const {
    return first_of(if_wrong(request), if_unavailable(request.mode), if_empty());
  }

  MaybeFault admit(const SequentialRequest& request) {
    const bool rewrites = request.layout == Layout::kRewrite;
    const MaybeFault refusal =
        first_of(if_unavailable(request.mode), rewrites ? if_empty() : std::nullopt,
                 if_wrong(request, rewrites));
    has_content = has_content && (rewrites || refusal);
    return refusal;
  }

  MaybeFault admit(const ConcurrentRequest& request) const {
    return first_of(if_faulted(), if_empty(),
                    wrong_if(prepared.file_bytes % request.block_bytes != 0 ||
                                 request.block_bytes % prepared.block_bytes != 0,
                             "the file must consist of whole blocks of blockBytes"));
  }

  MaybeFault admit(const RefillRequest& request) const {
    return first_of(if_faulted(), if_small(request.piece_bytes, prepared.block_bytes), if_empty());
  }

  MaybeFault admit(EmptyRequest) {
    has_content = has_content && faulted;  // keeps the content if a fault refuses the call
    return if_faulted();
  }

  MaybeFault admit(VerifyRequest) const { return if_empty(); }

  MaybeFault if_empty() const {
    return refused_if(!has_content, "ERR_SESSION_NO_CONTENT",
                      "the test file was prepared empty, or emptied to be written anew");
  }

  MaybeFault if_wrong(const SequentialRequest& request, bool rewrites) const {
    const platform::Mode& mode = platform::modes()[request.mode];
    const bool is_unbuffered = platform::is_unbuffered(mode);
    const auto are_multiples_of = [&](std::uint32_t unit) {
      return request.write_bytes % unit == 0 && request.total_bytes % unit == 0;
    };
    return first_of(
        // The separate handle that bypasses the cache is opened without the mode's flags.
        wrong_if(request.unbuffered && mode.open_flags != 0 && !is_unbuffered,
                 "unbuffered is for modes that open the file without flags of their own"),
        wrong_if(request.unbuffered && request.total_bytes % request.write_bytes != 0,
                 "totalBytes must be a multiple of writeBytes around the cache"),
        wrong_if(rewrites && !are_multiples_of(prepared.block_bytes),
                 "writeBytes and totalBytes must be multiples of blockBytes to rewrite blocks"),
        wrong_if(rewrites && request.total_bytes > prepared.file_bytes,
                 "totalBytes must not be more than the prepared file has"),
        wrong_if(is_unbuffered && !are_multiples_of(made.alignment_bytes),
                 "writeBytes and totalBytes must be multiples of " +
                     std::to_string(made.alignment_bytes) + " in this mode"));
  }

  bool has_content = false;  // known to verify(): not in an empty file, nor after an append
};

}  // namespace driveproof
