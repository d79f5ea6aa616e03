import type { RunPlan } from "../../../../electron/contract/run-plan";
import { formatBytes } from "../../../../electron/text/format";

export const name = "Long write";
export const purpose = "How long the drive stays fast, and how fast it is afterwards.";
export const title = () => "Speed of one long write";
export const sentence = () =>
  "Writing on and on around memory, until the drive’s speed has fallen and settled.";
export const chartNote = "Both axes begin at 0. Each step is the mean of a stretch of time.";

export function limit({ workloads }: RunPlan): string {
  return `Writes up to ${formatBytes(workloads["sustained-write"].maxBytes)}.`;
}
