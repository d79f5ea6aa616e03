import type { WorkloadId } from "#contract/workloads/index";
import * as registry from "./choice-registry";
import type { Choice } from "./home";

/** The compiler rejects a workload that is missing here or lacks a part. */
const choices: Readonly<Record<WorkloadId, Choice>> = registry;

/** The part of a workload that a person chooses it by. Loads no charts, unlike `homeOf`. */
export function choiceOf(id: WorkloadId): Choice {
  return choices[id];
}
