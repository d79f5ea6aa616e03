import type { ChunkedPlan } from "#contract/workloads/chunked-writes";
import type { EventOf } from "#contract/workloads/index";
import type { UnjudgedReport } from "../../facts/facts";
import type { BrokenMode } from "../../facts/told";
import { collect } from "../collect";
import { buildChunked } from "./results";

export { findingCodes } from "./codes";
export { chunkedFindings as findings } from "./findings";
export { hasFigures } from "./results";

export const reduce = (plan: ChunkedPlan) =>
  collect(
    ({ counts }: EventOf<"chunked-writes">) => ({ endedWithBytes: counts?.bytes ?? 0 }),
    (turns) => ({ chunked: turns.length > 0 ? buildChunked(turns, plan) : null }),
  );

export const rewrittenBytes = ({ totalBytes }: ChunkedPlan) => totalBytes;

export function brokenModes({ chunked }: UnjudgedReport): BrokenMode[] {
  return (chunked?.modes ?? []).filter(({ status }) => status === "failed");
}
