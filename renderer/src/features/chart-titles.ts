import { formatBlockBytes } from "../../../electron/analysis/format";
import type { RunPlan } from "../../../electron/contract/run-plan";
import type { WorkloadId } from "../../../electron/contract/workloads";

/** What each chart shows, with the amounts of this run. */
export function chartTitles({ workloads }: RunPlan): Readonly<Record<WorkloadId, string>> {
  const size = formatBlockBytes;
  const interval = workloads["sync-interval"];
  const chunked = workloads["chunked-writes"];
  return {
    "flush-modes": "Saves per second, by the way of saving",
    "buffer-sweep": "Speed, by the size of one write",
    "sync-interval": `Time to write ${size(interval.totalBytes)}, by how often it is confirmed`,
    "chunked-writes": `Time to write ${size(chunked.totalBytes)} in chunks of ${size(chunked.chunkBytes)}, each confirmed`,
    commits: "Records a database saves per second, by how many it saves at a time",
    "sustained-write": "Speed of one long write",
  };
}
