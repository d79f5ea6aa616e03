import type { FlushRoundCounts } from "../../electron/contract/engine-messages";

/** A measured round of one second in which every operation took the same time. */
export function sampleRound(changes: Partial<FlushRoundCounts> = {}): FlushRoundCounts {
  const operations = changes.operations ?? 1000;
  const elapsedNs = changes.elapsedNs ?? 1_000_000_000;
  const eachNs = operations > 0 ? Math.round(elapsedNs / operations) : 0;
  return {
    mode: "fsync",
    round: 0,
    operations,
    bytes: operations * 4096,
    elapsedNs,
    cpuUserNs: 1_000_000,
    cpuSystemNs: 20_000_000,
    latency: {
      valuesNs: operations > 0 ? [eachNs] : [],
      counts: operations > 0 ? [operations] : [],
      minNs: eachNs,
      maxNs: eachNs,
      sumNs: eachNs * operations,
    },
    deviceFlushes: operations,
    endedBy: "time",
    ...changes,
  };
}
