import type { EventOf } from "#contract/workloads/index";
import type { ReadingPlan } from "#contract/workloads/reading";
import { isNotReached } from "../../reasons";
import type { Reducer, Taken } from "../home";
import { buildReading, isSameLoad } from "./results";

type Event = EventOf<"reading">;

export class ReadingReducer implements Reducer<Event> {
  private readonly turns: Event[] = [];

  constructor(
    private readonly plan: ReadingPlan,
    private readonly isBehind = false,
  ) {}

  take(event: Event): Taken {
    this.turns.push(event);
    const { counts, refusal, load } = event;
    return {
      endedWithBytes: counts === null ? 0 : load.blockBytes * (counts.writes + counts.warmupWrites),
      // A refused load is not tried again.
      stepsLeftOut: refusal === null ? 0 : this.plan.rounds - 1,
    };
  }

  /** Lists every load of the plan as soon as one of them was reached. */
  results() {
    const { turns, plan, isBehind } = this;
    return {
      reading:
        turns.length === 0
          ? []
          : plan.loads.map((load) =>
              buildReading(
                load,
                turns.filter((turn) => isSameLoad(turn.load, load)),
                isBehind,
              ),
            ),
    };
  }

  live() {
    return { reading: this.results().reading.filter((result) => !isNotReached(result)) };
  }
}
