import { guaranteeOn, guaranteesOn } from "#analysis/guarantee";
import { planFor } from "#analysis/plan";
import { nothingMeasured } from "#analysis/workloads/index";
import type { RunPhase } from "#contract/engine-messages";
import type { FlushModeId } from "#contract/flush-mode";
import type { LiveState } from "#contract/live-state";
import type { FlushModeResult } from "#contract/mode-result";
import { ownName } from "#contract/volume";
import type { FlushLayout, LiveMode, LiveSample } from "#contract/workloads/flush-modes";
import { sampleModes, systemCallOf } from "../sample-modes";
import { sampleUnjudgedReport } from "../sample-report";
import { sampleVolume } from "../sample-volume";
import { growingModes } from "../workloads/flush-modes";
import { laptopVolume } from "./volumes";

/** Live states of a run as the main process would send them, made without measuring anything. */

const plan = planFor("quick", "linux", ["flush-modes"]);
const secondNs = 1_000_000_000;
const refusal = "open: EINVAL, Invalid argument";
const order = sampleModes.linux;
const rateOf = (mode: FlushModeId) => order.find((sample) => sample.mode === mode)?.iops ?? 0;

interface Moment {
  readonly phase: RunPhase;
  /** "append" rounds come after all "rewrite" rounds. */
  readonly layout?: FlushLayout;
  readonly round?: number;
  /** Index of the running flush mode in the order of the round. */
  readonly at?: number;
}

export function liveMoment(runId: string, moment: Moment): LiveState {
  const { phase, layout = "rewrite", round = 0, at } = moment;
  const isAppend = layout === "append";
  const known = phase !== "preparing";
  const currentMode = phase === "measuring" && at !== undefined ? (order[at]?.mode ?? null) : null;
  const modes = order.map(({ mode }, index): LiveMode => {
    const unavailable = known && mode === "o_direct";
    const done = !unavailable && known && (isAppend || round > 0 || index < (at ?? order.length));
    const running = mode === currentMode;
    return {
      mode,
      systemCall: known ? systemCallOf(mode, "linux") : "",
      guarantee: guaranteeOn(mode, "linux", laptopVolume),
      status: unavailable ? "unavailable" : running ? "running" : done ? "measured" : "waiting",
      reason: unavailable ? refusal : null,
      iops: done || running ? rateOf(mode) * (1 + 0.01 * round) : null,
      roundsDone: done ? round + 1 : round,
    };
  });
  const share = known
    ? (round * order.length + (at ?? 0) + 1) / (plan.workloads["flush-modes"].rounds * order.length)
    : 0;
  return {
    runId,
    volumeId: laptopVolume.id,
    volumeName: ownName(laptopVolume),
    guarantees: guaranteesOn("linux", laptopVolume),
    plan,
    phase,
    ...nothingMeasured(plan, { os: "linux", volume: sampleVolume(), isVirtual: false }),
    currentWorkload: known ? "flush-modes" : null,
    appendModes: isAppend ? appendAfter(at ?? 0) : null,
    step: currentMode === null ? null : { kind: "flush-round", layout, mode: currentMode, round },
    lastStep: null,
    longWrite: [],
    capacityBytes: null,
    capacityWriting: [],
    capacityReading: [],
    stepsDone: round * order.length + (at ?? 0),
    stepsTotal: plan.workloads["flush-modes"].rounds * order.length,
    modes,
    samples: known ? samplesUpTo(round, at ?? 0) : [],
    p50Ns: currentMode === null ? null : Math.round(secondNs / rateOf(currentMode)),
    p99Ns:
      currentMode === null || at === 0 ? null : Math.round((2.4 * secondNs) / rateOf(currentMode)),
    bytesWritten: Math.round(268_435_456 * (known ? 1 : 0.4) + share * 3_400_000_000),
    progress: known ? 0.04 + share * 0.9 : 0.02,
    remainingNs: Math.round(84 * secondNs * (1 - share)),
    error: null,
  };
}

/**
 * The results of the flush modes with a growing file during their first round: the first `at` modes
 * have rates.
 */
function appendAfter(at: number): FlushModeResult[] {
  const all = sampleUnjudgedReport({ append: growingModes, report: { plan } }).appendModes ?? [];
  return all.map((result, index) =>
    index < at ? result : { ...result, iops: null, iopsMin: null, iopsMax: null },
  );
}

/**
 * Samples of about the last thirty seconds: one every 200 ms, and two seconds for each available
 * mode.
 */
function samplesUpTo(round: number, at: number): LiveSample[] {
  const rounds = Array.from({ length: round + 1 }, (_, index) => index);
  const steps = rounds.flatMap((index) =>
    order
      .filter((_, mode) => index < round || mode <= at)
      .filter(({ mode }) => mode !== "o_direct"),
  );
  return steps
    .flatMap(({ mode }, step) =>
      Array.from({ length: 10 }, (_, tick) => ({
        atNs: step * 2.2 * secondNs + tick * 0.2 * secondNs,
        mode,
        iops: rateOf(mode) * (1 + 0.12 * Math.sin(step * 3 + tick * 1.7)),
      })),
    )
    .slice(-130);
}

/** Live states of a short run: preparing, three rounds of measuring, draining, verifying. */
export function liveFrames(runId: string): LiveState[] {
  const measuring = [0, 1, 2].flatMap((round) =>
    order.map((_, at) => liveMoment(runId, { phase: "measuring", round, at })),
  );
  return [
    liveMoment(runId, { phase: "preparing" }),
    ...measuring,
    liveMoment(runId, { phase: "draining", round: 4 }),
    liveMoment(runId, { phase: "verifying", round: 4 }),
  ];
}
