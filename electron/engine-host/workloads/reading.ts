import type { ReadingLoad, ReadingPlan } from "#contract/workloads/reading";
import type { ConcurrentCounts, NativeSession } from "#native/index";
import { awake } from "../awake";
import { type Bench, blockBytes } from "../bench";
import { refusalOf } from "../fault";
import { rotated } from "./rotated";

export const stepCount = ({ rounds, loads }: ReadingPlan) => rounds * loads.length;

/**
 * Measures reads, writes and mixes of both around the page cache. A load is one such pattern with
 * its block size and requests in flight; each of several rounds starts with the next load. The file
 * was filled with incompressible data and flushed beforehand. Before each load a flush stores what
 * the previous one wrote, so that no load pays for another's writes; the load's warm-up runs on the
 * same threads and is discarded.
 *
 * A layer below may serve reads from a cache that our calls cannot bypass, so the read counters of
 * the lowest disks are read before and after each load.
 */
export async function run(bench: Bench): Promise<void> {
  const plan = bench.plans.reading;
  await bench.withFile({ fileBytes: plan.fileBytes, blockBytes }, async (session) => {
    const offered = new Set(plan.loads);
    for (let round = 0; round < plan.rounds; round += 1) {
      for (const load of rotated(plan.loads, round).filter((each) => offered.has(each))) {
        if (bench.isStopping) {
          return;
        }
        if (!(await runLoad(bench, session, load, round))) {
          offered.delete(load);
        }
      }
    }
  });
}

/** Measures one load. Returns false if the system refuses the load and would refuse it again. */
async function runLoad(
  bench: Bench,
  session: NativeSession,
  load: ReadingLoad,
  round: number,
): Promise<boolean> {
  const { warmupNs, roundNs, maxRoundBytes } = bench.plans.reading;
  const event = { type: "reading-round" as const, load, round, systemCall: "", refusal: null };
  const leaveOut = () => bench.emit({ ...event, counts: null });
  const attempt = async () => {
    bench.begin({ kind: "reading-round", load, round }, false);
    await session.drain();
    const before = await bench.evidence.bytesRead();
    bench.counting = true;
    const measured = await bench.notice(() =>
      session.concurrent({
        pattern: load.pattern,
        blockBytes: load.blockBytes,
        requests: load.requests,
        readPercent: Math.round(load.readShare * 100),
        warmupNs,
        durationNs: roundNs,
        maxWrittenBytes: maxRoundBytes,
      }),
    );
    return { ...measured, deviceReadBytes: await bench.evidence.bytesReadSince(before) };
  };
  const bytesOf = ({ writes, warmupWrites }: ConcurrentCounts) =>
    load.blockBytes * (writes + warmupWrites);
  try {
    const measured = await awake(bench, {
      attempt,
      discardedBytes: ({ counts }) => (counts.fault ? null : bytesOf(counts)),
      leaveOut,
    });
    if (measured === null) {
      return true;
    }
    const { fault, systemCall, ...counts } = measured.counts;
    if (measured.stoodStill) {
      // The drive failed in a round disturbed by sleep or a halt: report its bytes, but no times.
      bench.emit({ type: "written", bytes: bytesOf(measured.counts) });
      leaveOut();
    } else {
      const { deviceReadBytes } = measured;
      bench.emit({ ...event, systemCall, counts: { ...counts, deviceReadBytes } });
    }
    await bench.failOn(fault);
    return true;
  } catch (cause) {
    bench.emit({ ...event, ...refusalOf(cause), counts: null });
    return false;
  }
}
