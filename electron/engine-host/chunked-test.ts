import { refusalWords } from "./fault";
import { messageOf, type TestBench } from "./test-bench";

/**
 * Workload W2: a total written in chunks of 1 MiB with a sync after each, in every mode the system
 * has. The file is written and flushed beforehand, so that the first mode does not pay for it.
 */
export async function runChunkedTest(bench: TestBench): Promise<void> {
  const { chunked: plan, flush } = bench.request.plan;
  const shape = { fileBytes: plan.totalBytes, blockBytes: flush.blockBytes };
  await bench.withFile(shape, async (session, prepared) => {
    for (const { mode, refusal } of prepared.modes) {
      if (bench.isStopping) {
        return;
      }
      const systemCall = bench.engine.modes.find((known) => known.mode === mode)?.systemCall ?? "";
      if (refusal !== null) {
        const words = refusalWords(refusal);
        bench.emit({ type: "chunked-mode", mode, systemCall, refusal: words, counts: null });
        continue;
      }
      bench.step = { mode: null, round: 0, counting: true };
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
        systemCall: counts.systemCall,
        refusal: null,
        counts: messageOf(counts),
      });
      await bench.checked(counts);
    }
  });
}
