import { hasSettled } from "#analysis/workloads/sustained-write/results";
import type { TimelinePoint } from "#contract/measures";
import type { NativeSession, SequentialCounts } from "#native/index";
import { type Bench, blockBytes, messageOf, onlyWrites } from "../bench";
import { refusalOf } from "../fault";

/** Interval at which the speed of the write is computed from the engine's counters. */
const lookEveryMs = 1000;

export const stepCount = () => 1;

/**
 * Writes one long file around the page cache, until the drive's speed has dropped and settled or
 * the plan's limits are reached. Write caches of drives hold many gigabytes; only a longer write
 * shows the speed of the memory behind them.
 */
export async function run(bench: Bench): Promise<void> {
  const plan = bench.plans["sustained-write"];
  await bench.withFile({ fileBytes: 0, blockBytes }, async (session) => {
    bench.begin({ kind: "sustained" });
    const watch = new SpeedWatch(session);
    const timer = setInterval(() => watch.look(), lookEveryMs);
    let counts: SequentialCounts;
    try {
      counts = await session.sequential({
        mode: "none",
        writeBytes: plan.writeBytes,
        totalBytes: plan.maxBytes,
        maxNs: plan.maxNs,
        layout: "append",
        ...onlyWrites,
        unbuffered: true,
      });
    } catch (cause) {
      bench.emit({ type: "sustained", ...refusalOf(cause), counts: null, settled: false });
      return;
    } finally {
      clearInterval(timer);
    }
    bench.emit({
      type: "sustained",
      systemCall: counts.systemCall,
      refusal: null,
      counts: messageOf(counts),
      settled: watch.hasStopped && !bench.isStopping,
    });
    await bench.failOn(counts.fault);
  });
}

/** Ends the long write once its speed has settled. Runs on Node's thread, which writes nothing. */
class SpeedWatch {
  hasStopped = false;
  private readonly points: TimelinePoint[] = [];
  private previous = { bytes: 0, elapsedNs: 0 };

  constructor(private readonly session: NativeSession) {}

  look(): void {
    const { bytes, elapsedNs } = this.session.snapshot();
    const { previous } = this;
    if (this.hasStopped || elapsedNs <= previous.elapsedNs) {
      return;
    }
    this.points.push({
      round: 0,
      startNs: previous.elapsedNs,
      elapsedNs: elapsedNs - previous.elapsedNs,
      operations: 0,
      bytes: Math.max(0, bytes - previous.bytes),
      slowestNs: null,
      slowestAtNs: null,
    });
    this.previous = { bytes, elapsedNs };
    if (hasSettled(this.points)) {
      this.hasStopped = true;
      this.session.stop();
    }
  }
}
