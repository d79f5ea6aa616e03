import {
  type FlushModeId,
  intervalSyncMode,
  type OperatingSystem,
  ordinarySaveMode,
} from "#contract/flush-mode";
import type { BufferPlan } from "#contract/workloads/buffer-sweep";
import type { StepOf } from "#contract/workloads/index";
import type { NativeSession, Prepared, SequentialOptions } from "#native/index";
import { awake, bytesUnlessFailed } from "../awake";
import { type Bench, blockBytes, messageOf, onlyWrites } from "../bench";
import { refusalOf } from "../fault";

/** Size, in bytes, of the writes that warm up the page cache before a sweep; any size would do. */
const warmUpWriteBytes = 1024 * 1024;

/**
 * Interval in nanoseconds at which a second thread flushes during the long write, if that write
 * goes through the page cache.
 */
const besideNs = 20_000_000;

type Step = StepOf<"buffer-step">;

export function stepCount(plan: BufferPlan): number {
  return bufferSteps(plan).length + (plan.stream === null ? 0 : 1);
}

/**
 * The steps of the sweep: passes through the buffer sizes, every second pass in the opposite order;
 * then, if the plan says so, the same passes again around the page cache.
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
 * Writes a new file sequentially with buffers of growing size through the page cache, as mkfile(8)
 * and most programs write. Passes alternate in direction, so that a cache that fills up does not
 * favour small buffers. The data in the page cache are then flushed and timed separately, so that
 * the speed of memory does not count as the drive's.
 *
 * If the plan says so, repeats the sweep around the page cache, and reports the sizes that the
 * system refuses there.
 *
 * Each size copies first and flushes afterwards, so its figures show neither the speed of memory
 * nor that of the drive alone. The long write at the end shows the drive's speed: it goes around
 * the page cache and is timed until its flush has returned.
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
      await stream(bench, session, mode, buffer.stream);
    }
  });
}

async function runStep(bench: Bench, session: NativeSession, step: Step): Promise<void> {
  const { kind: type, ...size } = step;
  const { bufferBytes, direct } = size;
  const nothing = { type, ...size, systemCall: "", settleSystemCall: "", refusal: null };
  const leaveOut = () => bench.emit({ ...nothing, counts: null });
  const attempt = () => {
    bench.begin(step);
    return bench.notice(() => session.sequential(optionsOf(bench, bufferBytes, direct)));
  };
  const measured = await awake(bench, {
    attempt,
    discardedBytes: bytesUnlessFailed,
    leaveOut,
  }).catch((cause: unknown) => {
    if (!direct) {
      throw cause;
    }
    const refused = refusalOf(cause);
    bench.emit({ type: "written", bytes: session.snapshot().bytes });
    bench.emit({ ...nothing, ...refused, counts: null });
    return null;
  });
  if (measured === null) {
    return;
  }
  const { counts, stoodStill } = measured;
  if (stoodStill) {
    // The drive failed in a step disturbed by sleep or a halt: report its bytes, but no times.
    bench.emit({ type: "written", bytes: counts.bytes });
    leaveOut();
  } else {
    bench.emit({
      ...nothing,
      // Replace the size in the call's text, so that the text is the same for all sizes.
      systemCall: counts.systemCall.replace(`, ${bufferBytes}, `, ", bufferBytes, "),
      settleSystemCall: counts.settleSystemCall,
      counts: messageOf(counts),
    });
  }
  await bench.failOn(counts.fault);
}

/**
 * The flush mode for the end of the long write: the one that makes the drive store the data, or the
 * ordinary save if the file system refuses that mode; `null` if neither is usable.
 */
function flushOf({ modes }: Prepared, os: OperatingSystem): FlushModeId | null {
  const isUsable = (mode: FlushModeId) =>
    modes.some((offered) => offered.mode === mode && offered.refusal === null);
  return [intervalSyncMode(os), ordinarySaveMode(os)].find(isUsable) ?? null;
}

/**
 * Makes the long write at the end. If the system cannot bypass its cache, a second thread flushes
 * during the write.
 */
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
  const type = "buffer-stream";
  let reason: string | null = null;
  const write = () =>
    session.sequential(options).catch((cause: unknown) => {
      reason = refusalOf(cause).refusal;
      bench.emit({ type: "written", bytes: session.snapshot().bytes });
      // The page cache would absorb the whole write at once, however slow the drive is, so write
      // only four times as much as one size of the sweep does.
      const totalBytes = Math.min(plan.maxBytes, 4 * bench.plans["buffer-sweep"].maxStepBytes);
      const beside = { totalBytes, backgroundSyncNs: besideNs, unbuffered: false };
      return session.sequential({ ...options, ...beside });
    });
  const measured = await awake(bench, {
    attempt: () => {
      bench.begin({ kind: type });
      return bench.notice(write);
    },
    discardedBytes: bytesUnlessFailed,
    leaveOut: () =>
      bench.emit({ type, systemCall: "", unbuffered: reason === null, reason, counts: null }),
  });
  if (measured === null) {
    return;
  }
  const { counts } = measured;
  bench.emit({
    type,
    systemCall: counts.systemCall,
    unbuffered: reason === null,
    reason,
    counts: messageOf(counts),
  });
  await bench.failOn(counts.fault);
}

/**
 * Lets the page cache use its memory for the first time, which is slower than using the memory
 * again; without this warm-up the first sizes of the sweep would be slower. The report leaves this
 * time out.
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
