import type { UnjudgedReport } from "../../facts/facts";
import type { LongRead } from "../../facts/told";
import { loadOf } from "./findings";

/** The sequential read with the most requests in flight that was tried. */
export function longRead(report: Pick<UnjudgedReport, "reading">): LongRead | null {
  const tried = report.reading
    .filter(({ pattern, readShare }) => pattern === "sequential" && readShare === 1)
    .map((load) => load.requests);
  const requests = Math.max(...tried);
  const load = loadOf(report, { pattern: "sequential", readShare: 1, requests });
  if (load === null) {
    return null;
  }
  const { bytesPerSecond, blockBytes, rounds, answeredBy } = load;
  const movedBytes = rounds.reduce((sum, { reads }) => sum + reads * blockBytes, 0);
  return { bytesPerSecond, blockBytes, requests, movedBytes, isFromDrive: answeredBy === "drive" };
}
