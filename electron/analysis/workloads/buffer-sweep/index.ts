import type { WorkloadResults } from "#contract/workloads/index";
import type { Facts, UnjudgedReport } from "../../facts/facts";
import type { LongWrite } from "../../facts/told";
import type { FindingDraft } from "./codes";
import { directFindings } from "./direct-writes";
import { throughputFindings } from "./throughput";

export { findingCodes } from "./codes";
export { reduce } from "./reduce";
export { sweepSpeed as plainSpeed } from "./throughput";

export function findings(facts: Facts): FindingDraft[] {
  return [...throughputFindings(facts), ...directFindings(facts)];
}

/** The longest write of this workload is the stream at the end of the sweep. */
export function longWrite({ stream }: UnjudgedReport): LongWrite | null {
  return stream && { ...stream, hasFallen: false };
}

export function fastestBytesPerSecond({ stream }: UnjudgedReport): number {
  return stream?.bytesPerSecond ?? 0;
}

export function hasFigures({ bufferSweeps, stream }: WorkloadResults): boolean {
  return stream !== null || bufferSweeps.some(({ points }) => points.length > 0);
}
