import {
  type FlushModeId,
  intervalSyncMode,
  type OperatingSystem,
  ordinarySaveMode,
} from "#contract/flush-mode";
import type { BufferPlan } from "#contract/workloads/buffer-sweep";
import type { StepOf } from "#contract/workloads/index";
import type { NativeSession, Prepared, SequentialOptions } from "#native/index";
import { type Bench, blockBytes, messageOf, onlyWrites } from "../bench";
import { refusalOf } from "../fault";

/** Size of the writes that warm up the page cache before a sweep; which size does not matter. */
const warmUpWriteBytes = 1024 * 1024;

/** Interval of the second thread's flushes during a stream through the page cache. */
const besideNs = 20_000_000;

type Step = StepOf<"buffer-step">;

export function stepCount(plan: BufferPlan): number {
  return bufferSteps(plan).length + (plan.stream === null ? 0 : 1);
}

/**
 * All passes through the sizes in alternating direction, and again around the page cache if the
 * plan says so.
 */
export function bufferSteps({ bufferBytes, direct, passes }: BufferPlan): Step[] {
  return Array.from({ length: (direct ? 2 : 1) * passes }, (_, sweep) =>
    (sweep % 2 === 0 ? bufferBytes : [...bufferBytes].reverse()).map(
      (size): Step => ({
        kind: "buffer-step",
        bufferBytes: size,
        direct: sweep >= passes,
        pass: sweep % passes,
      }),
    ),
  ).flat();
}

/**
 * A new file written sequentially with buffers of growing size through the page cache, as mkfile(8)
 * and most programs write. Passes alternate in direction, so that a cache that fills up does not
 * favour small buffers. What the page cache took in is flushed and timed separately, so that memory
 * cannot pass for the drive.
 *
 * If the plan says so, the same again around the page cache. Sizes that the system refuses there
 * are reported with its reason.
 *
 * A sweep copies first and flushes afterwards, so its steps show neither the speed of memory nor
 * that of the drive alone. A stream at the end shows the drive's speed: one long write around the
 * page cache, until its flush has returned.
 */
export async function run(bench: Bench): Promise<void> {
  const buffer = bench.plans["buffer-sweep"];
  await bench.withFile({ fileBytes: 0, blockBytes }, async (session, prepared) => {
    await warmUp(bench, session);
    for (const step of bufferSteps(buffer)) {
      if (bench.isStopping) {
        return;
      }
      await runStep(bench, session, step);
    }
    const mode = flushOf(prepared, bench.os);
    if (buffer.stream !== null && mode !== null && !bench.isStopping) {
      bench.begin({ kind: "buffer-stream" });
      await stream(bench, session, mode, buffer.stream);
    }
  });
}

async function runStep(bench: Bench, session: NativeSession, step: Step): Promise<void> {
  const { kind: type, ...size } = step;
  const { bufferBytes, direct } = size;
  bench.begin(step);
  const counts = await session
    .sequential(optionsOf(bench, bufferBytes, direct))
    .catch((cause: unknown) => {
      if (!direct) {
        throw cause;
      }
      const refused = refusalOf(cause);
      bench.emit({ type: "written", bytes: session.snapshot().bytes });
      bench.emit({ type, ...size, ...refused, settleSystemCall: "", counts: null });
      return null;
    });
  if (counts === null) {
    return;
  }
  bench.emit({
    type,
    ...size,
    // Take the size out of the call's text, so that it reads the same for all steps of the sweep.
    systemCall: counts.systemCall.replace(`, ${bufferBytes}, `, ", bufferBytes, "),
    settleSystemCall: counts.settleSystemCall,
    refusal: null,
    counts: messageOf(counts),
  });
  await bench.failOn(counts.fault);
}

/**
 * The mode whose flush asks the drive to store the data, or if the file system refuses it, the
 * ordinary save; `null` if neither is usable.
 */
function flushOf({ modes }: Prepared, os: OperatingSystem): FlushModeId | null {
  const isUsable = (mode: FlushModeId) =>
    modes.some((offered) => offered.mode === mode && offered.refusal === null);
  return [intervalSyncMode(os), ordinarySaveMode(os)].find(isUsable) ?? null;
}

/** If the system cannot bypass its cache, a second thread flushes during the write. */
async function stream(
  bench: Bench,
  session: NativeSession,
  mode: FlushModeId,
  plan: NonNullable<BufferPlan["stream"]>,
): Promise<void> {
  const options: SequentialOptions = {
    mode,
    writeBytes: plan.writeBytes,
    totalBytes: plan.maxBytes,
    maxNs: plan.maxNs,
    layout: "append",
    ...onlyWrites,
    syncAtEnd: true,
    unbuffered: true,
  };
  let reason: string | null = null;
  const counts = await session.sequential(options).catch((cause: unknown) => {
    reason = refusalOf(cause).refusal;
    bench.emit({ type: "written", bytes: session.snapshot().bytes });
    // Memory absorbs the whole write at once, however slow the drive is, so write only as much as
    // four steps do.
    const totalBytes = Math.min(plan.maxBytes, 4 * bench.plans["buffer-sweep"].maxStepBytes);
    const beside = { totalBytes, backgroundSyncNs: besideNs, unbuffered: false };
    return session.sequential({ ...options, ...beside });
  });
  bench.emit({
    type: "buffer-stream",
    systemCall: counts.systemCall,
    unbuffered: reason === null,
    reason,
    counts: messageOf(counts),
  });
  await bench.failOn(counts.fault);
}

/**
 * The first use of memory by the page cache is slower than its reuse; without this the first sizes
 * would pay for it. Its time is in no figure.
 */
async function warmUp(bench: Bench, session: NativeSession): Promise<void> {
  const counts = await session.sequential(optionsOf(bench, warmUpWriteBytes, false));
  bench.emit({ type: "written", bytes: counts.bytes });
  await bench.failOn(counts.fault);
}

function optionsOf(bench: Bench, writeBytes: number, unbuffered: boolean): SequentialOptions {
  const { maxStepBytes, stepNs } = bench.plans["buffer-sweep"];
  return {
    mode: "none",
    writeBytes,
    totalBytes: maxStepBytes,
    maxNs: stepNs,
    layout: "append",
    ...onlyWrites,
    unbuffered,
  };
}
