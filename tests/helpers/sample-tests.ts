import { planFor } from "#analysis/plan";
import { homeOf } from "#analysis/workloads/index";
import type { WorkloadId } from "#contract/workloads/index";
import { type SampleOptions, sampleUnjudgedReport, type UnjudgedReport } from "./sample-report";
import { ordinaryOf } from "./workloads/index";

/** Reports of inspections that ran only some of the workloads. */

/** A complete report of an inspection that ran exactly these workloads. */
export function sampleOfTests(
  tests: readonly WorkloadId[],
  options: SampleOptions = {},
): UnjudgedReport {
  const { os = "linux", report } = options;
  const modes = tests.includes("flush-modes") ? options.modes : [];
  const hasReadBack = tests.some((id) => homeOf(id).readsBack === true);
  return sampleUnjudgedReport({
    ...ordinaryOf(tests),
    ...options,
    ...(modes === undefined ? {} : { modes }),
    report: {
      plan: planFor("quick", os, tests),
      ...(hasReadBack ? {} : { verification: null }),
      ...report,
    },
  });
}
