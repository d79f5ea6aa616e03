import type { RunPlan } from "../../../../electron/contract/run-plan";
import type { IntervalStrategy } from "../../../../electron/contract/workloads/sync-interval";
import { formatBlockBytes } from "../../../../electron/text/format";

export const name = "How often to save";
export const purpose = "What it costs to ask for a confirmation more often.";
export const sentence = () => "Writing the same amount again, confirmed more and more often.";

export function title({ workloads }: RunPlan): string {
  const { totalBytes } = workloads["sync-interval"];
  return `Time to write ${formatBlockBytes(totalBytes)}, by how often it is confirmed`;
}

/** How often the data is confirmed, as the row of a chart or table. */
export function strategyLabel(
  strategy: IntervalStrategy["strategy"],
  intervalBytes: number | null,
): string {
  switch (strategy) {
    case "never":
      return "Never";
    case "end":
      return "Once at the end";
    case "background":
      return "In the background";
    case "every":
      return intervalBytes === null ? "Every so often" : `Every ${formatBlockBytes(intervalBytes)}`;
  }
}
