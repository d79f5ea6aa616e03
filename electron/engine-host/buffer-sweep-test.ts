import { messageOf, TestBench } from "./test-bench";

/**
 * Workload W4: a new file written one after the other with buffers of growing size, through the
 * page cache, as mkfile(8) and most programs write. Several passes with alternating direction, so
 * that a cache that fills up does not favour small buffers. What the page cache took in is then
 * flushed and timed apart, so that memory cannot pass for the drive.
 */
export async function runBufferSweepTest(bench: TestBench): Promise<void> {
  const { plan } = bench.request;
  const sweep = plan.buffer;
  const write = bench.engine.modes.find(({ mode }) => mode === "none");
  await bench.withFile({ fileBytes: 0, blockBytes: plan.flush.blockBytes }, async (session) => {
    for (let pass = 0; pass < sweep.passes; pass += 1) {
      const sizes = pass % 2 === 0 ? sweep.bufferBytes : [...sweep.bufferBytes].reverse();
      for (const bufferBytes of sizes) {
        if (bench.isStopping) {
          return;
        }
        bench.step = { mode: null, round: pass, counting: true };
        const counts = await session.sequential({
          mode: "none",
          writeBytes: bufferBytes,
          totalBytes: sweep.maxStepBytes,
          maxNs: sweep.stepNs,
          layout: "append",
          syncEveryBytes: null,
          syncAtEnd: false,
          backgroundSyncNs: null,
        });
        bench.emit({
          type: "buffer-step",
          bufferBytes,
          pass,
          systemCall: write?.systemCall ?? "",
          settleSystemCall: counts.settleSystemCall,
          counts: messageOf(counts),
        });
        TestBench.checked(counts);
      }
    }
  });
}
