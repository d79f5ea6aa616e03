import type { NativeSession, SequentialOptions } from "../../native/index";
import { isNativeFault, refusalWords } from "./fault";
import { messageOf, type TestBench } from "./test-bench";

/** Written once before a sweep begins; any size would do. */
const warmUpWriteBytes = 1024 * 1024;

/**
 * Workload W4: a new file written one after the other with buffers of growing size, through the
 * page cache, as mkfile(8) and most programs write. Several passes with alternating direction, so
 * that a cache that fills up does not favour small buffers. What the page cache took in is then
 * flushed and timed apart, so that memory cannot pass for the drive.
 *
 * If the plan says so, the same once more around the page cache. Sizes that the system refuses
 * there are told with its reason.
 */
export async function runBufferSweepTest(bench: TestBench): Promise<void> {
  const { buffer, flush } = bench.request.plan;
  await bench.withFile({ fileBytes: 0, blockBytes: flush.blockBytes }, async (session) => {
    await warmUp(bench, session);
    const kinds = buffer.direct ? [false, true] : [false];
    for (const [kind, direct] of kinds.entries()) {
      for (let pass = 0; pass < buffer.passes; pass += 1) {
        const isUpward = (kind * buffer.passes + pass) % 2 === 0;
        const sizes = isUpward ? buffer.bufferBytes : [...buffer.bufferBytes].reverse();
        for (const bufferBytes of sizes) {
          if (bench.isStopping) {
            return;
          }
          bench.step = { mode: null, round: pass, counting: true };
          await step(bench, session, { bufferBytes, direct, pass });
        }
      }
    }
  });
}

interface Step {
  readonly bufferBytes: number;
  readonly direct: boolean;
  readonly pass: number;
}

async function step(bench: TestBench, session: NativeSession, step: Step): Promise<void> {
  const { bufferBytes, direct } = step;
  const counts = await session
    .sequential(optionsOf(bench, bufferBytes, direct))
    .catch((cause: unknown) => {
      if (!direct || !isNativeFault(cause)) {
        throw cause;
      }
      bench.emit({ type: "written", bytes: session.snapshot().bytes });
      const systemCall = cause.syscall;
      const refusal = refusalWords(cause);
      bench.emit({
        type: "buffer-step",
        ...step,
        systemCall,
        settleSystemCall: "",
        refusal,
        counts: null,
      });
      return null;
    });
  if (counts === null) {
    return;
  }
  bench.emit({
    type: "buffer-step",
    ...step,
    // One text for all sizes of the sweep.
    systemCall: counts.systemCall.replace(`, ${bufferBytes}, `, ", bufferBytes, "),
    settleSystemCall: counts.settleSystemCall,
    refusal: null,
    counts: messageOf(counts),
  });
  await bench.checked(counts);
}

/**
 * Memory that the page cache takes for the first time is slower than memory that it has just given
 * back: without this the first sizes would pay for it. Nothing of it reaches a figure.
 */
async function warmUp(bench: TestBench, session: NativeSession): Promise<void> {
  bench.step = { mode: null, round: 0, counting: false };
  const counts = await session.sequential(optionsOf(bench, warmUpWriteBytes, false));
  bench.emit({ type: "written", bytes: counts.bytes });
  await bench.checked(counts);
}

function optionsOf(bench: TestBench, writeBytes: number, unbuffered: boolean): SequentialOptions {
  const { maxStepBytes, stepNs } = bench.request.plan.buffer;
  return {
    mode: "none",
    writeBytes,
    totalBytes: maxStepBytes,
    maxNs: stepNs,
    layout: "append",
    syncEveryBytes: null,
    syncAtEnd: false,
    backgroundSyncNs: null,
    unbuffered,
  };
}
