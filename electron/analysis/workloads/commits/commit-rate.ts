import type { CommitResult, CommitSide } from "../../../contract/workloads/commits";
import { formatCount, formatRate, formatRatio } from "../../format";
import { isMemory } from "../../guarantee";
import { referenceCurves } from "../../reference-curves";
import type { Facts, UnjudgedReport } from "../../verdict/facts";
import type { FindingDraft } from "../../verdict/finding";
import { whyVolumeAnswersAtOnce } from "../../verdict/unwaited";
import { capitalized, databaseName } from "../../verdict/words";

/** What the databases can do, in records a second. */

/** A result with its durable side measured; it stands for what programs with databases get. */
export type MeasuredCommits = CommitResult & { readonly durable: CommitSide };

/** Below this the safe and the fast setting count as equally fast. */
export const noticeableRatio = 1.15;
/** Below this, more records at a time gain nothing worth a change in any program. */
const noticeableGain = 2;
const largeBatch = 1000;
/** The variants that ask a Mac for more than the ordinary flush. */
export const fullFlush = /-fullfsync$/;

/** What one program gets, in a sentence; `null` where no database was measured. */
export function commitMeaning({ report, evidence }: Facts): string | null {
  const small = smallestBatch(report);
  if (small === null || evidence === "flushes-missing" || isMemory(report.volume)) {
    return null;
  }
  return `Mail programs, browsers and photo libraries keep their data in databases: ${throughput(small, largeBatchOf(report, small))} here.`;
}

/** How many records are saved in a second, and what saving more at a time gains. */
export function commitRate(facts: Facts): FindingDraft[] {
  const { report } = facts;
  const small = smallestBatch(report);
  if (small === null) {
    return [];
  }
  const large = largeBatchOf(report, small);
  const fast = large !== null && gainOf(large, small) >= noticeableGain ? large : null;
  const { settings, transactions, elapsedNs } = small.durable;
  const commits = formatRate((transactions * 1e9) / elapsedNs);
  return [
    {
      code: "commit-rate",
      severity: "info",
      title:
        fast === null
          ? `Databases: ${formatRate(small.durable.operationsPerSecond)} records a second are saved, ${formatCount(small.recordsPerTransaction)} at a time`
          : `Databases: saving ${formatCount(fast.recordsPerTransaction)} records at a time is ${formatRatio(gainOf(fast, small))} as fast as ${formatCount(small.recordsPerTransaction)} at a time`,
      seen: `With ${databaseName(small)}, ${commits} saves a second were confirmed (${settings}). ${capitalized(throughput(small, large))}.${unsafe(small, facts)}${ordinaryOnMac(report, small)}${published(report, small)}`,
      means: [
        (small.ratio ?? 1) < noticeableRatio ? "" : whyEachCosts(facts),
        "Mail programs, browsers and photo libraries keep their data in such databases",
        fast === null
          ? "."
          : ": taking in much at once is fast, many small changes one after the other are not.",
        large !== null && fast === null
          ? " Here most of the time goes into the records themselves."
          : "",
      ].join(""),
      todo: null,
    },
  ];
}

function gainOf(large: MeasuredCommits, small: MeasuredCommits): number {
  return large.durable.operationsPerSecond / small.durable.operationsPerSecond;
}

/** Where no drive is waited for saves cost something all the same. */
function whyEachCosts(facts: Facts): string {
  return whyVolumeAnswersAtOnce(facts) === null
    ? "Each save waits for the drive, however little there is to store. "
    : "Each save takes its time, however little there is to store. ";
}

function throughput(small: MeasuredCommits, large: MeasuredCommits | null): string {
  const { recordsPerTransaction, durable } = small;
  const more =
    large === null
      ? ""
      : `, one that saves ${formatCount(large.recordsPerTransaction)} at a time ${formatRate(large.durable.operationsPerSecond)}`;
  return `a program that saves after every ${formatCount(recordsPerTransaction)} records stores ${formatRate(durable.operationsPerSecond)} records a second${more}`;
}

