import { hasSettled } from "#analysis/workloads/sustained-write/results";
import type { TimelinePoint } from "#contract/measures";
import type { NativeSession } from "#native/index";
import { awake, bytesUnlessFailed } from "../awake";
import { type Bench, blockBytes, messageOf, onlyWrites } from "../bench";
import { refusalOf } from "../fault";

/**
 * Interval, in milliseconds, at which the speed of the write is computed from the engine's
 * counters.
 */
const lookEveryMs = 1000;

export const stepCount = () => 1;

/**
 * Writes one long file around the page cache, until the drive's speed has dropped and settled or
 * the plan's limits are reached. Write caches of drives hold many gigabytes; only a longer write
 * shows the speed of the memory behind them. A write during which the computer slept, or the
 * program was halted, is left out.
 */
export async function run(bench: Bench): Promise<void> {
  const plan = bench.plans["sustained-write"];
  await bench.withFile({ fileBytes: 0, blockBytes }, async (session) => {
    const nothing = {
      type: "sustained" as const,
      systemCall: "",
      refusal: null,
      counts: null,
      settled: false,
    };
    const attempt = () => {
      bench.begin({ kind: "sustained" });
      return bench.notice(async (standstill) => {
        const watch = new SpeedWatch(session, standstill);
        const timer = setInterval(() => watch.look(), lookEveryMs);
        try {
          const counts = await session.sequential({
            mode: "none",
            writeBytes: plan.writeBytes,
            totalBytes: plan.maxBytes,
            maxNs: plan.maxNs,
            layout: "append",
            ...onlyWrites,
            unbuffered: true,
          });
          return { ...counts, hasSettled: watch.hasStopped && !bench.isStopping };
        } finally {
          clearInterval(timer);
        }
      });
    };
    const leaveOut = () => bench.emit(nothing);
    const measured = await awake(bench, {
      attempt,
      discardedBytes: bytesUnlessFailed,
      leaveOut,
      // A second write would find the drive's cache full of the first one's data.
      most: 1,
    }).catch((cause: unknown) => {
      bench.emit({ ...nothing, ...refusalOf(cause) });
      return null;
    });
    if (measured === null) {
      return;
    }
    const { hasSettled: settled, ...counts } = measured.counts;
    if (measured.stoodStill) {
      // The drive failed in a write disturbed by sleep or a halt: report its bytes, but no times.
      bench.emit({ type: "written", bytes: counts.bytes });
      leaveOut();
    } else {
      const { systemCall } = counts;
      bench.emit({ ...nothing, systemCall, counts: messageOf(counts), settled });
    }
    await bench.failOn(counts.fault);
  });
}

/**
 * Ends the long write once its speed has settled, or when it can have no figures any more because
 * the computer slept or the program was halted. Runs on Node's thread, which writes nothing.
 */
class SpeedWatch {
  hasStopped = false;
  private readonly points: TimelinePoint[] = [];
  private previous = { bytes: 0, elapsedNs: 0 };

  constructor(
    private readonly session: NativeSession,
    private readonly standstill: { readonly happened: boolean },
  ) {}

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
    if (this.standstill.happened || hasSettled(this.points)) {
      this.hasStopped = true;
      this.session.stop();
    }
  }
}
