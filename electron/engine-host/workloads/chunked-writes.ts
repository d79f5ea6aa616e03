import type { ChunkedPlan } from "#contract/workloads/chunked-writes";
import type { NativeEngine, NativeSession, PreparedMode } from "#native/index";
import { awake, bytesUnlessFailed } from "../awake";
import { type Bench, blockBytes, messageOf, onlyWrites } from "../bench";
import { refusalWords } from "../fault";
import { rotated } from "./rotated";

export function stepCount({ passes }: ChunkedPlan, { modes }: NativeEngine): number {
  return passes * modes.length;
}

/**
 * The steps: every pass runs all modes. The direction alternates, and every pair of passes starts
 * with the next mode, so that no mode is always first or always follows the same mode.
 */
export function chunkedSteps<M>(
  { passes }: Pick<ChunkedPlan, "passes">,
  modes: readonly M[],
): { readonly mode: M; readonly pass: number }[] {
  return Array.from({ length: passes }, (_, pass) => {
    const order = rotated(modes, Math.floor(pass / 2));
    return (pass % 2 === 0 ? order : order.reverse()).map((mode) => ({ mode, pass }));
  }).flat();
}

/**
 * Writes a fixed number of bytes in chunks of 1 MiB with a sync after each, in every mode of the
 * system. The file is written and flushed beforehand, so that the first mode does not pay for its
 * allocation. Every second pass reverses the order of the modes, because a mode may pay for data
 * that the mode before left in the drive's cache.
 */
export async function run(bench: Bench): Promise<void> {
  const plan = bench.plans["chunked-writes"];
  // The file is filled beforehand in pieces of the chunk's size, as by a program that writes in
  // such chunks.
  const shape = { fileBytes: plan.totalBytes, blockBytes, pieceBytes: plan.chunkBytes };
  await bench.withFile(shape, async (session, prepared) => {
    for (const { mode, pass } of chunkedSteps(plan, prepared.modes)) {
      if (bench.isStopping) {
        return;
      }
      await runMode(bench, session, mode, pass);
    }
  });
}

async function runMode(
  bench: Bench,
  session: NativeSession,
  { mode, refusal }: PreparedMode,
  pass: number,
): Promise<void> {
  const event = {
    type: "chunked-mode" as const,
    mode,
    pass,
    systemCall: bench.engine.modes.find((known) => known.mode === mode)?.systemCall ?? "",
    refusal: refusalWords(refusal),
  };
  const nothing = { ...event, counts: null };
  if (refusal !== null) {
    bench.emit(nothing);
    return;
  }
  const plan = bench.plans["chunked-writes"];
  const attempt = async () => {
    bench.begin({ kind: "chunked-mode", mode, pass });
    await session.drain();
    return bench.notice(() =>
      session.sequential({
        mode,
        writeBytes: plan.chunkBytes,
        totalBytes: plan.totalBytes,
        maxNs: plan.capNs,
        layout: "rewrite",
        ...onlyWrites,
        syncEveryBytes: mode === "none" ? null : plan.chunkBytes,
      }),
    );
  };
  const leaveOut = () => bench.emit(nothing);
  const measured = await awake(bench, { attempt, discardedBytes: bytesUnlessFailed, leaveOut });
  if (measured === null) {
    return;
  }
  const { counts } = measured;
  bench.emit({ ...event, systemCall: counts.systemCall, counts: messageOf(counts) });
  await bench.failOn(counts.fault);
}
