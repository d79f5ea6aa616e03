import { z } from "zod";
import { flushModeIds, guarantees } from "../flush-mode";
import { count, nanoseconds } from "../measures";
import { powerCutLayoutSchema, powerCutModeSchema } from "./plan";

/** What a plug test says of the drive. */

/**
 * What became of the acknowledged operations of one mode. Each is counted once: acknowledged =
 * replaced + inFlight + survived + the sum of the failures.
 */
const powerCutCounts = {
  acknowledged: count,
  /** Overwritten or renamed by a later acknowledged one, so nothing of it must remain. */
  replaced: count,
  /** A later one, not acknowledged yet, was being written over it when the power went. */
  inFlight: count,
  /** Its record, or a later one in the same place, is whole. */
  survived: count,
  /** Nothing that was saved stands in its place. */
  lost: count,
  /** An older save stands in its place. */
  stale: count,
  /** Part of it is there, and part of what was there before. */
  torn: count,
  /** A sector does not fit its checksum. */
  corrupted: count,
  /** A record of another place stands there. */
  misplaced: count,
  /** The drive returned an error. */
  unreadable: count,
  /** The file is under no name, still under its old one, or under both. */
  nameMissing: count,
  nameOld: count,
  nameBoth: count,
};
export const powerCutCountsSchema = z.object(powerCutCounts);
export type PowerCutCounts = z.infer<typeof powerCutCountsSchema>;
export const powerCutCountNames = Object.keys(powerCutCounts) as (keyof PowerCutCounts)[];

export const powerCutFailures = [
  "lost",
  "stale",
  "torn",
  "corrupted",
  "misplaced",
  "unreadable",
  "nameMissing",
  "nameOld",
  "nameBoth",
] as const satisfies readonly (keyof PowerCutCounts)[];
export type PowerCutFailure = (typeof powerCutFailures)[number];

/** Why nothing is proven about a mode. */
export const powerCutDoubts = [
  /** Neither the witness nor the disk has a save of it. */
  "nothing-acknowledged",
  /** No evidence of a power cut, neither from the system nor from the person. */
  "no-power-cut",
  /** Saves are missing or changed, but there is no evidence of a power cut. */
  "changed-without-cut",
  /** Even unprotected saves are all there. */
  "control-survived",
  /** Another mode's flush came after its last save and may have saved it. */
  "flushed-by-another",
  /** The drive's own counter of unsafe shutdowns did not rise. */
  "drive-kept-power",
  /** The files were read from the computer's memory. */
  "read-from-memory",
  /** The age of its newest save at the cut is not known. */
  "window-not-known",
  /** Its newest save was so old that a drive may have written it out by itself. */
  "window-too-long",
] as const;
export type PowerCutDoubt = (typeof powerCutDoubts)[number];

/**
 * A save this old at the cut may have been written out by the drive in its own time, whatever it
 * does with flushes: drives were seen to lose what was up to 700 ms old
 * (https://deepai.org/publication/investigating-power-outage-effects-on-reliability-of-solid-state-drives),
 * and what is left of a witness's lag, its jitter, is 10 to 50 ms on a quiet computer. With twice
 * this, drives that ignore flushes and write out after 50 ms were taken for honest ones.
 */
export const longestWindowNs = 50_000_000;

export const powerCutModeResultSchema = powerCutModeSchema.extend({
  guarantee: z.enum(guarantees),
  verdict: z.enum(["kept", "lost", "not-proven", "unavailable"]),
  doubt: z.enum(powerCutDoubts).nullable(),
  /** Losing something breaks no promise: this mode does not claim to survive a power cut. */
  lossExpected: z.boolean(),
  counts: powerCutCountsSchema,
  /** Sum of the failures. */
  failed: count,
  /** Failures that a later, surviving save of the same mode overtook. */
  reordered: count,
  /** Survivors that no flush of another mode followed: those this mode alone protected. */
  unaided: count,
  /**
   * Source of the last number checked: the witness, or a newer record on the disk. `null` where
   * there is none, and in tests of earlier versions.
   */
  provenBy: z.enum(["witness", "disk"]).nullable().default(null),
  /**
   * The blind window: the age of the newest unaided survivor at the cut, at most. The test says
   * nothing about a drive that writes out by itself within this time. `null` where it is not known.
   */
  windowNs: nanoseconds.nullable().default(null),
  /** Upper bound of the time whose acknowledged saves are gone; `null` where not known. */
  lostSpanNs: nanoseconds.nullable(),
});
export type PowerCutModeResult = z.infer<typeof powerCutModeResultSchema>;

/** What the person may say was done. */
export const cutDeeds = [
  /** The computer's plug, on one without a battery. */
  "plug",
  /** The battery was removed, or the last power source unplugged. */
  "battery",
  /** The power button was held until the computer went off. */
  "power-button",
  /** The cable or the power supply of an external drive. */
  "cable",
  /** Restarted, crashed, switched off in the ordinary way, or nothing at all. */
  "no-cut",
] as const;
export type CutDeed = (typeof cutDeeds)[number];

