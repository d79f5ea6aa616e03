import { z } from "zod";
import { count } from "./measures";

/**
 * What a drive says of its own condition, as far as the system shows it without an administrator.
 * `null` is "not known"; a figure that cannot be true is kept apart in `impossible`.
 */

/** Figures of the SMART / Health Information log of NVMe, or what stands for them on ATA drives. */
export const healthQuantities = [
  /** Of the endurance the maker rates the drive for; 255 stands for that much or more. */
  "percentageUsed",
  "availableSparePercent",
  "spareThresholdPercent",
  "bytesRead",
  "bytesWritten",
  "powerOnHours",
  "powerCycles",
  "unsafeShutdowns",
  /**
   * What the drive could not correct. NVMe: Media and Data Integrity Errors; ATA, attribute 187: the
   * errors that it told the system.
   */
  "mediaErrors",
  /** ATA: sectors that were replaced or wait to be, together; which of the two is not known. */
  "badSectors",
  /** ATA, attribute 5: sectors the drive has replaced by spare ones. */
  "reallocatedSectors",
  /** ATA, attribute 197: sectors that could not be read, and wait to be written or replaced. */
  "pendingSectors",
  /** ATA, attribute 198: sectors that could not be corrected when the drive examined itself. */
  "uncorrectableSectors",
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
  /** The system shows nothing of it to this user; an administrator may see it. */
  "not-shown",
  /** The system's service that asks drives knows nothing of this one. */
  "not-listed",
  /** The system was asked, and what came back could not be read, or nothing came. */
  "unreadable",
  /** Which drive it is cannot be told from the volume. */
  "drive-unknown",
  /** Neither the drive nor its adapter gives the system a report of its health. */
  "no-report",
  /** The drive's own watch over itself (SMART) is switched off. */
  "switched-off",
  /** The system's service has not asked this drive yet. */
  "not-asked-yet",
  /** Linux: the service that asks drives (UDisks) is not running or not installed. */
  "no-service",
  /** The system's service refused to answer this user. */
  "refused",
  /** No answer within the time that was allowed. */
  "no-answer",
] as const;
export type HealthGap = (typeof healthGaps)[number];

const quantity = z.number().nonnegative().nullable().default(null);

export const healthSchema = z.object({
  /** What answered: UDisks over D-Bus, Windows' storage queries, diskutil. `null`: nothing did. */
  source: z.enum(["udisks", "windows", "diskutil"]).nullable(),
  protocol: z.enum(["nvme", "ata"]).nullable(),
  /** Set where nothing is known, or nothing but a temperature. */
  gap: z.enum(healthGaps).nullable(),
  /**
   * The one physical drive below the volume, as the system's own programs name it: `nvme0n1`, `disk0`,
   * `\\\\.\\PhysicalDrive0`. `null`: not known.
   */
  disk: z.string().max(256).nullable().default(null),
  /** When the system asked the drive, which may be long before it was asked; `null`: not known. */
  asOf: z.iso.datetime().nullable(),
  ...(Object.fromEntries(healthQuantities.map((name) => [name, quantity])) as Record<
    HealthQuantity,
    typeof quantity
  >),
  temperatureCelsius: z.number().nullable().default(null),
  criticalWarnings: z.array(z.enum(criticalWarnings)).nullable(),
  /** A warning is set whose meaning is not known here, beside those in `criticalWarnings`. */
  unknownWarning: z.boolean().default(false),
  /** The drive's own verdict on itself: SMART status, or the prediction of a failure. */
  selfAssessment: z.enum(["passed", "failing"]).nullable(),
  /** ATA: attributes that warn of a failure and are at or below the drive's own threshold. */
  failingAttributes: z
    .array(z.object({ id: count, value: z.number(), threshold: z.number() }))
    .nullable(),
  /** Counters the drive leaves at 0, which by the standard stands for "not reported". */
  notReported: z.array(z.enum(healthQuantities)).default([]),
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
  /** `STORAGE_WRITE_CACHE_PROPERTY` of Windows' driver. */
  writeCache: page,
});
export type HealthPages = z.infer<typeof healthPagesSchema>;

/** What the person says of how the drive was sold. */
export const purchases = ["new", "used"] as const;
export type Purchase = (typeof purchases)[number];

/** A month of a purchase, `2023-11`. */
const purchaseMonth = /^20\d\d-(0[1-9]|1[0-2])$/;
export const purchaseMonthSchema = z.string().max(7).regex(purchaseMonth);

/** One that has begun, on this clock. */
export function isPurchaseMonth(text: string, now: Date): boolean {
  return purchaseMonth.test(text) && text <= now.toISOString().slice(0, 7);
}

/** What of a drive's own report calls for care or is to be named, the gravest first. */
export const conditionSigns = [
  "readonly",
  "degraded",
  /** It warns of its spare. */
  "spare-low",
  "predicts-failure",
  /** The drive says that it fails, and none of the attributes that it shows does. */
  "predicts-failure-alone",
  "backup-failed",
  "too-hot",
  "memory-region-readonly",
  /** It counts errors of its medium, which are unrecovered ones. */
  "media-errors",
  /** ATA: sectors wait that cannot be read (197). */
  "sectors-pending",
  /** ATA: sectors that could not be corrected (198). */
  "sectors-uncorrectable",
  "rated-life-used",
  /** No warning of its spare was read, which is below its limit. */
  "spare-below-limit",
  /** It warns of its spare, which is above its limit. */
  "spare-contradicts",
  /** An attribute says that the drive fails, and the drive itself does not. */
  "assessment-contradicts",
  "attribute-below-limit",
  /** ATA: sectors that the drive has dealt with (5). */
  "sectors-replaced",
  /** Sectors that were replaced or wait to be; not known which. */
  "sectors-bad",
] as const;
export type ConditionSign = (typeof conditionSigns)[number];

/** How the drive's counts compare with those of a new one. */
export type Newness = "new" | "used" | "heavily-used" | "not-known";
