import type { WorkloadId, WorkloadPlans } from "#contract/workloads/index";
import type { NativeEngine } from "#native/index";
import type { Bench } from "../bench";

/**
 * What the engine host does for a workload, exported by its file or by `index.ts` in its folder.
 */
export interface Home<Id extends WorkloadId> {
  /** How many steps the workload announces, for the progress bar. */
  stepCount(plan: WorkloadPlans[Id], engine: NativeEngine): number;
  /** Measures and emits events. Throws a `HostFault`; a stop ends the run without an error. */
  run(bench: Bench): Promise<void>;
}
