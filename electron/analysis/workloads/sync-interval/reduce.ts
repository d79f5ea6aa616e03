import type { EventOf } from "#contract/workloads/index";
import type { IntervalPlan, SyncInterval } from "#contract/workloads/sync-interval";
import { grouped } from "../../grouped";
import { collect } from "../collect";
import { buildSyncInterval, intervalSteps, refusedSyncInterval } from "./results";

type Event = EventOf<"sync-interval">;

/** Builds one result per sync call, in the order of measurement. */
export const reduce = (plan: IntervalPlan) =>
  collect(
    (event: Event) =>
      event.type === "interval-trial"
        ? { endedWithBytes: event.counts?.bytes ?? 0 }
        : { stepsLeftOut: plan.trials * intervalSteps(plan).length },
    (events) => ({
      syncIntervals: grouped(events, ({ mode }) => mode).flatMap(
        (ofMode) => ladder(ofMode, plan) ?? [],
      ),
    }),
  );

function ladder(events: readonly Event[], plan: IntervalPlan): SyncInterval | null {
  const refused = events.find((event) => event.type === "interval-refused");
  if (refused) {
    return refusedSyncInterval(refused, plan);
  }
  const trials = events.filter((event) => event.type === "interval-trial");
  const syncing = trials.filter(({ strategy }) => strategy !== "never");
  const named = syncing.find(({ counts }) => counts !== null) ?? syncing[0] ?? trials[0];
  return named ? buildSyncInterval(trials, plan, named.systemCall) : null;
}
