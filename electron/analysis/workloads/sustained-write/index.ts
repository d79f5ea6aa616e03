import type { UnjudgedReport } from "../../facts/facts";
import type { LongWrite } from "../../facts/told";
import { fastestStretch } from "../../timeline";
import { SustainedReducer } from "./reduce";

export { findingCodes } from "./codes";
export { sustainedFindings as findings } from "./findings";
export { throttled } from "./heat";
export { hasFigures } from "./results";

export const reduce = () => new SustainedReducer();

/** The long write including its last flush; `null` if that did not complete. */
export function longWrite({ sustained }: Pick<UnjudgedReport, "sustained">): LongWrite | null {
  if (!sustained || sustained.settleNs === null || sustained.elapsedNs === 0) {
    return null;
  }
  const { bytes, elapsedNs, settleNs, cliff } = sustained;
  const bytesPerSecond = (bytes * 1e9) / (elapsedNs + settleNs);
  return bytes === 0
    ? null
    : { bytes, bytesPerSecond, unbuffered: true, hasFallen: cliff !== null };
}

export function fastestBytesPerSecond({ sustained }: UnjudgedReport): number {
  return fastestStretch(sustained?.points ?? []);
}
