import type { ChunkedPlan } from "#contract/workloads/chunked-writes";
import type { EventOf } from "#contract/workloads/index";
import type { Reducer, Taken } from "../home";
import { buildChunked } from "./results";

type Event = EventOf<"chunked-writes">;

export class ChunkedReducer implements Reducer<Event> {
  private readonly turns: Event[] = [];

  constructor(private readonly plan: ChunkedPlan) {}

  take(event: Event): Taken {
    this.turns.push(event);
    return { endedWithBytes: event.counts?.bytes ?? 0 };
  }

  results() {
    const parts = this.turns.map((turn) => ({ ...turn, failure: null }));
    return { chunked: parts.length > 0 ? buildChunked(parts, this.plan) : null };
  }
}
