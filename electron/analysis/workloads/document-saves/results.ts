import type { DriveError } from "#contract/drive-error";
import type { DocumentCounts, DocumentSave, DocumentWay } from "#contract/workloads/document-saves";
import { medianInterval, ratiosByRound } from "../../confidence";
import { outcomeOfRounds } from "../../reasons";
import { iopsOf, median, mergeLatency, summarizeLatency } from "../../statistics";

/** Measurements of one save method with one document size in one round. */
export interface DocumentRound {
  readonly way: DocumentWay;
  readonly documentBytes: number;
  readonly round: number;
  readonly systemCall: string;
  /** The system's error text if it refused; `counts` is then `null`. */
  readonly refusal: string | null;
  readonly counts: DocumentCounts | null;
  readonly error: DriveError | null;
}

/**
 * One entry for each size and method, the smallest first. The rate is the median of the rounds; a
 * round that was stopped or failed has none.
 */
export function buildDocumentSaves(rounds: readonly DocumentRound[]): DocumentSave[] {
  const groups = new Map<string, DocumentRound[]>();
  for (const round of rounds) {
    const key = `${round.documentBytes} ${round.way}`;
    groups.set(key, [...(groups.get(key) ?? []), round]);
  }
  return [...groups.values()]
    .flatMap((group) => saveOf(group))
    .sort((a, b) => a.documentBytes - b.documentBytes);
}

/** Ratios of two methods' documents a second, for each round that measured both. */
export function documentRatios(fast: DocumentSave, slow: DocumentSave): number[] {
  return ratiosByRound(ratesByRound(fast), ratesByRound(slow));
}

function ratesByRound({ rounds }: DocumentSave): Map<number, number> {
  return new Map(rounds.map(({ round, documentsPerSecond }) => [round, documentsPerSecond]));
}

function saveOf(group: readonly DocumentRound[]): DocumentSave[] {
  const [first] = group;
  if (first === undefined) {
    return [];
  }
  const counted = group.flatMap(({ round, counts }) =>
    counts !== null && isWhole(counts) ? [{ round, ...counts }] : [],
  );
  const rates = counted.map(({ documents, elapsedNs }) => iopsOf(documents, elapsedNs));
  const documents = counted.reduce((sum, round) => sum + round.documents, 0);
  const flushes = counted.map(({ deviceFlushes }) => deviceFlushes);
  return [
    {
      way: first.way,
      documentBytes: first.documentBytes,
      systemCall: first.systemCall,
      ...outcomeOfRounds(group, rates.length > 0),
      documents,
      documentsPerSecond: rates.length > 0 ? median(rates) : null,
      documentsPerSecondInterval: medianInterval(rates),
      rounds: counted.map((round) => ({
        round: round.round,
        documents: round.documents,
        elapsedNs: round.elapsedNs,
        documentsPerSecond: iopsOf(round.documents, round.elapsedNs),
        deviceFlushes: round.deviceFlushes,
      })),
      latencyNs: summarizeLatency(mergeLatency(counted.map(({ latency }) => latency))),
      deviceFlushesPerDocument:
        documents === 0 || flushes.includes(null)
          ? null
          : flushes.reduce<number>((sum, count) => sum + (count ?? 0), 0) / documents,
    },
  ];
}

function isWhole({ endedBy, documents, elapsedNs }: DocumentCounts): boolean {
  return (endedBy === "time" || endedBy === "bytes") && documents > 0 && elapsedNs > 0;
}
