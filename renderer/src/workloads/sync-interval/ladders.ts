import {
  type FlushModeId,
  intervalSyncModes,
  type OperatingSystem,
} from "../../../../electron/contract/flush-mode";
import type { LiveState } from "../../../../electron/contract/live-state";
import type {
  IntervalPlan,
  SyncInterval,
} from "../../../../electron/contract/workloads/sync-interval";
import { modeLabel } from "../../words";
import type { Ladder } from "./strategies";

interface Ladders {
  readonly syncInterval: SyncInterval | null;
  readonly syncIntervalOtherModes: readonly SyncInterval[];
}

/** All ladders, the refused ones among them, in the order in which they were made. */
export function allLadders({ syncInterval, syncIntervalOtherModes }: Ladders): SyncInterval[] {
  return [...(syncInterval === null ? [] : [syncInterval]), ...syncIntervalOtherModes];
}

/** The ladders of a finished test that have figures, for the chart. */
export function measuredLadders(ladders: readonly SyncInterval[], os: OperatingSystem): Ladder[] {
  return ladders
    .filter(({ reason }) => reason === null)
    .map((result) => ({ mode: result.flushMode, label: modeLabel(result.flushMode, os), result }));
}

/** The ladders while the test runs: a series for every way of confirming from the beginning. */
export function liveLadders(live: LiveState, os: OperatingSystem): Ladder[] {
  const told = allLadders(live);
  const refused = told.filter(({ reason }) => reason !== null).map(({ flushMode }) => flushMode);
  return ladderModes(live.plan.workloads["sync-interval"], os)
    .filter((mode) => !refused.includes(mode))
    .map((mode) => ({
      mode,
      label: modeLabel(mode, os),
      result: told.find(({ flushMode }) => flushMode === mode) ?? null,
    }));
}

/** The ways of confirming a plan asks for. */
export function ladderModes(plan: IntervalPlan, os: OperatingSystem): readonly FlushModeId[] {
  return plan.modes ?? intervalSyncModes(os);
}
