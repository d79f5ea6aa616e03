import { z } from "zod";
import { count } from "./measures";

/**
 * What a drive says of its own condition, as far as the system shows it without an administrator.
 * `null` is "not known"; a figure that cannot be true is kept apart in `impossible`.
 */

/** Figures of the SMART / Health Information log of NVMe, or what stands for them on ATA drives. */
export const healthQuantities = [
  /** Of the endurance the maker rates the drive for; may exceed 100. */
  "percentageUsed",
  "availableSparePercent",
  "spareThresholdPercent",
  "bytesRead",
  "bytesWritten",
  "powerOnHours",
  "powerCycles",
  "unsafeShutdowns",
  "mediaErrors",
  /** ATA: sectors that were replaced, or wait to be. */
  "badSectors",
  "temperatureCelsius",
] as const;
export type HealthQuantity = (typeof healthQuantities)[number];

/** The bits of "Critical Warning", from the lowest on, by the names UDisks has for them. */
export const criticalWarnings = [
  "spare",
  "temperature",
  "degraded",
  "readonly",
  "volatile_mem",
  "pmr_readonly",
] as const;
export type CriticalWarning = (typeof criticalWarnings)[number];

/** Why nothing is known of a drive's health. */
export const healthGaps = [
  /** There is no drive of its own behind the volume: memory, a network, a virtual drive. */
  "no-drive",
  "several-drives",
  /** The system did not say, was not allowed to, or took too long. */
  "not-shown",
] as const;
export type HealthGap = (typeof healthGaps)[number];

const quantity = z.number().nullable().default(null);

export const healthSchema = z.object({
  /** What answered: UDisks over D-Bus, Windows' storage queries, diskutil. `null`: nothing did. */
  source: z.enum(["udisks", "windows", "diskutil"]).nullable(),
  protocol: z.enum(["nvme", "ata"]).nullable(),
  /** Set where nothing is known, or nothing but a temperature. */
  gap: z.enum(healthGaps).nullable(),
  /** When the system asked the drive, which may be long before it was asked; `null`: not known. */
  asOf: z.iso.datetime().nullable(),
  ...(Object.fromEntries(healthQuantities.map((name) => [name, quantity])) as Record<
    HealthQuantity,
    typeof quantity
  >),
  criticalWarnings: z.array(z.enum(criticalWarnings)).nullable(),
  /** The drive's own verdict on itself: SMART status, or the prediction of a failure. */
  selfAssessment: z.enum(["passed", "failing"]).nullable(),
  /** ATA: attributes that warn of a failure and are at or below the drive's own threshold. */
  failingAttributes: z
    .array(z.object({ id: count, value: z.number(), threshold: z.number() }))
    .nullable(),
  /** What cannot be true is named and not judged; the whole page where it holds nothing. */
  impossible: z.array(
    z.object({ quantity: z.enum([...healthQuantities, "page"]), value: z.number().nullable() }),
  ),
});
export type Health = z.infer<typeof healthSchema>;

const page = z.array(z.number().int().min(0).max(255)).max(512);

/** Pages as a drive gave them, before anything is read out of them. */
export const healthPagesSchema = z.object({
  nvmeHealth: page,
  ataAttributes: page,
  predictsFailure: z.boolean().nullable(),
  temperatureCelsius: z.number().nullable(),
});
export type HealthPages = z.infer<typeof healthPagesSchema>;

/** What the person says of how the drive was sold. */
export const purchases = ["new", "used"] as const;
export type Purchase = (typeof purchases)[number];

/** What of a drive's own report calls for care, the gravest first. */
export const conditionSigns = [
  "readonly",
  "degraded",
  "spare-used-up",
  "predicts-failure",
  "backup-failed",
  "too-hot",
  "memory-region-readonly",
  "rated-life-used",
  /** The drive does not warn of its spare, which is below its limit. */
  "spare-below-limit",
  /** It warns of its spare, which is above its limit. */
  "spare-contradicts",
  /** The drive says that it fails and no attribute does, or the other way round. */
  "assessment-contradicts",
] as const;
export type ConditionSign = (typeof conditionSigns)[number];

/** How the drive's counts compare with those of a new one. */
export type Newness = "new" | "used" | "heavily-used" | "not-known";
