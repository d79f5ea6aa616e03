import type { Paragraph, Statement } from "#contract/statement";
import type { CommitResult, CommitSide } from "#contract/workloads/commits";
import type { statements } from "#text/workloads/commits";
import { aboutLow } from "../../confidence";
import type { Facts, UnjudgedReport } from "../../facts/facts";
import { finder } from "../../facts/finding";
import { isInnerNvme } from "../../facts/thing";
import { whyVolumeAnswersAtOnce } from "../../facts/unwaited";
import { isConfirmed, isShortOfFlushes, type Worth, worthOf, worthWords } from "../../facts/worth";
import { guaranteeOn, isMemory } from "../../guarantee";
import { paragraph, sayer } from "../../say";
import type { FindingDraft } from "./codes";
import { referenceCommits } from "./published";

const say = sayer<typeof statements>();
const finding = finder<typeof statements>();

/** Findings on the databases' speed in records a second. */

/**
 * A database's result with a measured durable setting, which represents what programs with
 * databases get.
 */
export type MeasuredCommits = CommitResult & { readonly durable: CommitSide };

/** Below this ratio the safe and the fast setting count as equally fast. */
export const noticeableRatio = 1.15;
/** Below this ratio, larger transactions gain too little to change a program for. */
const noticeableGain = 2;
/** Records per transaction of the batch that stands for large transactions. */
const largeBatch = 1000;
/**
 * With fewer flushes per commit than this, the commits sent none: the flushes counted are those of
 * creating and closing the database and of other programs.
 */
const noFlushesPerCommit = 0.1;
/** SQLite variants that use F_FULLFSYNC on macOS. */
export const fullFlush = /-fullfsync$/;

/**
 * The sentence on how many records a second a program with a database can save; `null` if no
 * database was measured.
 */
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

/** Finding on records saved in a second and on the gain of larger transactions. */
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
          ...{ engine, variant, settings },
          commitsPerSecond: commitsPerSecond(small),
          isConfirmed: isConfirmed(worth),
        }),
        large === null
          ? say("commit-rate.throughput", fewOf(small))
          : say("commit-rate.throughput-of-two", { ...fewOf(small), ...manyOf(large) }),
        ...normal(small, facts),
        ...unsafe(small, facts),
        ...ordinaryOnMac(report, small),
        ...(isInnerNvme(report) ? published(report, small) : []),
      ],
      means: [
        ...((small.ratio ?? 1) < noticeableRatio
          ? []
          : [say("commit-rate.waits", { waitsForDrive: isConfirmed(worth) })]),
        ...paragraph(worthWords(worth, facts)),
        ...meansOf(small, fast !== null),
        ...(large !== null && fast === null && isMostlyRecords(large, small)
          ? [say("commit-rate.no-gain")]
          : []),
      ],
    }),
  ];
}

/** Whether this is a plain log file, which represents all databases only if none was measured. */
export function isLog({ engine }: MeasuredCommits): boolean {
  return engine === "append-log";
}

function meansOf(small: MeasuredCommits, hasGain: boolean): Statement[] {
  if (isLog(small)) {
    return hasGain ? [say("commit-rate.means-log-gain")] : [];
  }
  return [say(hasGain ? "commit-rate.means-gain" : "commit-rate.means")];
}

/**
 * Flushes per commit; `null` if not counted, or if a commit may reach the drive without a flush.
 */
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
 * Whether the records, and not the commit, take most of a small transaction's time. If records are
 * saved `gain` times as fast with `times` as many in a transaction, their share is (times - gain) /
 * (gain * (times - 1)). Also requires that the setting that does not wait takes at least half of the
 * durable one's time. False if large transactions save fewer records per second than small ones:
 * then something else slowed them.
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
 * The risk of the setting without flushes: SQLite's documentation warns that the database may
 * become corrupted (sqlite.org/pragma.html, synchronous=OFF). libmdbx falls back to its last steady
 * commit, and a log to its last good mark.
 */
