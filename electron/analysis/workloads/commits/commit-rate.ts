import type { Statement } from "#contract/statement";
import type { CommitResult, CommitSide } from "#contract/workloads/commits";
import type { statements } from "#text/workloads/commits";
import { aboutLow } from "../../confidence";
import type { Facts, UnjudgedReport } from "../../facts/facts";
import { finder } from "../../facts/finding";
import { isInnerNvme } from "../../facts/thing";
import { whyVolumeAnswersAtOnce } from "../../facts/unwaited";
import { isConfirmed, isShortOfFlushes, type Worth, worthOf, worthWords } from "../../facts/worth";
import { guaranteeOn, isMemory } from "../../guarantee";
import { type Part, sayer } from "../../say";
import type { FindingDraft } from "./codes";
import { referenceCommits } from "./published";

const say = sayer<typeof statements>();
const finding = finder<typeof statements>();

/** Findings on the databases' speed in records a second. */

/** A result with a measured durable setting. */
export type MeasuredCommits = CommitResult & { readonly durable: CommitSide };

/** Below this ratio of their rates, the safe and the fast setting count as equally fast. */
export const noticeableRatio = 1.15;
/**
 * Below this ratio of the rates with large and small transactions, changing a program for large
 * ones is not worthwhile.
 */
const noticeableGain = 2;
/** Records per transaction of the batch that stands for large transactions. */
const largeBatch = 1000;
/** Fewer flushes per commit than this come from other programs and from opening the database. */
const noFlushesPerCommit = 0.1;
/** SQLite variants that use F_FULLFSYNC on macOS. */
export const fullFlush = /-fullfsync$/;

/** How many records a second a program with a database saves; `null` if no database was measured. */
export function commitMeaning({ report, evidence }: Facts): Statement | null {
  const small = smallestBatch(report);
  if (small === null || isLog(small) || evidence === "flushes-missing" || isMemory(report.volume)) {
    return null;
  }
  const large = largeBatchOf(report, small);
  return large === null
    ? say("commit-rate.meaning", fewOf(small))
    : say("commit-rate.meaning-of-two", { ...fewOf(small), ...manyOf(large) });
}

export function commitRate(facts: Facts): FindingDraft[] {
  const { report } = facts;
  const small = smallestBatch(report);
  if (small === null) {
    return [];
  }
  const large = largeBatchOf(report, small);
  const fast = large !== null && gainOf(large, small) >= noticeableGain ? large : null;
  const { engine, variant, recordsPerTransaction } = small;
  const { settings, operationsPerSecond } = small.durable;
  const worth = worthOfCommit(small, facts);
  // If flushes are missing altogether, another finding reports that.
  const isShort = isShortOfFlushes(fewestFlushes(report), report);
  return [
    finding("commit-rate", isShort && !flushesAreMissing(small, facts) ? "caution" : "info", {
      title:
        fast === null
          ? say(isLog(small) ? "commit-rate.title-log" : "commit-rate.title", {
              recordsPerSecond: operationsPerSecond,
              recordsPerTransaction,
            })
          : say(isLog(small) ? "commit-rate.title-log-gain" : "commit-rate.title-gain", {
              many: fast.recordsPerTransaction,
              few: recordsPerTransaction,
              ratio: gainOf(fast, small),
            }),
      seen: [
        say("commit-rate.seen", {
          engine,
          variant,
          settings,
          commitsPerSecond: commitsPerSecond(small),
          isConfirmed: isConfirmed(worth),
        }),
        large === null
          ? say("commit-rate.throughput", fewOf(small))
          : say("commit-rate.throughput-of-two", { ...fewOf(small), ...manyOf(large) }),
        normal(small, facts),
        unsafe(small, facts),
        ordinaryOnMac(report, small),
        isInnerNvme(report) && published(report, small),
      ],
      means: [
        (small.ratio ?? 1) >= noticeableRatio &&
          say("commit-rate.waits", { waitsForDrive: isConfirmed(worth) }),
        worthWords(worth, facts),
        meansOf(small, fast !== null),
        large !== null &&
          fast === null &&
          isMostlyRecords(large, small) &&
          say("commit-rate.no-gain"),
      ],
    }),
  ];
}

