import type { EventOf } from "#contract/workloads/index";
import type { Reducer, Taken } from "../home";
import { buildDocumentSaves } from "./results";

type Event = EventOf<"document-saves">;

export class DocumentsReducer implements Reducer<Event> {
  private readonly rounds: Event[] = [];

  take(event: Event): Taken {
    this.rounds.push(event);
    return { endedWithBytes: event.counts?.bytes ?? 0 };
  }

  results() {
    return { documentSaves: this.rounds.length > 0 ? buildDocumentSaves(this.rounds) : null };
  }
}
