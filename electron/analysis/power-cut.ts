import {
  type FlushModeId,
  flushModes,
  isSyncing,
  type OperatingSystem,
} from "../contract/flush-mode";
import type { PlugAcknowledged, PlugFound } from "../contract/power-cut-found";
import type { PlugLayout, PlugMode, PlugPlan } from "../contract/power-cut-plan";
import {
  type PlugCounts,
  type PlugCut,
  type PlugModeResult,
  type PlugTest,
  plugFailures,
} from "../contract/power-cut-result";
import type { Boot, PlugState } from "../contract/power-cut-state";
import { type Checked, checkMode, isFailed } from "./power-cut/check";
import { renameNumber } from "./power-cut/schedule";

/** What is known of the cut; what it is worth is judged here. */
export type CutSigns = Omit<PlugCut, "evidence">;

/** Everything that is known when a plug test is finished. */
export interface PowerCutEvidence {
  readonly os: OperatingSystem;
  readonly plan: PlugPlan;
  /** What the folder offered when the files were made. */
  readonly modes: readonly PlugMode[];
  readonly acknowledged: PlugAcknowledged;
  readonly cut: CutSigns;
  readonly found: readonly PlugFound[];
  readonly startedAt: string;
  readonly finishedAt: string;
}

/**
 * Compares what a power cut left with what was acknowledged before it. Pure: what was read back is
 * in the evidence, and nothing but the numbers of the witness says what must be there.
 */
export function judgePowerCut(evidence: PowerCutEvidence): PlugTest {
  const { plan, acknowledged, found } = evidence;
  const checkedModes = evidence.modes.map((mode) => {
    const last = acknowledged.numbers.find((held) => held.mode === mode.mode)?.number ?? 0;
    const left = found.find((one) => one.mode === mode.mode);
    if (!left) {
      throw new Error(`the files of "${mode.mode}" were not read back`);
    }
    const checked = mode.refusal === null ? checkMode(plan.layout, mode, last, left) : [];
    return { mode, last, left, checked };
  });
  const control = controlOf(checkedModes.find(({ mode }) => mode.mode === "none"));
  const readAroundCache = found.every(isReadAroundCache);
  const modes = checkedModes.map(({ mode, last, left, checked }): PlugModeResult => {
    const guarantee = flushModes[mode.mode][evidence.os]?.guarantee ?? "unknown";
    const counts = countsOf(last, checked);
    const failed = failuresIn(counts);
    const unaided = unaidedIn(mode.mode, checked, found);
    const doubt =
      mode.refusal !== null || failed > 0
        ? null
        : doubtIn({ last, unaided, control, cut: evidence.cut, readAroundCache });
    return {
      ...mode,
      guarantee,
      verdict: verdictOf(mode, failed, doubt),
      doubt,
      lossExpected: guarantee !== "power-loss",
      counts,
      failed,
      reordered: reorderedIn(checked, newestIn(plan.layout, left)),
      unaided,
      provenBy: null,
      windowNs: null,
      lostSpanNs: lostSpanNs(checked, acknowledged.elapsedNs),
    };
  });
  return {
    testId: plan.testId,
    startedAt: evidence.startedAt,
    finishedAt: evidence.finishedAt,
    layout: plan.layout,
    cut: { evidence: "none", ...evidence.cut },
    control,
    outcome: outcomeOf(modes),
    readAroundCache,
    othersFlushesPerSecond: null,
    modes,
  };
}

/**
 * Whether the system was started after the writing began. Its identity tells for certain; the time
 * only where the clock was right before and after, which a computer with an empty battery is not.
 */
export function wasRestarted(
  { writingSince, bootId }: Pick<PlugState, "writingSince" | "bootId">,
  now: Boot,
): boolean | null {
  if (writingSince === null) {
    return null;
  }
  return bootId !== null && now.id !== null
    ? bootId !== now.id
    : Date.parse(now.at) > Date.parse(writingSince);
}

function countsOf(acknowledged: number, checked: readonly Checked[]): PlugCounts {
  const counts: PlugCounts = {
    acknowledged,
    replaced: Math.max(acknowledged - checked.length, 0),
    inFlight: 0,
    survived: 0,
    lost: 0,
    stale: 0,
    torn: 0,
    corrupted: 0,
    misplaced: 0,
    unreadable: 0,
    nameMissing: 0,
    nameOld: 0,
    nameBoth: 0,
  };
  for (const { fate } of checked) {
    counts[fate] += 1;
  }
  return counts;
}

