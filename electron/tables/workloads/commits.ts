import { grouped } from "#analysis/grouped";
import { hasLeftOut } from "#analysis/verdict/failures";
import { normalRatio, sidesOf } from "#analysis/workloads/commits/results";
import type { Report } from "#contract/report";
import type {
  CommitDatabase,
  CommitDurability,
  CommitResult,
  CommitSide,
} from "#contract/workloads/commits";
import { formatCount, formatRate } from "#text/format";
import { measured } from "#text/measured";
import { tableText } from "#text/tables";
import {
  commitsScreen,
  databaseLabel,
  gainWords,
  commitsTable as text,
} from "#text/workloads/commits";
import type { CsvRow } from "../csv";
import { absenceOf } from "../modes";
import { latencies, type PublishedSeries, perSave, publishedColumn } from "../shared-columns";
import { figure, strong, type Table, tableOf } from "../table";

/** One table for the terminal; for experts, one per database engine and journal. */
export function tables({ commits }: Report): Table[] {
  const results = commits ?? [];
  return [overviewTable(results), ...byVariant(results).map(variantTable)];
}

/** One row per database and batch: the safe setting, then those that can lose data. */
function overviewTable(results: readonly CommitResult[]): Table {
  const hasNormal = results.some(({ normal }) => normal !== null);
  return tableOf<CommitResult>({
    caption: text.short(),
    look: "ladder",
    first: { terminal: text.short() },
    widths: hasNormal ? [24, 9, 9, 9, 9, 9, 9, 9, 7] : [24, 10, 10, 10, 10, 10, 10, 8],
    columns: [
      figure({ terminal: text.atATime() }, formatCount, (of) => of.recordsPerTransaction),
      figure({ terminal: text.waitedFor() }, formatRate, (of) => of.durable?.operationsPerSecond),
      ...latencies<CommitResult>(["p50", "p99"], ({ durable }) => durable?.commitLatencyNs, true),
      perSave({ terminal: text.flushesShort() }, (of) => of.durable?.deviceFlushesPerCommit),
      ...(hasNormal
        ? [
            figure<CommitResult>(
              { terminal: text.middle() },
              formatRate,
              (of) => of.normal?.operationsPerSecond,
            ),
          ]
        : []),
      figure({ terminal: text.fast() }, formatRate, (of) => of.relaxed?.operationsPerSecond),
      figure({ terminal: text.ratio() }, formatRate, (of) => of.ratio),
    ],
    of: results.map((result) => (result.status === "measured" ? result : { ...result, ...none })),
    row: ({ engine, variant, ...result }) => ({
      name: databaseLabel({ engine, variant }),
      id: `${engine} ${variant}`,
      absence: absenceOf(result, result.durable?.operationsPerSecond ?? null),
    }),
  });
}

/** For a failed database: a table without room for the reason must not show rates. */
const none = { durable: null, normal: null, relaxed: null, ratio: null };

/** A batch of one database with one setting. */
interface Run {
  readonly name: string;
  readonly absence: string | null;
  readonly durability?: CommitDurability;
  readonly side?: CommitSide | null;
  readonly ratio?: number | null;
  readonly failure?: string | null;
}

function variantTable({ engine, variant, results }: VariantResults): Table {
  const { durable, normal, relaxed } = settingsOf(results);
  return tableOf<Run>({
    caption: text.caption({ variant: databaseLabel({ engine, variant }) }),
    calls: [
      ...(durable === null ? [] : [text.settingsDurable({ settings: durable })]),
      ...(normal === null ? [] : [text.settingsNormal({ settings: normal })]),
      ...(relaxed === null ? [] : [text.settingsRelaxed({ settings: relaxed })]),
    ],
    look: "ladder",
    first: { figures: text.records() },
    columns: [
      figure({ figures: text.rate() }, formatRate, (of) => of.side?.operationsPerSecond, {
        ...strong,
        remarks: remarksOf,
      }),
      ...latencies<Run>(["p50", "p90", "p99", "max"], ({ side }) => side?.commitLatencyNs),
      figure({ figures: text.commits() }, formatCount, ({ side }) => side?.transactions),
      perSave({ figures: text.flushes() }, ({ side }) => side?.deviceFlushesPerCommit),
      ...(normal === null
        ? []
        : [
            figure<Run>(
              { figures: text.checkpoints() },
              formatCount,
              ({ side }) => side?.checkpoints,
            ),
          ]),
      {
        heads: { figures: text.found() },
        text: ({ side }) => (side == null ? null : foundWords(side)),
        isStrong: ({ side }) => side?.recordsFound !== side?.records,
      },
    ],
    of: runsOf(results),
    row: ({ name, absence, durability, failure }) => ({
      name,
      absence,
      aside: durability === undefined ? null : text[durability](),
      remarks: failure == null ? [] : [tableText.failed({ reason: failure })],
    }),
  });
}

