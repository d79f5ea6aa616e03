import type { Paragraph, Statement } from "#contract/statement";
import type { CommitResult, CommitSide } from "#contract/workloads/commits";
import type { statements } from "#text/workloads/commits";
import type { Facts, UnjudgedReport } from "../../facts/facts";
import { whyVolumeAnswersAtOnce } from "../../facts/unwaited";
import { isConfirmed, isShortOfFlushes, type Worth, worthOf } from "../../facts/worth";
import { isMemory } from "../../guarantee";
import { sayer } from "../../say";
import type { FindingDraft } from "./codes";
import { referenceCommits } from "./published";
import { normalRatio } from "./results";

const say = sayer<typeof statements>();

/** What the databases can do, in records a second. */

/** A result with its durable side measured; it stands for what programs with databases get. */
export type MeasuredCommits = CommitResult & { readonly durable: CommitSide };

/** Below this the safe and the fast setting count as equally fast. */
export const noticeableRatio = 1.15;
/** Below this, more records at a time gain nothing worth a change in any program. */
const noticeableGain = 2;
const largeBatch = 1000;
/**
 * Flushes of making and closing the database are counted as well, and those of other programs:
 * where none reaches the drive there is still less than this for each commit.
 */
const noFlushesPerCommit = 0.1;
/** The variants that ask a Mac for more than the ordinary flush. */
export const fullFlush = /-fullfsync$/;

/** What one program gets; `null` where no database was measured. */
export function commitMeaning({ report, evidence }: Facts): Statement | null {
  const small = smallestBatch(report);
  if (small === null || evidence === "flushes-missing" || isMemory(report.volume)) {
    return null;
  }
  const large = largeBatchOf(report, small);
  return large === null
    ? say("commit-rate.meaning", fewOf(small))
    : say("commit-rate.meaning-of-two", { ...fewOf(small), ...manyOf(large) });
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
  const { engine, variant, recordsPerTransaction } = small;
  const { settings, transactions, elapsedNs, operationsPerSecond } = small.durable;
  // That none reaches the drive has a finding of its own.
  const isShort =
    engine === "sqlite" && isShortOfFlushes(small.durable.deviceFlushesPerCommit, report);
  const commitsPerSecond = (transactions * 1e9) / elapsedNs;
  return [
    {
      code: "commit-rate",
      severity: isShort && !flushesAreMissing(small, facts) ? "caution" : "info",
      title:
        fast === null
          ? say("commit-rate.title", {
              recordsPerSecond: operationsPerSecond,
              recordsPerTransaction,
            })
          : say("commit-rate.title-gain", {
              many: fast.recordsPerTransaction,
              few: recordsPerTransaction,
              ratio: gainOf(fast, small),
            }),
      seen: [
        say("commit-rate.seen", { engine, variant, commitsPerSecond, settings }),
        large === null
          ? say("commit-rate.throughput", fewOf(small))
          : say("commit-rate.throughput-of-two", { ...fewOf(small), ...manyOf(large) }),
        ...normal(small, facts),
        ...unsafe(small, facts),
        ...ordinaryOnMac(report, small),
        ...published(report, small),
      ],
      means: [
        ...((small.ratio ?? 1) < noticeableRatio
          ? []
          : [
              say("commit-rate.waits", { waitsForDrive: isConfirmed(worthOfCommit(small, facts)) }),
            ]),
        fast === null ? say("commit-rate.means") : say("commit-rate.means-gain"),
        ...(large !== null && fast === null ? [say("commit-rate.no-gain")] : []),
      ],
      todo: null,
    },
  ];
}

/** A drive that needs flushes was sent none, and the mount does not explain it. */
export function flushesAreMissing({ durable }: MeasuredCommits, facts: Facts): boolean {
  const flushes = durable.deviceFlushesPerCommit;
  return (
    facts.report.volume.writeCache === "write-back" &&
    flushes !== null &&
    flushes < noFlushesPerCommit &&
    // What the mount explains has a finding of its own, a graver one.
    whyVolumeAnswersAtOnce(facts) === null
  );
}

/** What its confirmed saves are worth here, by the call with which the database asks for them. */
function worthOfCommit({ engine, variant, durable }: MeasuredCommits, facts: Facts): Worth {
  const { os } = facts.report.host;
  const isHandedOver = os === "macos" && engine === "sqlite" && !fullFlush.test(variant);
  const mode = { linux: "fdatasync", windows: "flush_file_buffers", macos: "f_fullfsync" } as const;
  return worthOf(
    {
      mode: isHandedOver ? "fsync" : mode[os],
      perSecond: (durable.transactions * 1e9) / durable.elapsedNs,
      flushesPerSave: durable.deviceFlushesPerCommit,
    },
    facts,
  );
}

function gainOf(large: MeasuredCommits, small: MeasuredCommits): number {
  return large.durable.operationsPerSecond / small.durable.operationsPerSecond;
}

function fewOf({ recordsPerTransaction, durable }: MeasuredCommits) {
  return { few: recordsPerTransaction, fewPerSecond: durable.operationsPerSecond };
}

function manyOf({ recordsPerTransaction, durable }: MeasuredCommits) {
  return { many: recordsPerTransaction, manyPerSecond: durable.operationsPerSecond };
}

function unsafe(small: MeasuredCommits, facts: Facts): Paragraph {
  const { ratio, relaxed, recordsPerTransaction } = small;
  if (ratio === null || relaxed === null || ratio < noticeableRatio) {
    return [];
  }
  const { settings, operationsPerSecond: recordsPerSecond } = relaxed;
  const figures = { settings, recordsPerSecond, recordsPerTransaction, ratio };
  // Where no drive is known to be waited for saves cost something all the same.
  return isConfirmed(worthOfCommit(small, facts))
    ? [say("commit-rate.unwaited", figures)]
    : [say("commit-rate.relaxed", figures)];
}

/**
 * What the setting between the two gains and what is promised of it: nothing is, where flushes at
 * checkpoints are not known to reach the drive either.
 */
function normal(small: MeasuredCommits, facts: Facts): Paragraph {
  const ratio = normalRatio(small);
  if (small.normal === null || ratio === null) {
    return [];
  }
  const { settings, operationsPerSecond: recordsPerSecond, checkpoints } = small.normal;
  const { recordsPerTransaction } = small;
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

/** What most programs on a Mac get, beside the figure of the full flush. */
function ordinaryOnMac(report: UnjudgedReport, small: MeasuredCommits): Paragraph {
  const ordinary = batchesOf(report, small.variant.replace(fullFlush, ""), small.engine)[0];
  if (ordinary === undefined || ordinary.variant === small.variant) {
    return [];
  }
  const { settings, operationsPerSecond: recordsPerSecond } = ordinary.durable;
  return [say("commit-rate.ordinary", { settings, recordsPerSecond })];
}

/** The database of the published note, here and there. */
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

/** Of SQLite: libmdbx may write with force-unit-access, which no counter shows. */
export function fewestFlushes(report: UnjudgedReport): number | null {
  const small = smallestBatch(report);
  return small?.engine === "sqlite" ? small.durable.deviceFlushesPerCommit : null;
}
