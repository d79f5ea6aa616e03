import type { WorkloadId } from "#contract/workloads/index";
import * as registry from "./choice-registry";
import type { Choice } from "./home";

/** The compiler refuses a workload that is missing here or that lacks a part. */
const choices: Readonly<Record<WorkloadId, Choice>> = registry;

/** What a person chooses a workload by. Its charts are not read for it, unlike those of `homeOf`. */
export function choiceOf(id: WorkloadId): Choice {
  return choices[id];
}
