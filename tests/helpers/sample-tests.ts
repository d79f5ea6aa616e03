import { planFor } from "#analysis/plan";
import { homeOf } from "#analysis/workloads/index";
import type { WorkloadId } from "#contract/workloads/index";
import { type SampleOptions, sampleUnjudgedReport, type UnjudgedReport } from "./sample-report";

/** Reports of inspections in which only some of the tests were asked for. */

/** What makes the sample report hold the results of a test. */
const figures: Readonly<Record<WorkloadId, SampleOptions>> = {
  "flush-modes": {},
  "sync-interval": { interval: {} },
  commits: { commits: {} },
  "chunked-writes": { chunked: "ordinary" },
  "buffer-sweep": { sweep: {}, direct: {} },
  reading: { reading: {} },
  "document-saves": { documents: {} },
  "parallel-saves": { parallel: {} },
  "sustained-write": { sustained: {} },
  capacity: { capacity: "whole" },
};

/** A complete report in which these tests were asked for, and no others. */
export function sampleOfTests(
  tests: readonly WorkloadId[],
  options: SampleOptions = {},
): UnjudgedReport {
  const { os = "linux", report } = options;
  const modes = tests.includes("flush-modes") ? options.modes : [];
  const hasReadBack = tests.some((id) => homeOf(id).readsBack === true);
  return sampleUnjudgedReport({
    ...Object.assign({}, ...tests.map((id) => figures[id])),
    ...options,
    ...(modes === undefined ? {} : { modes }),
    report: {
      plan: planFor("quick", os, tests),
      ...(hasReadBack ? {} : { verification: null }),
      ...report,
    },
  });
}
