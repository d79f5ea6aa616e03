import type { FlushModeId } from "#contract/flush-mode";
import type {
  Boot,
  PowerCutAcknowledged,
  PowerCutEnding,
  PowerCutState,
} from "#contract/power-cut/state";
import type { PowerCutMode, PowerCutPlan } from "#contract/power-cut/test";
import { type LockedEngine, unlessFailed } from "./locked-engine";
import type { PowerSigns } from "./power-signs";
import type { PowerCutSteps } from "./steps";

export interface PowerCutListener {
  /** Called after a new stage is saved. */
  readonly onState?: (state: PowerCutState) => void;
  readonly onProgress?: (bytes: number, totalBytes: number | null) => void;
  /** Called with new acknowledged numbers, up to a hundred times a second. */
  readonly onAcknowledged?: (
    acknowledged: PowerCutAcknowledged & {
      readonly elapsedNs: number;
      readonly current: FlushModeId;
      readonly operations: number;
    },
  ) => void;
}

export interface WritingParts {
  readonly engine: LockedEngine;
  readonly steps: PowerCutSteps;
  readonly listener: PowerCutListener;
  readonly powerSigns: PowerSigns;
  readonly currentBoot: () => Promise<Boot>;
}

/**
 * Creates the files, waits for `mayWrite`, and writes until the engine ends. Throws a `DriveFault`
 * if the engine fails before the writing begins; a later failure is recorded as the test's step
 * `failed`.
 */
export async function writeRecords(
  plan: PowerCutPlan,
  mayWrite: Promise<void>,
  { engine, steps, listener, powerSigns, currentBoot }: WritingParts,
): Promise<void> {
  let prepared: (modes: PowerCutMode[]) => void = () => undefined;
  const whenPrepared = new Promise<PowerCutMode[]>((resolve) => {
    prepared = resolve;
  });
  let ending: PowerCutEnding | null = null;
  const firstCount = powerSigns.atStart(plan.folder);
  const ended = engine.start("power-cut-prepare", plan, (event) => {
    if (event.type === "power-cut-ended") {
      ending = event.ending;
    } else if (event.type === "power-cut-prepared") {
      prepared(event.modes);
    } else if (event.type === "power-cut-progress") {
      listener.onProgress?.(event.bytes, event.totalBytes);
    } else if (event.type === "power-cut-acknowledged") {
      const { numbers, elapsedNs, current, operations } = event;
      listener.onAcknowledged?.({ numbers, elapsedNs, current, operations });
    }
  });
  const modes = await Promise.race([whenPrepared, ended]);
  if (!Array.isArray(modes)) {
    return unlessFailed(modes);
  }
  await steps.take({ type: "prepared", modes });
  // This program writes nothing until the writing begins, so all counted flushes are other
  // programs'.
  const countedFlushes = await powerSigns.countOthersFlushes(plan.folder);
  const early = await Promise.race([mayWrite, ended]);
  if (early) {
    return unlessFailed(early);
  }
  const othersFlushesPerSecond = await Promise.race([countedFlushes(), ended]);
  if (typeof othersFlushesPerSecond === "object" && othersFlushesPerSecond !== null) {
    return unlessFailed(othersFlushesPerSecond);
  }
  const { id: bootId } = await currentBoot();
  const signs = await powerSigns.before(plan.folder, await firstCount);
  const noted = { ...signs, othersFlushesPerSecond };
  const at = new Date().toISOString();
  await steps.take({ type: "writing-begins", at, bootId, noted });
  engine.send({ type: "power-cut-write" });
  const { error } = await ended;
  await steps.take(error ? { type: "failed", error, ending } : { type: "stopped" });
}

/** Waits for a USB drive that disappeared and records how long it was missing. */
export async function watchAbsence(
  steps: PowerCutSteps,
  powerSigns: PowerSigns,
  signal: AbortSignal,
): Promise<void> {
  const { state } = steps;
  if (state.error === null || state.writingSince === null) {
    return;
  }
  const absentNs = await powerSigns.watchAbsence(state.marks, signal);
  if (absentNs !== null) {
    await steps.take({ type: "absence-seen", absentNs });
  }
}
