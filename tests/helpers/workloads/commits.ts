import { buildCommits, type CommitRun } from "#analysis/workloads/commits/results";
import type {
  CommitCounts,
  CommitDatabase,
  CommitDurability,
  CommitResult,
  CommitsPlan,
} from "#contract/workloads/commits";
import type { Step } from "#contract/workloads/index";
import { commitSteps } from "../../../electron/engine-host/workloads/commits";
import { fakeNativeEngine } from "../fake-native-engine";
import type { Inspected, On } from "./home";
import { sampleLatency } from "./latency";

/**
 * Database-commit results for tests: counts of an invented machine that go through the real
 * arithmetic. The defaults are those of an ordinary laptop with Linux: 0.7 ms for a flush, a few
 * microseconds for a record.
 */

export interface SampleVariant {
  readonly engine: CommitDatabase;
  readonly variant: string;
  readonly durableSettings: string;
  /** Absent if the database has no `normal` setting between durable and relaxed. */
  readonly normalSettings?: string;
  readonly relaxedSettings: string;
  /** Time in ns for one record, and for one commit without its flushes. */
  readonly recordNs: number;
  readonly commitNs: number;
  readonly flushesPerCommit: number;
  /** Why the database is not available, in words. */
  readonly refusal?: string;
  /** False if the run ended before this variant was measured. */
  readonly isReached?: false;
}

/** The variants of the addon on Linux, with all databases built in. */
export const sampleVariants: readonly SampleVariant[] = [
  {
    engine: "append-log",
    variant: "log",
    durableSettings: "write(fd) + fdatasync(fd)",
    relaxedSettings: "write(fd)",
    recordNs: 300,
    commitNs: 2000,
    flushesPerCommit: 1,
  },
  {
    engine: "sqlite",
    variant: "wal",
    durableSettings: "journal_mode=WAL, synchronous=FULL",
    normalSettings: "journal_mode=WAL, synchronous=NORMAL: fdatasync(fd) at checkpoints",
    relaxedSettings: "journal_mode=WAL, synchronous=OFF",
    recordNs: 2500,
    commitNs: 25_000,
    flushesPerCommit: 1,
  },
  {
    engine: "sqlite",
    variant: "rollback",
    durableSettings: "journal_mode=DELETE, synchronous=FULL",
    relaxedSettings: "journal_mode=DELETE, synchronous=OFF",
    recordNs: 2500,
    commitNs: 60_000,
    flushesPerCommit: 4,
  },
  {
    engine: "mdbx",
    variant: "mdbx",
    durableSettings: "MDBX_SYNC_DURABLE",
    relaxedSettings: "MDBX_SAFE_NOSYNC",
    recordNs: 1200,
    commitNs: 30_000,
    flushesPerCommit: 1,
  },
];

export interface SampleCommits {
  readonly variants?: readonly SampleVariant[];
  /** Time in ns of one flush; 0 if commits wait for no flush. */
  readonly flushNs?: number;
  /**
   * Share of the requested flushes that the drive receives; `null` if the system does not count
   * flushes.
   */
  readonly flushesSeen?: number | null;
  /** How many records are missing after each durable run. */
  readonly lost?: number;
}

/** Every run of the plan, in the order of the variants. */
export function sampleCommitRuns(plan: CommitsPlan, sample: SampleCommits = {}): CommitRun[] {
  const variants = (sample.variants ?? sampleVariants).filter(({ engine }) =>
    plan.engines.includes(engine),
  );
  return plan.shapes.flatMap((shape) =>
    variants.flatMap((variant) =>
      variant.refusal === undefined && variant.isReached !== false
        ? durabilitiesOf(variant).map((durability) =>
            runOf(plan, shape, variant, durability, sample),
          )
        : [
            {
              ...identityOf(variant, "durable", shape),
              refusal: variant.refusal ?? null,
              counts: null,
            },
          ],
    ),
  );
}

export function sampleCommits(plan: CommitsPlan, sample: SampleCommits = {}): CommitResult[] {
  return buildCommits(sampleCommitRuns(plan, sample));
}

function durabilitiesOf({ normalSettings }: SampleVariant): CommitDurability[] {
  return normalSettings === undefined ? ["durable", "relaxed"] : ["durable", "normal", "relaxed"];
}

type Shape = CommitsPlan["shapes"][number];

function identityOf(
  { engine, variant, durableSettings, normalSettings, relaxedSettings }: SampleVariant,
  durability: CommitRun["durability"],
  { recordsPerTransaction }: Shape,
): Omit<CommitRun, "refusal" | "counts"> {
  const settings = {
    durable: durableSettings,
    normal: normalSettings ?? "",
    relaxed: relaxedSettings,
  }[durability];
  return { engine, variant, durability, settings, recordsPerTransaction, error: null };
}

