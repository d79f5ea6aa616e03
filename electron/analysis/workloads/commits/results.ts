import type { WordedEvent } from "#contract/engine-messages";
import type { Outcome } from "#contract/statement";
import type { CommitCounts, CommitResult, CommitSide } from "#contract/workloads/commits";
import { commitDatabases } from "#contract/workloads/commits";
import type { WorkloadResults } from "#contract/workloads/index";
import type { statements } from "#text/workloads/commits";
import { grouped } from "../../grouped";
import { brokenBy, outcomeOf, refusalIn, whyMissing } from "../../reasons";
import { sayer } from "../../say";
import { summarizeLatency } from "../../statistics";

const say = sayer<typeof statements>();

/** One run of a database, with one batch shape and one durability. */
export type CommitRun = Omit<Extract<WordedEvent, { type: "commit-run" }>, "type">;

/**
 * One entry per variant and batch shape: databases in the order of the contract, variants in the
 * order of measurement, the smallest batch first.
 *
 * A setting (durable, normal or relaxed) that was stopped or failed has no figures. A setting that
 * reached the time limit has figures, because its rate is that of whole transactions. If confirmed
 * records are missing, the result has figures and counts as failed.
 */
export function buildCommits(runs: readonly CommitRun[]): CommitResult[] {
  const variants = [...new Set(runs.map(variantKey))];
  return grouped(runs, (run) => `${variantKey(run)} ${run.recordsPerTransaction}`)
    .map(resultOf)
    .sort(
      (a, b) =>
        commitDatabases.indexOf(a.engine) - commitDatabases.indexOf(b.engine) ||
        variants.indexOf(variantKey(a)) - variants.indexOf(variantKey(b)) ||
        a.recordsPerTransaction - b.recordsPerTransaction,
    );
}

/**
 * Whether the reopened database had another number of records than it confirmed; false if not
 * counted. After an error only missing records count: the failed commit may have been stored.
 */
export function recordsAreLost({
  records,
  recordsFound,
  endedBy,
}: Pick<CommitCounts, "records" | "recordsFound" | "endedBy">): boolean {
  if (recordsFound === null) {
    return false;
  }
  return endedBy === "error" ? recordsFound < records : recordsFound !== records;
}

/** The durabilities whose database returned another number of records than it confirmed. */
export function lostSides(result: CommitResult): CommitSide[] {
  return sidesOf(result).filter(({ recordsFound, records }) => recordsFound !== records);
}

/** A result's measured durabilities: durable, normal and relaxed. */
export function sidesOf({ durable, normal, relaxed }: CommitResult): CommitSide[] {
  return [durable, normal, relaxed].filter((side) => side !== null);
}

/** Records a second with the normal setting per those with the durable one; `null`: not measured. */
export function normalRatio({ status, durable, normal }: CommitResult): number | null {
  return status === "measured" && durable && normal && durable.operationsPerSecond > 0
    ? normal.operationsPerSecond / durable.operationsPerSecond
    : null;
}

function variantKey({ engine, variant }: Pick<CommitRun, "engine" | "variant">): string {
  return `${engine} ${variant}`;
}

function resultOf(runs: readonly [CommitRun, ...CommitRun[]]): CommitResult {
  const [{ engine, variant, recordsPerTransaction }] = runs;
  const side = (durability: CommitRun["durability"]) => {
    const run = runs.find((each) => each.durability === durability);
    return run ? sideOf(run) : null;
  };
  const durable = side("durable");
  const normal = side("normal");
  const relaxed = side("relaxed");
  const outcome = outcomeOfRuns(
    runs,
    [durable, normal, relaxed].some((measured) => measured !== null),
  );
  return {
    engine,
    variant,
    recordsPerTransaction,
    ...outcome,
    records: runs.reduce((sum, { counts }) => sum + (counts?.records ?? 0), 0),
    durable,
    normal,
    relaxed,
    ratio:
      outcome.status === "measured" && durable && relaxed
        ? relaxed.operationsPerSecond / durable.operationsPerSecond
        : null,
  };
}

function outcomeOfRuns(runs: readonly CommitRun[], hasFigures: boolean): Outcome {
  const losses = runs.flatMap(({ counts, durability }) =>
    counts && recordsAreLost(counts)
      ? [
          say("commits-failed.lost", {
            durability,
            records: counts.records,
            recordsFound: counts.recordsFound ?? 0,
          }),
        ]
      : [],
  );
  const errors = runs.flatMap(({ error }) => error ?? []);
  const failure = losses.length + errors.length > 0 ? brokenBy(losses, errors) : null;
  return outcomeOf(refusalIn(runs), failure, hasFigures, whyMissing(runs));
}

function sideOf({ counts, settings }: CommitRun): CommitSide | null {
  if (
    counts === null ||
    counts.endedBy === "stopped" ||
    counts.endedBy === "error" ||
    counts.transactions === 0 ||
    counts.records === 0 ||
    counts.elapsedNs === 0 ||
    counts.recordsFound === null
  ) {
    return null;
  }
  const { transactions, records, recordsFound, elapsedNs, deviceFlushes } = counts;
  const commitLatencyNs = summarizeLatency(counts.latency);
  if (commitLatencyNs === null) {
    return null;
  }
  return {
    settings,
    operationsPerSecond: (records * 1e9) / elapsedNs,
    transactions,
    records,
    recordsFound,
    elapsedNs,
    commitLatencyNs,
    deviceFlushesPerCommit: deviceFlushes === null ? null : deviceFlushes / transactions,
    checkpoints: counts.checkpoints,
    cutShort: counts.endedBy === "time",
  };
}

export function hasFigures({ commits }: WorkloadResults): boolean {
  return (commits ?? []).some((result) => sidesOf(result).length > 0);
}
