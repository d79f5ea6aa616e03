import type { EventOf } from "#contract/workloads/index";
import type { Reducer, Taken } from "../home";
import { buildCommits } from "./results";

type Event = EventOf<"commits">;

export class CommitsReducer implements Reducer<Event> {
  private readonly runs: Event[] = [];

  take(event: Event): Taken {
    this.runs.push(event);
    return { endedWithBytes: event.counts?.bytesWritten ?? 0 };
  }

  results() {
    return { commits: this.runs.length > 0 ? buildCommits(this.runs) : null };
  }
}
