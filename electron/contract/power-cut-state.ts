import { z } from "zod";
import { driveErrorSchema } from "./drive-error";
import { count } from "./measures";
import { powerCutEndingSchema } from "./power-cut-found";
import { powerCutModeSchema, powerCutPlanSchema } from "./power-cut-plan";
import { powerCutTestSchema } from "./power-cut-result";

/** How far a plug test has come. */

/** One run of the system, from its start to its end. */
export interface Boot {
  /** When it began, by the computer's clock, in ISO 8601. */
  readonly at: string;
  /** `null` where the system gives it no identity. */
  readonly id: string | null;
}

/**
 * The state of a test. Main stores it before each step, so that the program knows after a restart
 * what to offer; see power-cut-stage.ts.
 */
export const powerCutStages = [
  "preparing",
  "ready",
  "writing",
  "drive-lost",
  "stopped",
  "reading-back",
  "finished",
  /** Files may be missing because of us, so nothing can be said about the drive. */
  "removing",
] as const;
export type PowerCutStage = (typeof powerCutStages)[number];

/**
 * Notes taken just before the writing begins, to tell a power cut from a mere restart or bus reset.
 * Parts are `null` where the system does not show them.
 */
export const cutMarksSchema = z.object({
  /** The drive's connection to the USB; `null` for other drives. */
  usb: z
    .object({
      /** Of the port, e.g. `2-1.4`. */
      port: z.string(),
      /** The number the system gave the device when it appeared; a reset keeps it. */
      deviceNumber: count,
      /** False where the enclosure declares its own power supply. */
      busPowered: z.boolean(),
      /** Vendor, product and serial number (empty where it has none), with colons between. */
      identity: z.string(),
    })
    .nullable(),
  /** After the writing failed: the drive was missing on its bus for at least this long. */
  absentNs: count.nullable().default(null),
});
export type CutMarks = z.infer<typeof cutMarksSchema>;

export const powerCutStateSchema = z.object({
  formatVersion: z.literal(1),
  stage: z.enum(powerCutStages),
  plan: powerCutPlanSchema,
  /** `null` until the files are made. */
  modes: z.array(powerCutModeSchema).nullable(),
  writingSince: z.iso.datetime().nullable(),
  /** The drive's counter just before the writing began; `null` where it cannot be read. */
  unsafeShutdowns: count.nullable().default(null),
  /** Whether the drive answered twice before the writing, and with the same count. */
  counterStoodStill: z.boolean().default(false),
  /** Boot id of the system during the writing; `null` where not known. */
  bootId: z.string().nullable().default(null),
  driveLost: z.boolean(),
  /** The writing ended before any power cut, so the moment of the cut is not known. */
  wasStopped: z.boolean().default(false),
  /** Where the computer stayed on: how the writing ended. */
  ending: powerCutEndingSchema.nullable().default(null),
  /** What is compared before and after; see `CutMarks`. */
  marks: cutMarksSchema.nullable().default(null),
  /** Flushes per second of other programs, counted just before the writing began. */
  othersFlushesPerSecond: z.number().nonnegative().nullable().default(null),
  /** Why the writing ended by itself. */
  error: driveErrorSchema.nullable(),
  result: powerCutTestSchema.nullable(),
});
export type PowerCutState = z.infer<typeof powerCutStateSchema>;
