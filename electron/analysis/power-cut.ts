import {
  type FlushModeId,
  flushModes,
  isSyncing,
  type OperatingSystem,
} from "#contract/flush-mode";
import type {
  Boot,
  PowerCutAcknowledged,
  PowerCutEnding,
  PowerCutFound,
  PowerCutState,
} from "#contract/power-cut/state";
import {
  longestWindowNs,
  type ObservedCut,
  type PowerCutCounts,
  type PowerCutLayout,
  type PowerCutMode,
  type PowerCutModeResult,
  type PowerCutPlan,
  type PowerCutTest,
  powerCutFailures,
} from "#contract/power-cut/test";
import { type Checked, checkMode, isFailed } from "./power-cut/check";
import { type CutSigns, cutEvidence, keptItsPower } from "./power-cut/cut-evidence";
import { type Known, lastKnown } from "./power-cut/known";
import { renameNumber } from "./power-cut/schedule";
import { latestCutNs, windowNs } from "./power-cut/window";

/** Everything known at the end of a plug test. */
export interface PowerCutEvidence {
  readonly os: OperatingSystem;
  readonly plan: PowerCutPlan;
  /** The modes under test, with the system's refusal of those that the folder did not accept. */
  readonly modes: readonly PowerCutMode[];
  readonly acknowledged: PowerCutAcknowledged;
  /** The engine's last report, if the writing failed while the computer stayed on. */
  readonly ending: PowerCutEnding | null;
  /**
   * Whether the writing ended for another reason than the power cut: the person stopped it, or an
   * error came that no power cut causes.
   */
  readonly wasStopped: boolean;
  readonly cut: CutSigns;
  readonly found: readonly PowerCutFound[];
  readonly othersFlushesPerSecond: number | null;
  readonly startedAt: string;
  readonly finishedAt: string;
}

/** Compares the data found after a power cut with the operations acknowledged before it. */
export function judgePowerCut(evidence: PowerCutEvidence): PowerCutTest {
  const { plan, found } = evidence;
  const cutAtNs = latestCutNs(evidence);
  const checkedModes = evidence.modes.map((mode) => checkedMode(mode, evidence, cutAtNs));
  const control = controlOf(checkedModes.find(({ mode }) => mode.mode === "none"));
  const readAroundCache = found.every(isReadAroundCache);
  const cut: ObservedCut = { ...evidence.cut, evidence: cutEvidence(evidence.cut) };
  const modes = checkedModes.map(({ mode, known, left, checked }): PowerCutModeResult => {
    const guarantee = flushModes[mode.mode][evidence.os]?.guarantee ?? "unknown";
    const counts = countsOf(known.number, checked);
    const failed = failuresIn(counts);
    const unaided = unaidedIn(mode.mode, checked, found);
    const blindNs = windowNs(unaided, cutAtNs);
    const circumstances = {
      known,
      failed,
      unaided,
      blindNs,
      control,
      cut,
      readAroundCache,
      isGoneUnconfirmed: guarantee === "none" && (cut.computerRestarted === true || cut.driveLost),
    };
    const doubt = mode.refusal === null ? doubtIn(circumstances) : null;
    return {
      ...mode,
      guarantee,
      verdict: verdictOf(mode, failed, doubt),
      doubt,
      lossExpected: guarantee !== "power-loss",
      counts,
      failed,
      reordered: reorderedIn(checked, newestIn(plan.layout, left)),
      unaided: unaided.length,
      provenBy: known.provenBy,
      windowNs: blindNs,
      lostSpanNs: lostSpanNs(checked, lastLookNs(evidence)),
    };
  });
  return {
    testId: plan.testId,
    startedAt: evidence.startedAt,
    finishedAt: evidence.finishedAt,
    layout: plan.layout,
    cut,
    control,
    outcome: outcomeOf(modes),
    readAroundCache,
    othersFlushesPerSecond: evidence.othersFlushesPerSecond,
    modes,
  };
}

interface CheckedMode {
  readonly mode: PowerCutMode;
  readonly known: Known;
  readonly left: PowerCutFound;
  readonly checked: readonly Checked[];
}

function checkedMode(
  mode: PowerCutMode,
  evidence: PowerCutEvidence,
  cutAtNs: number | null,
): CheckedMode {
  const left = evidence.found.find((one) => one.mode === mode.mode);
  if (!left) {
    throw new Error(`the files of "${mode.mode}" were not read back`);
  }
  const known = lastKnown(mode.mode, evidence);
  const { layout } = evidence.plan;
  const checked = mode.refusal === null ? checkMode(layout, mode, known.number, left, cutAtNs) : [];
  return { mode, known, left, checked };
}

/**
 * Whether the system was started after the writing began; `null` if not known. A boot id is
 * certain; the start time counts only if the clock has not fallen back, as with an empty CMOS
 * battery. `nowMs`: milliseconds since 1970.
 */
export function wasRestarted(
  { writingSince, bootId }: Pick<PowerCutState, "writingSince" | "bootId">,
  now: Boot,
  nowMs: number,
): boolean | null {
  if (writingSince === null) {
    return null;
  }
  if (bootId !== null && now.id !== null) {
    return bootId !== now.id;
  }
  const sinceMs = Date.parse(writingSince);
  return nowMs < sinceMs ? null : Date.parse(now.at) > sinceMs;
}

