import type { ServerResponse } from "node:http";

/**
 * Pages that may listen at the same time; one more takes the place of the quietest, first among
 * those that have never claimed a number.
 */
const maxStreams = 6;
/** A page that has taken nothing off its line for this long is gone or stuck. */
const stuckMs = 15_000;
/** A page says something every two seconds; after this time it no longer counts as there. */
const presentMs = 6_000;

interface Stream {
  readonly response: ServerResponse;
  lastHeardMs: number;
  /** The page has claimed numbers: it is a witness, and not somebody who only listens. */
  hasSpoken: boolean;
  /** Set while a frame is being handed to the system; only the newest of those after it waits. */
  sendingSinceMs: number | null;
  waiting: string | null;
}

/**
 * The event streams of the open pages (Server-Sent Events). Every frame is the whole picture, so a
 * page that reads slowly skips frames instead of piling them up: one frame is on its way and one
 * waits per page, besides what the system's own socket buffer takes. How much Node.js would buffer
 * before it calls a line full differs among its versions and plays no part.
 */
export class PageStreams {
  private readonly streams = new Map<string, Stream>();

  /** `nowMs` is monotonic. */
  constructor(private readonly nowMs: () => number) {}

  /** `page` names one loaded page: its new stream replaces the old one. */
  open(page: string, response: ServerResponse, frame: string): void {
    const hasSpoken = this.streams.get(page)?.hasSpoken ?? false;
    this.end(page);
    if (this.streams.size >= maxStreams) {
      this.endQuietest();
    }
    const stream: Stream = {
      response,
      lastHeardMs: this.nowMs(),
      hasSpoken,
      sendingSinceMs: null,
      waiting: null,
    };
    this.streams.set(page, stream);
    response.on("close", () => {
      if (this.streams.get(page) === stream) {
        this.streams.delete(page);
      }
    });
    this.send(stream, frame);
  }

  /** The page has sent something: it is there. */
  heardFrom(page: string): void {
    const stream = this.streams.get(page);
    if (stream) {
      stream.lastHeardMs = this.nowMs();
      stream.hasSpoken = true;
    }
  }

  broadcast(frame: string): void {
    for (const [page, stream] of this.streams) {
      if (this.nowMs() - (stream.sendingSinceMs ?? this.nowMs()) > stuckMs) {
        this.end(page);
      } else {
        this.send(stream, frame);
      }
    }
  }

  /** Pages that were heard of in the last few seconds. */
  present(): number {
    const since = this.nowMs() - presentMs;
    return [...this.streams.values()].filter(({ lastHeardMs }) => lastHeardMs >= since).length;
  }

  private send(stream: Stream, frame: string): void {
    if (stream.sendingSinceMs !== null) {
      stream.waiting = frame;
      return;
    }
    stream.sendingSinceMs = this.nowMs();
    stream.response.write(`data: ${frame}\n\n`, (error) => {
      const { waiting } = stream;
      stream.waiting = null;
      stream.sendingSinceMs = null;
      if (waiting !== null && !error) {
        this.send(stream, waiting);
      }
    });
  }

  private endQuietest(): void {
    const [quietest] = [...this.streams].sort(
      ([, a], [, b]) => Number(a.hasSpoken) - Number(b.hasSpoken) || a.lastHeardMs - b.lastHeardMs,
    );
    if (quietest) {
      this.end(quietest[0]);
    }
  }

  private end(page: string): void {
    const stream = this.streams.get(page);
    this.streams.delete(page);
    // Not `end()`: that would wait for a reader that does not read.
    stream?.response.destroy();
  }
}
