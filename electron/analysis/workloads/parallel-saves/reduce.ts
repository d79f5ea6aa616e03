import type { EventOf } from "#contract/workloads/index";
import type { Reducer, Taken } from "../home";
import { buildParallelSaves } from "./results";

type Event = EventOf<"parallel-saves">;

export class ParallelReducer implements Reducer<Event> {
  private readonly rounds: Event[] = [];

  take(event: Event): Taken {
    this.rounds.push(event);
    return { endedWithBytes: event.counts?.each.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0 };
  }

  results() {
    return { parallelSaves: this.rounds.length > 0 ? buildParallelSaves(this.rounds) : null };
  }
}
