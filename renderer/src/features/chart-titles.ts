import { formatBlockBytes } from "../../../electron/analysis/format";
import type { RunPlan, TestName } from "../../../electron/contract/run-plan";

/** What each chart shows, with the amounts of this run. */
export function chartTitles({ interval, chunked }: RunPlan): Readonly<Record<TestName, string>> {
  const size = formatBlockBytes;
  return {
    flush: "Saves per second, by the way of saving",
    buffer: "Speed, by the size of one write",
    interval: `Time to write ${size(interval.totalBytes)}, by how often it is confirmed`,
    chunked: `Time to write ${size(chunked.totalBytes)} in chunks of ${size(chunked.chunkBytes)}, each confirmed`,
    commits: "Records a database saves per second, by how many it saves at a time",
    sustained: "Speed of one long write",
  };
}