/** System records that show whether the drive lost its power. */
export const cutSignKinds = [
  /** The drive's own counter of unsafe shutdowns. */
  "unsafe-shutdowns",
  /** A bus-powered drive left the USB and came back with a new power-on. */
  "usb-power-on",
  /** Windows, event Kernel-Power 41: no bug check, and the power button's time. */
  "kernel-power-41",
  /** macOS, "Previous shutdown cause". */
  "previous-shutdown-cause",
] as const;
export type CutSign = (typeof cutSignKinds)[number];

/**
 * Evidence of a power cut. A restart is none: a reset or a crash empties the computer's memory
 * while the drive keeps its power.
 */
export const observedCutSchema = z.object({
  /** The best of all below: the system's records, the person's word, or nothing. */
  evidence: z.enum(["system", "person", "none"]).default("none"),
  /** What the system's records show; `null` where they show nothing. */
  shown: z
    .object({ by: z.enum(cutSignKinds), lostPower: z.boolean() })
    .nullable()
    .default(null),
  /** What the person says was done; `null` without an answer. */
  deed: z.enum(cutDeeds).nullable().default(null),
  /** `null` when not known. */
  computerRestarted: z.boolean().nullable(),
  /** The drive stopped answering during the writing, which a bus reset can cause too. */
  driveLost: z.boolean(),
  /**
   * The drive's own count of the times its power went without notice, read before the writing and
   * after the cut; `null` where it cannot be read without an administrator. Some drives count up
   * without any cut: `stoodStill` is true where two answers of the drive before the cut, at the start
   * of the test and just before the writing, were the same.
   */
  unsafeShutdowns: z
    .object({ before: count, after: count, stoodStill: z.boolean().default(false) })
    .nullable()
    .default(null),
});
export type ObservedCut = z.infer<typeof observedCutSchema>;

/** The result of one test; the report holds it in `powerCut`. */
export const powerCutTestSchema = z.object({
  testId: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  layout: powerCutLayoutSchema,
  cut: observedCutSchema,
  /** Whether the mode that protects nothing lost anything; `null` when it was not tested. */
  control: z.enum(["lost", "kept"]).nullable(),
  /** Over the modes that promise to survive a power cut. */
  outcome: z.enum(["kept", "lost", "not-proven"]),
  /** False when a file was read from the computer's memory. */
  readAroundCache: z.boolean(),
  /**
   * Flushes per second that other programs sent to the drive just before the writing; each covers
   * the whole drive, our data included. `null` where the system does not count them, and in tests
   * of earlier versions.
   */
  othersFlushesPerSecond: z.number().nonnegative().nullable().default(null),
  modes: z.array(powerCutModeResultSchema),
});
export type PowerCutTest = z.infer<typeof powerCutTestSchema>;

/** The plug tests of one drive as the report holds them; see analysis/power-cut/sum.ts. */

/**
 * Upper bound (0 to 1) of the share of power cuts in which a confirmed save is lost, with 95 %
 * confidence, by the rule of three: 3 / n after n cuts without a loss. `null` where something was
 * lost or nothing was proven.
 */
const lossRateBound = z.number().min(0).max(1).nullable();

/** One mode over all tests whose cut put it at risk; tests that prove nothing are left out. */
export const powerCutModeSumSchema = z.object({
  mode: z.enum(flushModeIds),
  systemCall: z.string(),
  guarantee: z.enum(guarantees),
  /** Losing something breaks no promise: this mode does not claim to survive a power cut. */
  lossExpected: z.boolean(),
  /** Cuts that prove something about this mode: usually one mode each, the last that waited. */
  cuts: count,
  cutsWithLoss: count,
  /** Cuts shown by the system's records; the others rest on the person's word. */
  systemCuts: count.default(0),
  /** Tests that prove nothing about this mode. */
  notProven: count,
  /** Sums. */
  counts: powerCutCountsSchema,
  failed: count,
  reordered: count,
  unaided: count,
  /** Of the worst cut. */
  lostSpanNs: count.nullable(),
  /** Of the cut with the widest window; `null` where one is not known. */
  windowNs: count.nullable().default(null),
  lossRateBound,
});
export type PowerCutModeSum = z.infer<typeof powerCutModeSumSchema>;

/** Field `powerCut` of the report. */
export const powerCutSchema = z.object({
  /** Every plug test of this drive that was known, oldest first. */
  tests: z.array(powerCutTestSchema).min(1),
  /**
   * The mode that `cuts`, `confirmedCuts` and `lossRateBound` refer to: the ordinary save where it
   * promises to survive a power cut, otherwise the call that does. `null`: none was tested.
   */
  mode: z.enum(flushModeIds).nullable().default(null),
  /** Cuts that prove something about that mode, or in which another that promises lost something. */
  cuts: count,
  cutsWithLoss: count,
  /** Of the cuts: those the system's records show. */
  confirmedCuts: count,
  notProven: count,
  lossRateBound,
  modes: z.array(powerCutModeSumSchema),
});
export type PowerCut = z.infer<typeof powerCutSchema>;
