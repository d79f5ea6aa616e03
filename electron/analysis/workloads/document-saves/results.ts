import type { DocumentCounts, DocumentSave } from "#contract/workloads/document-saves";
import type { EventOf, WorkloadResults } from "#contract/workloads/index";
import { medianInterval, ratiosByRound } from "../../confidence";
import { grouped } from "../../grouped";
import { outcomeOfRounds } from "../../reasons";
import {
  flushesPerOperation,
  iopsOf,
  median,
  mergeLatency,
  sum,
  summarizeLatency,
} from "../../statistics";

/** Measurements of one save method with one document size in one round. */
export type DocumentRound = Omit<EventOf<"document-saves">, "type">;

/**
 * One entry for each size and method, the smallest size first, with the median of its rounds. A
 * round that was stopped or failed has no rate.
 */
export function buildDocumentSaves(rounds: readonly DocumentRound[]): DocumentSave[] {
  return grouped(rounds, ({ documentBytes, way }) => `${documentBytes} ${way}`)
    .map(saveOf)
    .sort((a, b) => a.documentBytes - b.documentBytes);
}

/** Ratios of two methods' documents a second, for each round that measured both. */
export function documentRatios(fast: DocumentSave, slow: DocumentSave): number[] {
  return ratiosByRound(ratesByRound(fast), ratesByRound(slow));
}

function ratesByRound({ rounds }: DocumentSave): Map<number, number> {
  return new Map(rounds.map(({ round, documentsPerSecond }) => [round, documentsPerSecond]));
}

function saveOf(group: readonly [DocumentRound, ...DocumentRound[]]): DocumentSave {
  const [{ way, documentBytes, systemCall }] = group;
  const counted = group.flatMap(({ round, counts }) =>
    counts !== null && isWhole(counts) ? [{ round, ...counts }] : [],
  );
  const rates = counted.map(({ documents, elapsedNs }) => iopsOf(documents, elapsedNs));
  return {
    way,
    documentBytes,
    systemCall,
    ...outcomeOfRounds(group, rates.length > 0),
    documents: sum(counted.map(({ documents }) => documents)),
    documentsPerSecond: rates.length > 0 ? median(rates) : null,
    documentsPerSecondInterval: medianInterval(rates),
    rounds: counted.map(({ round, documents, elapsedNs, deviceFlushes }) => ({
      round,
      documents,
      elapsedNs,
      documentsPerSecond: iopsOf(documents, elapsedNs),
      deviceFlushes,
    })),
    latencyNs: summarizeLatency(mergeLatency(counted.map(({ latency }) => latency))),
    deviceFlushesPerDocument: flushesPerOperation(
      counted.map(({ documents, deviceFlushes }) => ({ operations: documents, deviceFlushes })),
    ),
  };
}

function isWhole({ endedBy, documents, elapsedNs }: DocumentCounts): boolean {
  return (endedBy === "time" || endedBy === "bytes") && documents > 0 && elapsedNs > 0;
}

export function hasFigures({ documentSaves }: WorkloadResults): boolean {
  return (documentSaves ?? []).some(({ documentsPerSecond }) => documentsPerSecond !== null);
}
