import type { ReadingLoad, ReadingPlan } from "#contract/workloads/reading";
import type { NativeSession } from "#native/index";
import { type Bench, blockBytes } from "../bench";
import { HostFault, isNativeRefusal, refusalWords } from "../fault";

export const stepCount = ({ rounds, loads }: ReadingPlan) => rounds * loads.length;

/**
 * Reads, writes and mixes of both around the system's cache, in several rounds that begin with the
 * next load each, in a file that is filled with incompressible data and flushed beforehand. Before
 * each one what was written is brought to the drive, so that nobody pays for another load's writes;
 * its warm-up runs on the same threads and is thrown away.
 *
 * A layer below may answer reads from a memory that no call of ours goes around: what the lowest
 * disks have delivered is read before and after.
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

/** The list from its `by`-th entry on, and then those before it. */
export function rotated<T>(list: readonly T[], by: number): T[] {
  const first = list.length === 0 ? 0 : by % list.length;
  return [...list.slice(first), ...list.slice(0, first)];
}

/** False: the system refuses it, and would again. */
async function runLoad(
  bench: Bench,
  session: NativeSession,
  load: ReadingLoad,
  round: number,
): Promise<boolean> {
  const { warmupNs, roundNs, maxRoundBytes } = bench.plans.reading;
  bench.begin({ kind: "reading-round", load, round }, false);
  await session.drain();
  const before = await bench.evidence.bytesRead();
  bench.counting = true;
  try {
    const { fault, systemCall, ...counts } = await session.concurrent({
      pattern: load.pattern,
      blockBytes: load.blockBytes,
      requests: load.requests,
      readPercent: Math.round(load.readShare * 100),
      warmupNs,
      durationNs: roundNs,
      maxWrittenBytes: maxRoundBytes,
    });
    const after = await bench.evidence.bytesRead();
    const deviceReadBytes =
      before === null || after === null || after < before ? null : after - before;
    bench.emit({
      type: "reading-round",
      ...{ load, round, systemCall },
      refusal: null,
      counts: { ...counts, deviceReadBytes },
    });
    if (fault) {
      throw new HostFault(await bench.errorOf(fault));
    }
    return true;
  } catch (cause) {
    if (!isNativeRefusal(cause)) {
      throw cause;
    }
    const refusal = refusalWords(cause);
    const systemCall = cause.syscall;
    bench.emit({ type: "reading-round", load, round, systemCall, refusal, counts: null });
    return false;
  }
}
