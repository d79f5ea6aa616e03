import { type RunIdentity, RunRecord } from "#analysis/run-record";
import type { WordedEvent } from "#contract/engine-messages";
import type { RunPlan } from "#contract/run-plan";
import { sampleUnjudgedReport } from "./sample-report";
import { sampleVolume } from "./sample-volume";

/**
 * The inspection's record on the sample report's computer, after the engine host sent these events.
 */
export function recordOf(
  plan: RunPlan,
  events: readonly WordedEvent[] = [],
  changes: Partial<RunIdentity> = {},
): RunRecord {
  const { app, host, startedAt } = sampleUnjudgedReport();
  const record = new RunRecord({
    runId: "run-1",
    app,
    host,
    startedAt,
    warnings: [],
    volume: sampleVolume(),
    plan,
    ...changes,
  });
  for (const event of events) {
    record.apply(event, 1e9);
  }
  return record;
}
