import type { NativeEngine } from "../../../native/index";
import type { WorkloadId, WorkloadPlans } from "../../contract/workloads";
import type { Bench } from "../bench";

/** What every workload brings to the engine host. Its file, or `index.ts` in its folder, exports it. */
export interface Home<Id extends WorkloadId> {
  /** How many steps it announces, for the progress bar. */
  stepCount(plan: WorkloadPlans[Id], on: On): number;
  /** Measures and tells what it measures. Throws a `DriveFault`; a stop just ends it. */
  run(bench: Bench): Promise<void>;
}

export interface On {
  readonly engine: NativeEngine;
}
