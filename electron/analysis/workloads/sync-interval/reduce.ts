import type { EventOf } from "#contract/workloads/index";
import type { IntervalPlan, SyncInterval } from "#contract/workloads/sync-interval";
import type { Reducer, Taken } from "../home";
import { buildSyncInterval, intervalSteps, refusedSyncInterval } from "./results";

type Event = EventOf<"sync-interval">;
type Refused = Extract<Event, { type: "interval-refused" }>;
type Trial = Extract<Event, { type: "interval-trial" }>;

export class IntervalReducer implements Reducer<Event> {
  private readonly events: Event[] = [];

  constructor(private readonly plan: IntervalPlan) {}

  take(event: Event): Taken {
    this.events.push(event);
    return event.type === "interval-trial"
      ? { endedWithBytes: event.counts.bytes }
      : { stepsLeftOut: this.plan.trials * intervalSteps(this.plan).length };
  }

  results() {
    return { syncIntervals: this.ladders() };
  }

  /** One result per sync call, in the order of measurement. */
  private ladders(): SyncInterval[] {
    const modes = [...new Set(this.events.map(({ mode }) => mode))];
    return modes.flatMap((mode) => {
      const events = this.events.filter((event) => event.mode === mode);
      const refused = events.find(isRefused);
      if (refused) {
        return [refusedSyncInterval(refused, this.plan)];
      }
      const trials = events.filter(isTrial);
      const named = trials.find(({ strategy }) => strategy !== "never") ?? trials[0];
      const built = named && buildSyncInterval(trials, this.plan, named.systemCall);
      return built ? [built] : [];
    });
  }
}

function isRefused(event: Event): event is Refused {
  return event.type === "interval-refused";
}

function isTrial(event: Event): event is Trial {
  return event.type === "interval-trial";
}
