import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { planFor } from "#analysis/plan";
import type { NativeSnapshot, SequentialCounts, SequentialOptions } from "#native/index";
import { fakeRunner, ofType } from "../../../helpers/fake-bench";
import { eio, FakeSession } from "../../../helpers/fake-session";

const second = 1e9;

/** A session that writes second by second at the speed of `speedAt`, until it is stopped. */
class WritingSession extends FakeSession {
  seconds = 0;
  stopped = false;
  onSecond: (second: number) => void = () => undefined;

  constructor(
    private readonly speedAt: (second: number) => number,
    private readonly lasts: number,
  ) {
    super();
  }

  private get bytes(): number {
    return Array.from({ length: this.seconds }, (_, at) => this.speedAt(at)).reduce(
      (sum, speed) => sum + speed,
      0,
    );
  }

  override async sequential(options: SequentialOptions): Promise<SequentialCounts> {
    const counts = await super.sequential(options);
    while (this.seconds < this.lasts && !this.stopped) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      this.seconds += 1;
      this.onSecond(this.seconds);
    }
    const endedBy = this.stopped ? "stopped" : "complete";
    return { ...counts, endedBy, bytes: this.bytes, elapsedNs: this.seconds * second };
  }

  override snapshot(): NativeSnapshot {
    return {
      ...super.snapshot(),
      task: "measuring",
      bytes: this.bytes,
      elapsedNs: this.seconds * second,
    };
  }

  override stop(): void {
    super.stop();
    this.stopped = true;
  }
}

const plan = planFor("standard", "linux", ["sustained-write"]);
const falling = (at: number) => (at < 20 ? 2e9 : 4e8);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function run(session: FakeSession, meanwhile: (stop: () => void) => void = () => undefined) {
  const { inspection, events } = fakeRunner(session, plan);
  meanwhile(() => inspection.stop());
  let hasEnded = false;
  const ended = inspection.run().finally(() => {
    hasEnded = true;
  });
  // Advances the fake time second by second until the run has ended: what precedes the write takes
  // real time, which is longer on a busy computer.
  while (!hasEnded) {
    await vi.advanceTimersByTimeAsync(second / 1e6);
  }
  await ended;
  return { events, told: ofType(events, "sustained") };
}

describe("the long write", () => {
  it("makes one file longer with uncached writes, up to the limits in the plan", async () => {
    const session = new WritingSession(() => 1e9, 3);
    const { told } = await run(session);
    expect(session.sequentials).toEqual([
      {
        mode: "none",
        writeBytes: plan.workloads["sustained-write"].writeBytes,
        totalBytes: plan.workloads["sustained-write"].maxBytes,
        maxNs: plan.workloads["sustained-write"].maxNs,
        layout: "append",
        syncEveryBytes: null,
        syncAtEnd: false,
        backgroundSyncNs: null,
        unbuffered: true,
      },
    ]);
    expect(session.prepared[0]?.fileBytes).toBe(0);
    expect(told).toMatchObject([{ refusal: null, settled: false, counts: { bytes: 3e9 } }]);
    expect(session.closed).toBe(true);
  });

  it("ends about ten seconds after the speed has fallen, if the speed has been steady since", async () => {
    const session = new WritingSession(falling, 250);
    const { events, told } = await run(session);
    expect(told).toMatchObject([{ settled: true, counts: { endedBy: "stopped" } }]);
    // Sum of the time until the fall, ten calm seconds after it, and the time until the next check
    // of the speed.
    expect(session.seconds).toBeGreaterThanOrEqual(30);
    expect(session.seconds).toBeLessThanOrEqual(33);
    expect(session.calls.filter((call) => call === "stop")).toHaveLength(1);
    expect(events.at(-1)).toEqual({ type: "finished", stopped: false, error: null });
  });

  it("continues to its limit if the speed does not fall", async () => {
    const session = new WritingSession(() => 2e9, 120);
    const { told } = await run(session);
    expect(told).toMatchObject([{ settled: false, counts: { endedBy: "complete" } }]);
    expect(session.seconds).toBe(120);
    expect(session.stopped).toBe(false);
  });

  it("does not report the speed as settled if a person stopped the write", async () => {
    const session = new WritingSession(falling, 250);
    const { events, told } = await run(session, (stop) => {
      session.onSecond = (at) => {
        if (at === 5) {
          stop();
        }
      };
    });
    expect(told).toMatchObject([{ settled: false, counts: { endedBy: "stopped", bytes: 1e10 } }]);
    expect(events.at(-1)).toEqual({ type: "finished", stopped: true, error: null });
  });

  it("reports the refused system call and does not write in another mode instead", async () => {
    const session = new FakeSession();
    session.alignmentBytes = 1 << 30;
    const { events, told } = await run(session);
    expect(told).toEqual([
      {
        type: "sustained",
        systemCall: "pwrite",
        refusal: "pwrite: EINVAL, Invalid argument",
        counts: null,
        settled: false,
      },
    ]);
    expect(session.sequentials).toHaveLength(1);
    expect(events.at(-1)).toEqual({ type: "finished", stopped: false, error: null });
  });

  it("reports the results up to a drive error and ends with that error", async () => {
    const session = new FakeSession();
    session.faultAtSequential = 1;
    const { events, told } = await run(session);
    expect(told).toMatchObject([{ counts: { endedBy: "error" }, settled: false }]);
    expect(events.at(-1)).toMatchObject({ error: { code: "drive-error", osCode: eio.osCode } });
  });
});
