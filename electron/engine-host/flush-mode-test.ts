import type { NativeSession, RoundCounts } from "../../native/index";
import type { DriveError } from "../contract/drive-error";
import type { HostEvent } from "../contract/engine-messages";
import type { FlushModeId } from "../contract/flush-mode";
import type { FlushPlan } from "../contract/run-plan";
import { type DeviceEvidence, flushesBetween } from "./device-evidence";
import { driveErrorOf } from "./fault";

export interface FlushModeStep {
  readonly mode: FlushModeId;
  readonly round: number;
  /** False while draining and warming up: nothing of that reaches a figure. */
  readonly counting: boolean;
}

export interface FlushModeTestContext {
  readonly session: NativeSession;
  readonly plan: FlushPlan;
  readonly modes: readonly FlushModeId[];
  readonly evidence: DeviceEvidence;
  readonly emit: (event: HostEvent) => void;
  /** Tells the progress reports which step is running. */
  readonly onStep: (step: FlushModeStep) => void;
  readonly isStopping: () => boolean;
}

/**
 * Workload W1: every mode for a fixed time, in several rounds with rotated order, so that a drive
 * that tires or warms up does not favour whichever mode comes first.
 *
 * Before each measurement the drive is brought to rest (a drain) and a short warm-up is written
 * whose figures are thrown away: what an earlier mode left in a cache must not be paid for here.
 * Resolves with the error that ended the test, or null. A failed flush ends everything: after it
 * a later flush may claim success although the data is lost (fsync(2), Linux).
 */
export async function runFlushModeTest(context: FlushModeTestContext): Promise<DriveError | null> {
  const { modes, plan } = context;
  for (let round = 0; round < plan.rounds; round += 1) {
    for (let place = 0; place < modes.length; place += 1) {
      const mode = modes[(place + round) % modes.length];
      if (mode === undefined || context.isStopping()) {
        return null;
      }
      const error = await measureOnce(context, mode, round);
      if (error) {
        return error;
      }
    }
  }
  return null;
}

async function measureOnce(
  context: FlushModeTestContext,
  mode: FlushModeId,
  round: number,
): Promise<DriveError | null> {
  const { session, plan, evidence, emit } = context;
  context.onStep({ mode, round, counting: false });
  await session.drain();
  if (plan.warmupNs > 0) {
    const warmup = await session.measure({
      mode,
      durationNs: plan.warmupNs,
      maxBytes: plan.maxRoundBytes,
    });
    emit({ type: "written", bytes: warmup.bytes });
    const error = faultOf(warmup, mode, emit);
    if (error || warmup.endedBy === "stopped" || context.isStopping()) {
      return error;
    }
  }
  const before = await evidence.flushCounters();
  context.onStep({ mode, round, counting: true });
  const counts = await session.measure({
    mode,
    durationNs: plan.roundNs,
    maxBytes: plan.maxRoundBytes,
  });
  const after = await evidence.flushCounters();
  const { fault: _fault, ...figures } = counts;
  emit({
    type: "flush-round",
    counts: {
      mode,
      round,
      ...figures,
      latency: {
        ...counts.latency,
        valuesNs: [...counts.latency.valuesNs],
        counts: [...counts.latency.counts],
      },
      deviceFlushes: flushesBetween(before, after),
    },
  });
  return faultOf(counts, mode, emit);
}

function faultOf(
  counts: RoundCounts,
  mode: FlushModeId,
  emit: (event: HostEvent) => void,
): DriveError | null {
  if (!counts.fault) {
    return null;
  }
  const error = driveErrorOf(counts.fault, "measuring");
  emit({ type: "mode-failed", mode, error });
  return error;
}