/** Whether this is a plain log file, which represents all databases only if none was measured. */
export function isLog({ engine }: MeasuredCommits): boolean {
  return engine === "append-log";
}

function meansOf(small: MeasuredCommits, hasGain: boolean): Part {
  if (isLog(small)) {
    return hasGain && say("commit-rate.means-log-gain");
  }
  return say(hasGain ? "commit-rate.means-gain" : "commit-rate.means");
}

/** Flushes per commit; `null` if not counted, or if a commit may reach the drive without one. */
function countedFlushes({ engine, durable }: MeasuredCommits): number | null {
  // libmdbx may write with force-unit-access, which no counter shows.
  return engine === "mdbx" ? null : durable.deviceFlushesPerCommit;
}

/** Whether a drive that needs flushes received none, and the mount does not explain it. */
export function flushesAreMissing(small: MeasuredCommits, facts: Facts): boolean {
  const flushes = countedFlushes(small);
  return (
    facts.report.volume.writeCache === "write-back" &&
    flushes !== null &&
    flushes < noFlushesPerCommit &&
    // If the mount explains the missing flushes, another, more severe finding reports that.
    whyVolumeAnswersAtOnce(facts) === null
  );
}

/** What a database's commits survive on this volume, by the sync call that the database uses. */
function worthOfCommit(small: MeasuredCommits, facts: Facts): Worth {
  const { engine, variant } = small;
  const { os } = facts.report.host;
  const isHandedOver = engine === "sqlite" && !fullFlush.test(variant);
  const mode = {
    linux: "fdatasync",
    windows: "flush_file_buffers",
    macos: isHandedOver ? "fsync" : "f_fullfsync",
  } as const;
  return worthOf(
    {
      mode: mode[os],
      perSecond: commitsPerSecond(small),
      flushesPerSave: countedFlushes(small),
    },
    facts,
  );
}

export function commitsPerSecond({ durable }: MeasuredCommits): number {
  return (durable.transactions * 1e9) / durable.elapsedNs;
}

function gainOf(large: MeasuredCommits, small: MeasuredCommits): number {
  return large.durable.operationsPerSecond / small.durable.operationsPerSecond;
}

/** The smallest share that counts as half: rounded to two digits, it is 0.50. */
const leastShareOfRecords = 0.495;

/**
 * Whether the records, not the commit, take most of a small transaction's time. If records are
 * saved `gain` times as fast with `times` as many in a transaction, their share is (times - gain) /
 * (gain * (times - 1)). The setting that does not wait must also take at least half of the durable
 * one's time. False if large transactions are slower: something else slowed them.
 */
function isMostlyRecords(large: MeasuredCommits, small: MeasuredCommits): boolean {
  const times = large.recordsPerTransaction / small.recordsPerTransaction;
  const gain = gainOf(large, small);
  const unwaited = 1 / (small.ratio ?? 1);
  return (
    gain >= aboutLow &&
    unwaited >= leastShareOfRecords &&
    times - gain >= leastShareOfRecords * gain * (times - 1)
  );
}

function fewOf({ recordsPerTransaction, durable }: MeasuredCommits) {
  return { few: recordsPerTransaction, fewPerSecond: durable.operationsPerSecond };
}

function manyOf({ recordsPerTransaction, durable }: MeasuredCommits) {
  return { many: recordsPerTransaction, manyPerSecond: durable.operationsPerSecond };
}

/**
 * The risk of the setting without flushes: SQLite's database may become corrupted
 * (sqlite.org/pragma.html, synchronous=OFF). libmdbx falls back to its last steady commit, and a
 * log to its last intact commit mark.
 */
