import { operationsIn } from "#analysis/statistics";
import type { FlushModeId } from "#contract/flush-mode";
import type { FlushPlan } from "#contract/workloads/flush-modes";
import type { NativeSession } from "#native/index";
import { awake, bytesUnlessFailed } from "../../awake";
import { type Bench, onlyWrites } from "../../bench";
import { deviceFlushesOf } from "../../readings/round-evidence";
import { inRounds } from "../rotated";
import { failRound, leaveOutRound, tellAwake } from "./failed-round";

type AppendPlan = NonNullable<FlushPlan["append"]>;

/**
 * Measures the second layout of the flush modes: the same modes and block size, but every write
 * extends the file, as saving a new file does. The file system must then also store the file's new
 * length and blocks, which costs ext4 and XFS a second flush for each save.
 *
 * Every round starts with an empty file. The file is emptied before the flush counters are read, so
 * that the counters rise only by the flushes of the saves; modes that never sync add one final
 * flush for the data still in memory.
 */
export async function runAppends(bench: Bench): Promise<void> {
  const flush = bench.plans["flush-modes"];
  const { append } = flush;
  if (append === null || bench.isStopping) {
    return;
  }
  const shape = { fileBytes: 0, blockBytes: flush.blockBytes };
  await bench.withFile(shape, async (session, prepared) => {
    const modes = prepared.modes.filter(
      ({ mode, refusal }) => refusal === null && flush.modes.includes(mode),
    );
    for (const step of inRounds(modes, append.rounds)) {
      if (bench.isStopping) {
        return;
      }
      await runRound(bench, session, { ...flush, append }, step);
    }
  });
}

const layout = "append";

async function runRound(
  bench: Bench,
  session: NativeSession,
  { blockBytes, append }: FlushPlan & { readonly append: AppendPlan },
  { mode, round }: { readonly mode: FlushModeId; readonly round: number },
): Promise<void> {
  const step = { kind: "flush-round", layout, mode, round } as const;
  const attempt = async () => {
    bench.begin(step, false);
    await session.empty();
    return bench.observe(() =>
      session.sequential({
        mode,
        writeBytes: blockBytes,
        totalBytes: append.maxRoundBytes,
        maxNs: append.roundNs,
        layout,
        ...onlyWrites,
        syncEveryBytes: blockBytes,
      }),
    );
  };
  const leaveOut = () => leaveOutRound(bench, step);
  const measured = await awake(bench, { attempt, discardedBytes: bytesUnlessFailed, leaveOut });
  if (measured === null) {
    return;
  }
  const { counts, startedAt, evidence, stoodStill } = measured;
  const { bytes, elapsedNs, cpuUserNs, cpuSystemNs, latency, timeline, systemCall } = counts;
  tellAwake(bench, stoodStill, {
    type: "flush-round",
    layout,
    systemCall,
    counts: {
      mode,
      round,
      // Count the latencies, not the writes: a write whose sync failed has no latency.
      operations: operationsIn(latency),
      bytes,
      elapsedNs,
      cpuUserNs,
      cpuSystemNs,
      latency,
      timeline,
      deviceFlushes: deviceFlushesOf(evidence),
      evidence,
      startedAt,
      repeated: false,
      endedBy: counts.endedBy === "complete" ? "bytes" : counts.endedBy,
    },
  });
  await failRound(bench, counts.fault, layout, mode);
}
