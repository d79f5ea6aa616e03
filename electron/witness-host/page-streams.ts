import type { ServerResponse } from "node:http";

/**
 * Most event streams. A further one replaces the one that has been silent for longest, preferably
 * of a page that has never sent a number.
 */
const maxStreams = 6;
/** Milliseconds after which a page that has read nothing counts as gone or stuck. */
const stuckMs = 15_000;
/** Milliseconds of silence that end a page's being connected; pages report every two seconds. */
const presentMs = 6_000;

interface Stream {
  readonly response: ServerResponse;
  lastHeardMs: number;
  /** Whether the page has sent numbers, and so is a witness and not just a listener. */
  hasSpoken: boolean;
  /**
   * When the state that is now being sent was begun, by the monotonic clock; `null` if none is
   * being sent. Of the states that come meanwhile, only the newest waits.
   */
  sendingSinceMs: number | null;
  waiting: string | null;
}

/**
 * The event streams of the open pages (Server-Sent Events). Every frame contains the whole state,
 * so a page that reads slowly skips frames: per page one frame is in flight and one waits, besides
 * the system's socket buffer. This limit does not rely on Node.js's own buffer limit, which differs
 * among its versions.
 */
export class PageStreams {
  private readonly streams = new Map<string, Stream>();

  /** `nowMs` reads a monotonic clock. */
  constructor(private readonly nowMs: () => number) {}

  /**
   * Opens an event stream. `page` identifies one loaded page: its new event stream replaces its old
   * one.
   */
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

  /** Counts the page as connected. Call when it has sent a request. */
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

  /** Number of pages heard from in the last few seconds. */
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
    // `end()` would wait for a reader that does not read.
    stream?.response.destroy();
  }
}
