import { referenceCommits } from "#analysis/workloads/commits/published";
import type { OperatingSystem } from "#contract/flush-mode";
import type { LiveState } from "#contract/live-state";
import type { CommitDatabase, CommitResult, CommitsPlan } from "#contract/workloads/commits";
import type { PublishedSeries } from "#tables/shared-columns";
import {
  absenceOfRates,
  byVariant,
  type CommitVariant,
  commonAbsence,
  settingsOf,
  type VariantResults,
} from "#tables/workloads/commits";
import { measured } from "#text/measured";
import { commitsScreen, databaseLabel, ratioNote } from "#text/workloads/commits";
import type { ChartRow } from "../../charts/parts/chart-rows";

export function reportCommitPanels(
  commits: readonly CommitResult[],
  os: OperatingSystem,
  published: PublishedCommits | null,
): CommitPanel[] {
  return byVariant(commits).map((group) =>
    panelOf(
      group,
      group.results.map(({ recordsPerTransaction }) => recordsPerTransaction),
      os,
      published,
    ),
  );
}

/** The panels while the test runs: every database and journal mode from the beginning. */
export function liveCommitPanels(
  live: LiveState,
  os: OperatingSystem,
  published: PublishedCommits | null,
): CommitPanel[] {
  const batches = live.plan.workloads.commits.shapes.map((shape) => shape.recordsPerTransaction);
  const current = live.step?.kind === "commit-run" ? live.step : null;
  return liveVariants(live, os).map((group) => {
    const panel = panelOf(group, batches, os, published);
    const records = current && isSame(current, group) ? current.recordsPerTransaction : null;
    const rows = panel.rows.map((row) => ({ ...row, current: row.id === String(records) }));
    return { ...panel, rows };
  });
}

/**
 * The variants that the engine reported. While it measures the first batch size, the system's usual
 * ones are included, so that panels do not appear one by one.
 */
function liveVariants({ plan, commits }: LiveState, os: OperatingSystem): VariantResults[] {
  const [first] = plan.workloads.commits.shapes;
  const told = byVariant(commits ?? []);
  const isBeginning = (commits ?? []).every(
    ({ recordsPerTransaction }) => recordsPerTransaction === first?.recordsPerTransaction,
  );
  const expected = expectedVariants(plan.workloads.commits, os);
  const awaited = expected.flatMap((variant) => {
    const known = told.find((group) => isSame(group, variant));
    return known ?? (isBeginning ? { ...variant, results: [] } : []);
  });
  return [...awaited, ...told.filter((group) => !expected.some((known) => isSame(known, group)))];
}

/** The databases' usual variants, in the order of the addon (`native/src/databases`). */
function expectedVariants({ engines }: CommitsPlan, os: OperatingSystem): CommitVariant[] {
  const hasFullFlush = (engine: CommitDatabase) => os === "macos" && engine === "sqlite";
  return engines.flatMap((engine) => {
    const usual = usualVariants[engine];
    const full = hasFullFlush(engine) ? usual.map((variant) => `${variant}${fullFlush}`) : [];
    return [...usual, ...full].map((variant) => ({ engine, variant }));
  });
}

/**
 * Without `fullfsync` SQLite on macOS uses plain fsync, which returns before the drive has stored
 * anything (https://www.sqlite.org/pragma.html#pragma_fullfsync).
 */
const fullFlush = "-fullfsync";

const usualVariants: Readonly<Record<CommitDatabase, readonly string[]>> = {
  "append-log": ["log"],
  sqlite: ["wal", "rollback"],
  mdbx: ["mdbx"],
};

function isSame(a: CommitVariant, b: CommitVariant): boolean {
  return a.engine === b.engine && a.variant === b.variant;
}

function panelOf(
  { engine, variant, results }: VariantResults,
  batches: readonly number[],
  os: OperatingSystem,
  published: PublishedCommits | null,
): CommitPanel {
  const absence = commonAbsence(results);
  const marks = absence === null && published?.engine === engine ? published.batches : [];
  return {
    id: `${engine} ${variant}`,
    name: databaseLabel({ engine, variant }),
    settings: shortSettings(settingsOf(results).durable ?? ""),
    absence,
    onlyHandsOver: os === "macos" && engine === "sqlite" && !variant.endsWith(fullFlush),
    rows: batches.map((records): CommitRow => {
      const result = results.find((done) => done.recordsPerTransaction === records) ?? null;
      return {
        id: String(records),
        label: commitsScreen.atATime({ records: records }),
        absence: absence === null && result !== null ? absenceOfRates(result) : null,
        durable: result?.durable?.operationsPerSecond ?? null,
        normal: result?.normal?.operationsPerSecond ?? null,
        relaxed: result?.relaxed?.operationsPerSecond ?? null,
        note: ratioNote(result?.ratio ?? null),
        published: marks.find((batch) => batch.recordsPerTransaction === records) ?? null,
      };
    }),
  };
}

/** The settings without the calls they result in, for the narrow heading of a chart. */
export function shortSettings(settings: string): string {
  return settings.split(": ")[0] ?? settings;
}

/** Records per second with and without waiting; `null` if not measured yet or not available. */
interface CommitRates {
  readonly durable: number | null;
  readonly relaxed: number | null;
}

/** One batch size of one database and journal mode. */
export interface CommitRow extends ChartRow, CommitRates {
  /** Rate with flushes at checkpoints only; also `null` if the database has no such setting. */
  readonly normal: number | null;
  /** How many times as fast without waiting: shown after the lower bar. */
  readonly note: string | null;
  /** The same batch's figures published for another computer. */
  readonly published: CommitRates | null;
}

/** One database and journal mode, with a row for every batch size. */
export interface CommitPanel {
  readonly id: string;
  readonly name: string;
  /** The durable settings in small type, if known. */
  readonly settings: string;
  /** Why there is no figure at all; the rows do not repeat it. */
  readonly absence: string | null;
  /** The durable setting returns once the drive has received the data, before it has stored it. */
  readonly onlyHandsOver: boolean;
  readonly rows: readonly CommitRow[];
}

interface PublishedCommits extends PublishedSeries {
  readonly engine: CommitDatabase;
  readonly batches: readonly (CommitRates & { readonly recordsPerTransaction: number })[];
}

export function publishedCommits(): PublishedCommits | null {
  const [run] = referenceCommits;
  return run === undefined
    ? null
    : {
        name: measured.published({ name: run.name }),
        source: run.sourceName,
        engine: run.engine,
        batches: run.points.map((point) => ({
          recordsPerTransaction: point.recordsPerTransaction,
          durable: point.durableOperationsPerSecond,
          relaxed: point.relaxedOperationsPerSecond,
        })),
      };
}