function unsafe({ ratio, relaxed, recordsPerTransaction }: MeasuredCommits, facts: Facts): string {
  if (ratio === null || relaxed === null || ratio < noticeableRatio) {
    return "";
  }
  const figures = `${formatRate(relaxed.operationsPerSecond)}, ${formatCount(recordsPerTransaction)} at a time: ${formatRatio(ratio)} as many`;
  return whyVolumeAnswersAtOnce(facts) === null
    ? ` Without waiting for the drive (${relaxed.settings}) it is ${figures}, of which the last ones can be lost in a power cut.`
    : ` With the fast setting (${relaxed.settings}) it is ${figures}.`;
}

/** What most programs on a Mac get, beside the figure of the full flush. */
function ordinaryOnMac(report: UnjudgedReport, small: MeasuredCommits): string {
  const ordinary = batchesOf(report, small.variant.replace(fullFlush, ""), small.engine)[0];
  return ordinary === undefined || ordinary.variant === small.variant
    ? ""
    : ` With ${ordinary.durable.settings}, as most programs on macOS have it, it is ${formatRate(ordinary.durable.operationsPerSecond)}; those saves stop at the drive's own memory (cache).`;
}

/** The database of the published note, here and there. */
function published(report: UnjudgedReport, small: MeasuredCommits): string {
  const reference = referenceCurves.commits[0];
  const point = reference?.points[0];
  const here =
    reference &&
    batchesOf(report, null, reference.engine).find(
      ({ recordsPerTransaction }) => recordsPerTransaction === point?.recordsPerTransaction,
    );
  if (!reference || !point || !here) {
    return "";
  }
  const figure = `published for ${reference.name}: ${formatRate(point.durableOperationsPerSecond)}, ${formatCount(point.recordsPerTransaction)} at a time (${reference.sourceName}).`;
  return here === small
    ? ` ${capitalized(figure)}`
    : ` With ${databaseName(here)} it is ${formatRate(here.durable.operationsPerSecond)}; ${figure}`;
}

/**
 * The figure that stands for all: SQLite, because it is in most programs, with a write-ahead log
 * and on macOS with the full flush, so that it is as safe as elsewhere; otherwise the first database
 * that was measured. The smallest batch, in which a save weighs most.
 */
export function smallestBatch(report: UnjudgedReport): MeasuredCommits | null {
  const full = report.host.os === "macos" ? batchesOf(report, "wal-fullfsync", "sqlite")[0] : null;
  return (
    full ??
    batchesOf(report, "wal", "sqlite")[0] ??
    batchesOf(report, null, "sqlite")[0] ??
    batchesOf(report, null, null)[0] ??
    null
  );
}

/** The thousand at a time of the same database, or the largest batch it was measured with. */
function largeBatchOf(report: UnjudgedReport, small: MeasuredCommits): MeasuredCommits | null {
  const larger = batchesOf(report, small.variant, small.engine).filter(
    ({ recordsPerTransaction }) => recordsPerTransaction > small.recordsPerTransaction,
  );
  return (
    larger.find(({ recordsPerTransaction }) => recordsPerTransaction === largeBatch) ??
    larger[larger.length - 1] ??
    null
  );
}

/** Measured results in the order of the report, where the smallest batch comes first. */
function batchesOf(
  { commits }: UnjudgedReport,
  variant: string | null,
  engine: CommitResult["engine"] | null,
): MeasuredCommits[] {
  return (commits ?? [])
    .filter(isMeasured)
    .filter((result) => engine === null || result.engine === engine)
    .filter((result) => variant === null || result.variant === variant);
}

function isMeasured(result: CommitResult): result is MeasuredCommits {
  return (
    result.status === "measured" &&
    result.durable !== null &&
    result.durable.operationsPerSecond > 0
  );
}