function unsafe(small: MeasuredCommits, facts: Facts): Paragraph {
  const { engine, ratio, relaxed, recordsPerTransaction } = small;
  if (ratio === null || relaxed === null || ratio < noticeableRatio) {
    return [];
  }
  const { settings, operationsPerSecond: recordsPerSecond } = relaxed;
  const figures = { settings, recordsPerSecond, recordsPerTransaction, ratio };
  // Both sentences name the gain, because a commit takes time even if nothing shows that it waits
  // for a drive.
  return isConfirmed(worthOfCommit(small, facts))
    ? [say("commit-rate.unwaited", { ...figures, isBreakable: engine === "sqlite" })]
    : [say("commit-rate.relaxed", figures)];
}

/**
 * The gain and the promise of SQLite's NORMAL setting: no promise if checkpoint flushes are not
 * known to reach the drive either.
 */
function normal(small: MeasuredCommits, facts: Facts): Paragraph {
  const { recordsPerTransaction, durable } = small;
  if (small.normal === null) {
    return [];
  }
  const { settings, operationsPerSecond: recordsPerSecond, checkpoints } = small.normal;
  const ratio = recordsPerSecond / durable.operationsPerSecond;
  if (ratio < noticeableRatio) {
    return [
      say("commit-rate.normal-no-gain", { settings, recordsPerSecond, recordsPerTransaction }),
    ];
  }
  const isShown =
    worthOfCommit(small, facts) === "promised" && facts.evidence !== "flushes-missing";
  const promise = whyVolumeAnswersAtOnce(facts) !== null ? "none" : isShown ? "kept" : "unshown";
  return [
    say("commit-rate.normal", { settings, recordsPerSecond, recordsPerTransaction, ratio }),
    ...(checkpoints === null ? [] : [say("commit-rate.normal-checkpoints", { checkpoints })]),
    say("commit-rate.normal-loses", { promise }),
  ];
}

/**
 * The sentence on the rate of most programs on macOS, which use plain fsync, with batches of the
 * same size.
 */
function ordinaryOnMac(report: UnjudgedReport, small: MeasuredCommits): Paragraph {
  const variant = small.variant.replace(fullFlush, "");
  const ordinary = batchesOf(report, variant, small.engine).find(
    ({ recordsPerTransaction }) => recordsPerTransaction === small.recordsPerTransaction,
  );
  if (ordinary === undefined || variant === small.variant) {
    return [];
  }
  const { settings, operationsPerSecond: recordsPerSecond } = ordinary.durable;
  const stopsAtDrive = guaranteeOn("fsync", report.host.os, report.volume) === "os-crash";
  return [say("commit-rate.ordinary", { settings, recordsPerSecond, stopsAtDrive })];
}

/** Compares the measured rate with the published one of the same database. */
function published(report: UnjudgedReport, small: MeasuredCommits): Paragraph {
  const reference = referenceCommits[0];
  const point = reference?.points[0];
  const here =
    reference &&
    batchesOf(report, null, reference.engine).find(
      ({ recordsPerTransaction }) => recordsPerTransaction === point?.recordsPerTransaction,
    );
  if (!reference || !point || !here) {
    return [];
  }
  const figures = {
    name: reference.name,
    recordsPerSecond: point.durableOperationsPerSecond,
    recordsPerTransaction: point.recordsPerTransaction,
    source: reference.sourceName,
  };
  return here === small
    ? [say("commit-rate.published", figures)]
    : [
        say("commit-rate.published-beside", {
          ...figures,
          engine: here.engine,
          variant: here.variant,
          hereRecordsPerSecond: here.durable.operationsPerSecond,
        }),
      ];
}

/**
 * The result that represents all databases: SQLite, because most programs use it, with a
 * write-ahead log and on macOS with F_FULLFSYNC, so that it is as safe as elsewhere; otherwise the
 * first database measured. Of its results the one with the smallest batch counts, in which a commit
 * weighs most.
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

/** The same database's result with a thousand records at a time, or its largest batch. */
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

/**
 * Flushes per commit if SQLite represents the databases (`smallestBatch()`); `null` if it does not,
 * or if the flushes were not counted.
 */
export function fewestFlushes(report: UnjudgedReport): number | null {
  const small = smallestBatch(report);
  return small?.engine === "sqlite" ? small.durable.deviceFlushesPerCommit : null;
}