function countsOf(acknowledged: number, checked: readonly Checked[]): PowerCutCounts {
  const counts: PowerCutCounts = {
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

function failuresIn(counts: PowerCutCounts): number {
  return powerCutFailures.reduce((sum, failure) => sum + counts[failure], 0);
}

/** The highest number among a mode's intact records, acknowledged or not. */
function newestIn(layout: PowerCutLayout, { slots, log, names }: PowerCutFound): number {
  const named = names.map(({ name, number }) => {
    const created = number ?? 0;
    return created > 0 && name.endsWith(".renamed")
      ? renameNumber(layout, created / layout.namesEvery)
      : created;
  });
  return largest([...slots.numbers, ...log.numbers, ...named]);
}

function reorderedIn(checked: readonly Checked[], newest: number): number {
  return checked.filter((one) => isFailed(one) && one.number < newest).length;
}

/**
 * The mode's surviving records that are newer than every record of the other modes that sync: a
 * flush of another mode covers the whole drive and may have saved older records.
 */
function unaidedIn(
  mode: FlushModeId,
  checked: readonly Checked[],
  found: readonly PowerCutFound[],
): SaveRecord[] {
  const others = found.filter((other) => other.mode !== mode && isSyncing(other.mode));
  const lastAid = largest(
    others.flatMap(({ slots, log, names }) => [
      ...slots.orders,
      ...log.orders,
      ...names.map(({ order }) => order),
    ]),
  );
  return checked.flatMap(({ fate, record }) =>
    fate === "survived" && record !== null && record.order > lastAid ? [record] : [],
  );
}

/**
 * When the test last learned which operations were acknowledged, in nanoseconds since the writing
 * began: from this computer if it stayed on, else from the witness or the newest record on the
 * disk. `null` if the witness gives no time.
 */
function lastLookNs({ ending, acknowledged, found }: PowerCutEvidence): number | null {
  if (ending !== null) {
    return ending.failedAtNs;
  }
  const { elapsedNs } = acknowledged;
  const onDisk = found.map(({ newest }) => newest?.elapsedNs ?? 0);
  return elapsedNs === null ? null : Math.max(elapsedNs, ...onDisk);
}

/**
 * The span whose saves are lost, in nanoseconds: from the newest surviving record before the first
 * lost one to `lookedAtNs` (`lastLookNs()`).
 */
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

function controlOf(none: CheckedMode | undefined): PowerCutTest["control"] {
  if (!none || none.known.number === 0) {
    return null;
  }
  return none.checked.some(isFailed) ? "lost" : "kept";
}

function isReadAroundCache({ missing, slots, log }: PowerCutFound): boolean {
  return missing || [slots, log].every((file) => file.missing || file.aroundCache);
}

type SaveRecord = NonNullable<Checked["record"]>;

interface Circumstances {
  readonly known: Known;
  readonly failed: number;
  /**
   * Whether the mode promises nothing and the computer restarted or the drive was disconnected,
   * which loses saves without a power cut, too.
   */
  readonly isGoneUnconfirmed: boolean;
  readonly unaided: readonly SaveRecord[];
  readonly blindNs: number | null;
  readonly control: PowerCutTest["control"];
  readonly cut: ObservedCut;
  readonly readAroundCache: boolean;
}

/** Why a mode's losses or survivors prove nothing; `null` if the test is conclusive. */
function doubtIn(seen: Circumstances): PowerCutModeResult["doubt"] {
  const { cut, control, blindNs } = seen;
  if (seen.failed > 0 && cut.evidence !== "none") {
    return null;
  }
  if (seen.failed > 0 && !seen.isGoneUnconfirmed) {
    return "changed-without-cut";
  }
  if (seen.known.number === 0) {
    return "nothing-acknowledged";
  }
  if (cut.evidence === "none") {
    return keptItsPower(cut) ? "drive-kept-power" : "no-power-cut";
  }
  if (control === "kept") {
    return "control-survived";
  }
  if (cut.computerRestarted !== true && !seen.readAroundCache) {
    return "read-from-memory";
  }
  if (seen.unaided.length === 0) {
    return "flushed-by-another";
  }
  if (blindNs === null) {
    return "window-not-known";
  }
  return blindNs > longestWindowNs ? "window-too-long" : null;
}

function verdictOf(
  { refusal }: PowerCutMode,
  failed: number,
  doubt: PowerCutModeResult["doubt"],
): PowerCutModeResult["verdict"] {
  if (refusal !== null) {
    return "unavailable";
  }
  if (doubt !== null) {
    return "not-proven";
  }
  return failed > 0 ? "lost" : "kept";
}

function outcomeOf(modes: readonly PowerCutModeResult[]): PowerCutTest["outcome"] {
  const promising = modes.filter(({ lossExpected }) => !lossExpected);
  if (promising.some(({ verdict }) => verdict === "lost")) {
    return "lost";
  }
  return promising.some(({ verdict }) => verdict === "kept") ? "kept" : "not-proven";
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
