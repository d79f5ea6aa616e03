#pragma once

#include <algorithm>

#include "../databases/commit_session.h"
#include "../databases/commit_variants.h"
#include "../databases/record_maker.h"
#include "task_object.h"

namespace driveproof {

// The JavaScript object of a session of CommitTasks: commits of databases.

/** The request as JavaScript makes it: names of database and variant instead of an index. */
struct CommitArguments : CommitRequest {
  std::string database;
  std::string variant_name;
};

NAMES(Durability, kRelaxed, "durable", "normal", "relaxed");
DESCRIBE(CommitArguments, FIELDS(it.database), Field("variant", &CommitArguments::variant_name),
         FIELDS(it.durability), INLINED(it.place), RULED(kPlainName, it.folder_name),
         RULED(within(1, 1'000'000), it.records_per_transaction),
         RULED(at_least(1), it.transactions),
         RULED(within(RecordMaker::kSmallestKeyBytes, 256), it.key_bytes),
         RULED(within(1, 1u << 16), it.value_bytes), RULED(at_least(1), it.max_ns),
         FIELDS(it.seed));
DESCRIBE(CommitOutcome,
         FIELDS(it.transactions, it.records, it.records_found, it.checkpoints, it.file_bytes,
                it.elapsed_ns), INLINED(it.cpu), FIELDS(it.latency, it.ended_by, it.fault));
DESCRIBE(CommitVariant, FIELDS(it.database, it.variant, it.durable_settings, it.normal_settings,
                               it.relaxed_settings, it.refusal));

struct CommitRules : SessionRules<CommitTasks> {
  static constexpr std::tuple kMethods{Starts<CommitArguments, When::kAnytime>{"run"}};

  MaybeFault admit(CommitArguments& request) const {
    constexpr std::uint64_t kLargestTransaction = 1u << 30;  // keys and values, all held in memory
    constexpr std::uint64_t kLargestDatabase = std::uint64_t{1} << 40;
    const std::string called = "\"" + request.variant_name + "\" of \"" + request.database + "\"";
    const auto variants = commit_variants();
    const auto wanted = std::find_if(variants.begin(), variants.end(), [&](const auto& variant) {
      return request.database == variant.database && request.variant_name == variant.variant;
    });
    if (wanted == variants.end()) {
      return wrong_if(true, "there is no variant " + called + " here");
    }
    request.variant = static_cast<std::size_t>(wanted - variants.begin());
    const std::uint64_t transaction_bytes =
        std::uint64_t{request.records_per_transaction} * (request.key_bytes + request.value_bytes);
    return first_of(
        wrong_if(request.durability == Durability::kNormal && !wanted->normal_settings,
                 called + " has no normal setting"),
        wrong_if(transaction_bytes > kLargestTransaction,
                 "the records of one transaction must not be more than 1 GiB"),
        wrong_if(request.transactions > kLargestDatabase / transaction_bytes,
                 "all records must not be more than 1 TiB"),
        refused_if(wanted->refusal != nullptr, "ERR_VARIANT_UNAVAILABLE",
                   wanted->refusal == nullptr ? "" : wanted->refusal));
  }

  MaybeFault after(const CommitOutcome& outcome) const {
    return outcome.made ? std::nullopt : outcome.fault;
  }
};

}  // namespace driveproof