function failuresIn(counts: PlugCounts): number {
  return plugFailures.reduce((sum, failure) => sum + counts[failure], 0);
}

/** Numbers of everything whole that a mode left, acknowledged or not. */
function newestIn(layout: PlugLayout, { slots, log, names }: PlugFound): number {
  const named = names.map(({ name, number }) => {
    const isRenamed = number !== null && number > 0 && name.endsWith(".renamed");
    return isRenamed ? renameNumber(layout, number / layout.namesEvery) : (number ?? 0);
  });
  return largest([...slots.numbers, ...log.numbers, ...named]);
}

function reorderedIn(checked: readonly Checked[], newest: number): number {
  return checked.filter((one) => isFailed(one) && one.number < newest).length;
}

/**
 * Survivors that were written after the last trace of every other mode that waits for the drive.
 * A flush covers the whole drive, so what came before such a trace may owe its life to it.
 */
function unaidedIn(
  mode: FlushModeId,
  checked: readonly Checked[],
  found: readonly PlugFound[],
): number {
  const others = found.filter((other) => other.mode !== mode && isSyncing(other.mode));
  const lastAid = largest(
    others.flatMap(({ slots, log, names }) => [
      ...slots.orders,
      ...log.orders,
      ...names.map(({ order }) => order),
    ]),
  );
  return checked.filter(({ fate, record }) => fate === "survived" && (record?.order ?? 0) > lastAid)
    .length;
}

/** From the newest survivor before the first failure to the last look at the numbers. */
function lostSpanNs(checked: readonly Checked[], lookedAtNs: number | null): number | null {
  const failed = checked.filter(isFailed);
  if (failed.length === 0 || lookedAtNs === null) {
    return null;
  }
  const firstFailed = failed.reduce((least, { number }) => Math.min(least, number), Infinity);
  const keptUntilNs = largest(
    checked.map(({ number, record }) => (number < firstFailed ? (record?.elapsedNs ?? 0) : 0)),
  );
  return Math.max(lookedAtNs - keptUntilNs, 0);
}

function controlOf(
  none: { readonly last: number; readonly checked: readonly Checked[] } | undefined,
): PlugTest["control"] {
  if (!none || none.last === 0) {
    return null;
  }
  return none.checked.some(isFailed) ? "lost" : "kept";
}

function isReadAroundCache({ missing, slots, log }: PlugFound): boolean {
  return missing || [slots, log].every((file) => file.missing || file.aroundCache);
}

interface Circumstances {
  readonly last: number;
  readonly unaided: number;
  readonly control: PlugTest["control"];
  readonly cut: CutSigns;
  readonly readAroundCache: boolean;
}

/** Why a mode without a failure is not proven; `null` when it is. */
function doubtIn(seen: Circumstances): PlugModeResult["doubt"] {
  if (seen.last === 0) {
    return "nothing-acknowledged";
  }
  const isRestarted = seen.cut.computerRestarted === true;
  const { unsafeShutdowns: counter } = seen.cut;
  const isCounted = counter !== null && counter.after > counter.before;
  if (!isRestarted && !seen.cut.driveLost && !isCounted && seen.control !== "lost") {
    return "no-power-cut";
  }
  if (counter !== null && !isCounted) {
    return "drive-kept-power";
  }
  if (seen.control === "kept") {
    return "control-survived";
  }
  if (!isRestarted && !seen.readAroundCache) {
    return "read-from-memory";
  }
  return seen.unaided === 0 ? "flushed-by-another" : null;
}

function verdictOf(
  { refusal }: PlugMode,
  failed: number,
  doubt: PlugModeResult["doubt"],
): PlugModeResult["verdict"] {
  if (refusal !== null) {
    return "unavailable";
  }
  if (failed > 0) {
    return "lost";
  }
  return doubt === null ? "kept" : "not-proven";
}

function outcomeOf(modes: readonly PlugModeResult[]): PlugTest["outcome"] {
  const promising = modes.filter(({ lossExpected }) => !lossExpected);
  if (promising.some(({ verdict }) => verdict === "lost")) {
    return "lost";
  }
  return promising.some(({ verdict }) => verdict === "kept") ? "kept" : "not-proven";
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
