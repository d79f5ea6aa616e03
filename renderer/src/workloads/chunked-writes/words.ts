import type { RunPlan } from "../../../../electron/contract/run-plan";
import { formatBlockBytes } from "../../../../electron/text/format";

export const name = "Saving in chunks";
export const purpose = "A large file in pieces, each of them confirmed.";
export const sentence = () => "Writing a large file in chunks, each of them confirmed.";

export function title({ workloads }: RunPlan): string {
  const { totalBytes, chunkBytes } = workloads["chunked-writes"];
  return `Time to write ${formatBlockBytes(totalBytes)} in chunks of ${formatBlockBytes(chunkBytes)}, each confirmed`;
}