function runOf(
  plan: CommitsPlan,
  shape: Shape,
  variant: SampleVariant,
  durability: CommitRun["durability"],
  { flushNs = 700_000, flushesSeen = 1, lost = 0 }: SampleCommits,
): CommitRun {
  const isDurable = durability === "durable";
  const flushes = isDurable ? variant.flushesPerCommit : 0;
  const commitNs = variant.commitNs + flushes * flushNs;
  const transactionNs = commitNs + shape.recordsPerTransaction * variant.recordNs;
  const transactions = Math.min(
    shape.transactions,
    Math.max(1, Math.floor(plan.capNs / transactionNs)),
  );
  const counts = sampleCommitCounts({
    transactions,
    records: transactions * shape.recordsPerTransaction,
    recordsFound: transactions * shape.recordsPerTransaction - (isDurable ? lost : 0),
    checkpoints: variant.variant.startsWith("wal") ? Math.floor(transactions / 100) : null,
    elapsedNs: transactions * transactionNs,
    latency: sampleLatency([commitNs, transactions]),
    deviceFlushes: flushesSeen === null ? null : Math.round(transactions * flushes * flushesSeen),
    endedBy: transactions < shape.transactions ? "time" : "complete",
  });
  return { ...identityOf(variant, durability, shape), refusal: null, counts };
}

/** A hundred commits of ten records, a millisecond each; everything can be changed. */
export function sampleCommitCounts(changes: Partial<CommitCounts> = {}): CommitCounts {
  return {
    transactions: 100,
    records: 1000,
    recordsFound: 1000,
    checkpoints: null,
    fileBytes: 262_144,
    bytesWritten: 4_500_000,
    elapsedNs: 100_000_000,
    cpuUserNs: 5_000_000,
    cpuSystemNs: 3_000_000,
    latency: { ...sampleLatency([1_000_000, 100]), minNs: 900_000, sumNs: 95_000_000 },
    deviceFlushes: 100,
    endedBy: "complete",
    ...changes,
  };
}

/** The first `count` commit runs of the plan, in the order of the engine host. */
export function commitsAfter(
  count: number,
  plan: CommitsPlan,
  sample: SampleCommits = {},
): CommitResult[] {
  return buildCommits(commitRuns(plan, sample).slice(0, count));
}

/** The commit runs in the order in which the real engine host makes them. */
export function commitRuns(plan: CommitsPlan, sample: SampleCommits = {}): CommitRun[] {
  const runs = sampleCommitRuns(plan, sample);
  const commitVariants = (sample.variants ?? sampleVariants).map((variant) => ({
    ...variant,
    database: variant.engine,
    normalSettings: variant.normalSettings ?? null,
    refusal: variant.refusal ?? null,
  }));
  return plan.shapes.flatMap(({ recordsPerTransaction }, place) =>
    commitSteps(fakeNativeEngine({ commitVariants }), plan, place).flatMap(
      ({ variant, durability }) =>
        runs.filter(
          (run) =>
            run.recordsPerTransaction === recordsPerTransaction &&
            run.engine === variant.database &&
            run.variant === variant.variant &&
            (durability === null || run.durability === durability),
        ),
    ),
  );
}

interface Options {
  readonly commits?: SampleCommits;
}

export const ordinary: Options = { commits: {} };

export function results({ commits }: Options, { plan }: On<"commits">) {
  return commits ? { commits: sampleCommits(plan, commits) } : null;
}

export function steps(plan: CommitsPlan): Step[] {
  return commitRuns(plan).map(({ engine, variant, durability, recordsPerTransaction }) => ({
    kind: "commit-run",
    engine,
    variant,
    durability,
    recordsPerTransaction,
  }));
}

export function live(plan: CommitsPlan, done: readonly Step[]) {
  return { commits: commitsAfter(done.length, plan) };
}

export const inspected: Inspected = {
  figure: ".commit-bar .chart-value",
  figures: ({ commits }) => sidesOf(commits).length,
  printed: ({ commits }) =>
    (commits ?? []).flatMap(({ durable, relaxed }) => [
      `durable: ${durable?.settings.slice(0, 24)}`,
      `relaxed: ${relaxed?.settings.slice(0, 24)}`,
    ]),
  csvRows: ({ commits }) => sidesOf(commits).length,
};

/**
 * The measured settings of every database: durable, relaxed and, if the database flushes at
 * checkpoints only, normal.
 */
const sidesOf = (commits: readonly CommitResult[] | null) =>
  (commits ?? [])
    .flatMap(({ durable, normal, relaxed }) => [durable, normal, relaxed])
    .filter((side) => side !== null);
