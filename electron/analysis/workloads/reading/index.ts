import type { ReadingPlan } from "#contract/workloads/reading";
import type { UnjudgedReport } from "../../facts/facts";
import { isPlaceUnknown } from "../../guarantee";
import { fastestStretch } from "../../timeline";
import type { Around } from "../home";
import { ReadingReducer } from "./reduce";

export { findingCodes } from "./codes";
export { readingFindings as findings } from "./findings";
export { longRead } from "./long-read";
export { hasFigures } from "./results";

export const reduce = (plan: ReadingPlan, { isVirtual, volume }: Around) =>
  new ReadingReducer(plan, isVirtual || volume.drive.kind === "network" || isPlaceUnknown(volume));

export const rewrittenBytes = ({ fileBytes }: ReadingPlan) => fileBytes;

export function fastestBytesPerSecond({ reading }: UnjudgedReport): number {
  const writes = reading
    .filter(({ readShare }) => readShare === 0)
    .filter(({ status }) => status === "measured");
  return Math.max(
    fastestStretch(writes.flatMap(({ timeline }) => timeline)),
    ...writes.map(({ bytesPerSecond }) => bytesPerSecond ?? 0),
  );
}
