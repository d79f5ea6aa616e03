import type { NativeSession, PreparedMode } from "../../native/index";
import type { ChunkedPlan } from "../contract/run-plan";
import { refusalWords } from "./fault";
import { messageOf, type TestBench } from "./test-bench";

/**
 * Every pass goes through all modes: to and fro, every pair of passes beginning with the next mode,
 * so that none always comes first or always after the same one.
 */
export function chunkedSteps<M>(
  { passes }: Pick<ChunkedPlan, "passes">,
  modes: readonly M[],
): { readonly mode: M; readonly pass: number }[] {
  return Array.from({ length: passes }, (_, pass) => {
    const first = Math.floor(pass / 2) % Math.max(1, modes.length);
    const order = [...modes.slice(first), ...modes.slice(0, first)];
    return (pass % 2 === 0 ? order : order.reverse()).map((mode) => ({ mode, pass }));
  }).flat();
}

/**
 * Workload W2: a total written in chunks of 1 MiB with a sync after each, in every mode the system
 * has. The file is written and flushed beforehand, so that the first mode does not pay for it. What
 * a mode leaves behind in the drive's cache is paid for by the next one: every other pass goes
 * through the modes in the opposite order, so that this shows.
 */
export async function runChunkedTest(bench: TestBench): Promise<void> {
  const { chunked: plan, flush } = bench.request.plan;
  const shape = { fileBytes: plan.totalBytes, blockBytes: flush.blockBytes };
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
  bench: TestBench,
  session: NativeSession,
  { mode, refusal }: PreparedMode,
  pass: number,
): Promise<void> {
  if (refusal !== null) {
    const systemCall = bench.engine.modes.find((known) => known.mode === mode)?.systemCall ?? "";
    const words = refusalWords(refusal);
    bench.emit({ type: "chunked-mode", mode, pass, systemCall, refusal: words, counts: null });
    return;
  }
  const { chunked: plan } = bench.request.plan;
  bench.begin({ kind: "chunked-mode", mode, pass });
  await session.drain();
  const counts = await session.sequential({
    mode,
    writeBytes: plan.chunkBytes,
    totalBytes: plan.totalBytes,
    maxNs: plan.capNs,
    layout: "rewrite",
    syncEveryBytes: mode === "none" ? null : plan.chunkBytes,
    syncAtEnd: false,
    backgroundSyncNs: null,
    unbuffered: false,
  });
  bench.emit({
    type: "chunked-mode",
    mode,
    pass,
    systemCall: counts.systemCall,
    refusal: null,
    counts: messageOf(counts),
  });
  await bench.checked(counts);
}
