import { judgePowerCut, wasRestarted } from "#analysis/power-cut";
import { notTestable } from "#contract/drive-error";
import type { OperatingSystem } from "#contract/flush-mode";
import type {
  Boot,
  PowerCutAcknowledged,
  PowerCutFound,
  PowerCutState,
} from "#contract/power-cut/state";
import type { CutDeed, PowerCutTest } from "#contract/power-cut/test";
import { powerCutRefusals } from "#text/power-cut/refusals";
import { type LockedEngine, unlessFailed } from "./locked-engine";
import type { PowerSigns } from "./power-signs";
import type { PowerCutListener } from "./writing";

export interface ReadingParts {
  readonly os: OperatingSystem;
  readonly engine: LockedEngine;
  readonly powerSigns: PowerSigns;
  readonly currentBoot: () => Promise<Boot>;
}

/** Reads the test back and judges it; `null` after a stop. Throws a `DriveFault`. */
export async function readAndJudge(
  state: PowerCutState,
  acknowledged: PowerCutAcknowledged,
  deed: CutDeed | null,
  listener: Pick<PowerCutListener, "onProgress">,
  { os, engine, powerSigns, currentBoot }: ReadingParts,
): Promise<PowerCutTest | null> {
  const { plan, modes, writingSince, driveLost, wasStopped, ending, othersFlushesPerSecond } =
    state;
  if (modes === null || writingSince === null) {
    throw notTestable(powerCutRefusals.neverWritten());
  }
  const seen: PowerCutFound[][] = [];
  const ended = engine.start("power-cut-read-back", plan, (event) => {
    if (event.type === "power-cut-found") {
      seen.push(event.modes);
    } else if (event.type === "power-cut-progress") {
      listener.onProgress?.(event.bytes, event.totalBytes);
    }
  });
  unlessFailed(await ended);
  const [found] = seen;
  if (found === undefined) {
    return null;
  }
  const computerRestarted = wasRestarted(state, await currentBoot(), Date.now());
  const { shown, unsafeShutdowns } = await powerSigns.after(state, computerRestarted);
  const isLower = unsafeShutdowns !== null && unsafeShutdowns.after < unsafeShutdowns.before;
  // A lower count of power losses means another drive, unless records of this test are on it.
  if (isLower && !found.some(hasRecords)) {
    throw notTestable(powerCutRefusals.otherDrive());
  }
  return judgePowerCut({
    os,
    plan,
    modes,
    acknowledged,
    ending,
    wasStopped,
    othersFlushesPerSecond,
    cut: { shown, deed, computerRestarted, driveLost, unsafeShutdowns },
    found,
    startedAt: writingSince,
    finishedAt: new Date().toISOString(),
  });
}

function hasRecords({ newest, slots }: PowerCutFound): boolean {
  return newest !== null || slots.numbers.some((number) => number >= 0);
}
