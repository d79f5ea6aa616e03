import type { SustainedPlan } from "#contract/workloads/sustained-write";
import { assumedDirectBytesPerSecond } from "../../assumed-drive";
import { type Effort, untilCap } from "../../effort";
import type { Progress } from "../home";

/** The effort if the write reaches its limits: whether the speed settles earlier is not known. */
export function estimate(plan: SustainedPlan): Effort {
  return untilCap(plan.maxBytes, plan.maxNs, assumedDirectBytesPerSecond(plan.writeBytes));
}

/** The time left at the speed so far, until whichever limit comes first. */
export function leftOfStepNs(plan: SustainedPlan, { bytes, elapsedNs }: Progress): number {
  const byTime = plan.maxNs - elapsedNs;
  const byBytes = bytes > 0 ? (elapsedNs / bytes) * (plan.maxBytes - bytes) : byTime;
  return Math.max(0, Math.min(byTime, byBytes));
}