function unsafe(small: MeasuredCommits, facts: Facts): Part {
  const { engine, ratio, relaxed, recordsPerTransaction } = small;
  if (ratio === null || relaxed === null || ratio < noticeableRatio) {
    return null;
  }
  const { settings, operationsPerSecond: recordsPerSecond } = relaxed;
  const figures = { settings, recordsPerSecond, recordsPerTransaction, ratio };
  // Name the gain even if saves wait for no drive, because a commit takes time all the same.
  return isConfirmed(worthOfCommit(small, facts))
    ? say("commit-rate.unwaited", { ...figures, isBreakable: engine === "sqlite" })
    : say("commit-rate.relaxed", figures);
}

/** The gain of SQLite's NORMAL setting and its promise, if checkpoint flushes reach the drive. */
function normal(small: MeasuredCommits, facts: Facts): Part {
  const { recordsPerTransaction, durable } = small;
  if (small.normal === null) {
    return null;
  }
  const { settings, operationsPerSecond: recordsPerSecond, checkpoints } = small.normal;
  const ratio = recordsPerSecond / durable.operationsPerSecond;
  if (ratio < noticeableRatio) {
    return say("commit-rate.normal-no-gain", { settings, recordsPerSecond, recordsPerTransaction });
  }
  const isShown =
    worthOfCommit(small, facts) === "promised" && facts.evidence !== "flushes-missing";
  const promise = whyVolumeAnswersAtOnce(facts) !== null ? "none" : isShown ? "kept" : "unshown";
  return [
    say("commit-rate.normal", { settings, recordsPerSecond, recordsPerTransaction, ratio }),
    checkpoints !== null && say("commit-rate.normal-checkpoints", { checkpoints }),
    say("commit-rate.normal-loses", { promise }),
  ];
}

/** The rate of most programs on macOS, which use plain fsync, with batches of the same size. */
function ordinaryOnMac(report: UnjudgedReport, small: MeasuredCommits): Part {
  const variant = small.variant.replace(fullFlush, "");
  const ordinary = batchesOf(report, variant, small.engine).find(
    ({ recordsPerTransaction }) => recordsPerTransaction === small.recordsPerTransaction,
  );
  if (ordinary === undefined || variant === small.variant) {
    return null;
  }
  const { settings, operationsPerSecond: recordsPerSecond } = ordinary.durable;
  const stopsAtDrive = guaranteeOn("fsync", report.host.os, report.volume) === "os-crash";
  return say("commit-rate.ordinary", { settings, recordsPerSecond, stopsAtDrive });
}

function published(report: UnjudgedReport, small: MeasuredCommits): Part {
  const reference = referenceCommits[0];
  const point = reference?.points[0];
  const here =
    reference &&
    batchesOf(report, null, reference.engine).find(
      ({ recordsPerTransaction }) => recordsPerTransaction === point?.recordsPerTransaction,
    );
  if (!reference || !point || !here) {
    return null;
  }
  const figures = {
    name: reference.name,
    recordsPerSecond: point.durableOperationsPerSecond,
    recordsPerTransaction: point.recordsPerTransaction,
    source: reference.sourceName,
  };
  return here === small
    ? say("commit-rate.published", figures)
    : say("commit-rate.published-beside", {
        ...figures,
        engine: here.engine,
        variant: here.variant,
        hereRecordsPerSecond: here.durable.operationsPerSecond,
      });
}

/**
 * The result that stands for all databases: SQLite, because most programs use it, with a
 * write-ahead log and on macOS with F_FULLFSYNC, else the first database measured. In its smallest
 * batch a commit weighs most.
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

/**
 * The result of the database of `small` with a thousand records at a time, or its largest batch.
 */
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

/** Measured results in the report's order, the smallest batch first. */
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

/** SQLite's flushes per commit; `null` if another database stands for all, or if not counted. */
export function fewestFlushes(report: UnjudgedReport): number | null {
  const small = smallestBatch(report);
  return small?.engine === "sqlite" ? small.durable.deviceFlushesPerCommit : null;
}