/** One run per batch size and setting; a single one if all lack figures for the same reason. */
function runsOf(results: readonly CommitResult[]): Run[] {
  const common = commonAbsence(results);
  if (common !== null) {
    return [{ name: text.everyBatch(), absence: common }];
  }
  return results.flatMap((result): Run[] => {
    const name = commitsScreen.atATime({ records: result.recordsPerTransaction });
    const absence = absenceOfRates(result);
    if (absence !== null) {
      return [{ name, absence }];
    }
    return durabilitiesOf(result).map((durability) => ({
      name,
      absence: result[durability] === null ? measured.notMeasured() : null,
      durability,
      side: result[durability],
      ratio: ratioOf(result, durability),
      failure: result.status === "failed" && durability === "durable" ? result.reason : null,
    }));
  });
}

/** Includes the normal setting only if it has figures: most databases have no such setting. */
function durabilitiesOf({ normal }: CommitResult): CommitDurability[] {
  return normal === null ? ["durable", "relaxed"] : ["durable", "normal", "relaxed"];
}

function ratioOf(result: CommitResult, durability: CommitDurability): number | null {
  return durability === "normal"
    ? normalRatio(result)
    : durability === "relaxed"
      ? result.ratio
      : null;
}

function remarksOf({ ratio = null, side }: Run): string[] {
  const gain = gainWords(ratio);
  return [...(gain === null ? [] : [gain]), ...(side?.cutShort ? [text.cutShort()] : [])];
}

function foundWords({ recordsFound, records }: CommitSide): string {
  return recordsFound === records
    ? formatCount(recordsFound)
    : text.foundOf({ found: formatCount(recordsFound), records: formatCount(records) });
}

/** The chart of one batch as text for a screen reader. */
export interface Batch {
  readonly name: string;
  readonly absence: string | null;
  readonly durable: number | null;
  readonly normal: number | null;
  readonly relaxed: number | null;
  readonly note: string | null;
  /** Rates published for the same batch. */
  readonly published?: { readonly durable: number | null; readonly relaxed: number | null } | null;
}

export function batchesTable(
  batches: readonly Batch[],
  published: PublishedSeries | null = null,
): Table {
  const hasNormal = batches.some(({ normal }) => normal !== null);
  return tableOf<Batch>({
    caption: text.short(),
    look: "ladder",
    first: { hidden: text.databaseAndBatch() },
    columns: [
      figure({ hidden: text.confirmed() }, formatRate, (of) => of.durable),
      ...(hasNormal
        ? [figure<Batch>({ hidden: text.atCheckpoints() }, formatRate, (of) => of.normal)]
        : []),
      figure({ hidden: text.notWaitedFor() }, formatRate, (of) => of.relaxed),
      { heads: { hidden: text.gain() }, text: (of) => of.note },
      ...publishedColumn<Batch>(
        published,
        formatRate,
        (of) => of.published?.durable,
        text.publishedConfirmed,
      ),
      ...publishedColumn<Batch>(
        published,
        formatRate,
        (of) => of.published?.relaxed,
        text.publishedNotWaitedFor,
      ),
    ],
    of: batches,
    row: ({ name, absence, durable, normal, relaxed }) => ({
      name,
      absence:
        absence ??
        ([durable, normal, relaxed].every((rate) => rate === null) ? measured.notMeasured() : null),
    }),
  });
}

/** A database engine with its kind of journal. */
export interface CommitVariant {
  readonly engine: CommitDatabase;
  readonly variant: string;
}

/** The results of one engine and journal, smallest batch first. */
export interface VariantResults extends CommitVariant {
  readonly results: readonly CommitResult[];
}

export function byVariant(commits: readonly CommitResult[]): VariantResults[] {
  return grouped(commits, ({ engine, variant }) => `${engine} ${variant}`).map((results) => {
    const [{ engine, variant }] = results;
    return { engine, variant, results };
  });
}

/** The exact settings per durability, as far as the engine ran. */
export function settingsOf(
  results: readonly CommitResult[],
): Readonly<Record<CommitDurability, string | null>> {
  const side = (name: CommitDurability) =>
    results.find((result) => result[name] !== null)?.[name]?.settings ?? null;
  return { durable: side("durable"), normal: side("normal"), relaxed: side("relaxed") };
}

/** Why no batch size has a figure; `null` if the reasons differ or a batch size has a figure. */
export function commonAbsence(results: readonly CommitResult[]): string | null {
  const [first, ...others] = new Set(results.map(absenceOfRates));
  return first === undefined || others.length > 0 ? null : first;
}

/** Why a batch has no rate; `null` if it has one. */
export function absenceOfRates(result: CommitResult): string | null {
  return absenceOf(result, sidesOf(result)[0]?.operationsPerSecond ?? null);
}

/** One row per database, batch and setting. */
export function csvRows({ commits, warnings }: Report): CsvRow[] {
  // Which settings were left out is in no field of the report.
  const missing = hasLeftOut({ warnings }) ? measured.notMeasured() : measured.notReached();
  return (commits ?? []).flatMap((result) =>
    durabilitiesOf(result).map((durability) => {
      const { engine, variant, recordsPerTransaction, status, reason } = result;
      const side = result[durability];
      const { commitLatencyNs: _, ...figures } = side ?? {};
      // If a run is stopped, a batch can be "measured" although one of its settings is missing.
      const outcome =
        side === null && status === "measured"
          ? { status: "unavailable", reason: missing }
          : { status, reason };
      return { engine, variant, durability, ...outcome, recordsPerTransaction, ...figures };
    }),
  );
}

export const isLastInCsv = true;
