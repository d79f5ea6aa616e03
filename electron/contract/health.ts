import { z } from "zod";
import { count } from "./measures";

/**
 * A drive's own report of its condition, as far as the system shows it without an administrator.
 * `null` is "not known"; `impossible` lists impossible figures.
 */

/** Figures of the SMART / Health Information log of NVMe, or their equivalents on ATA drives. */
export const healthQuantities = [
  /** Percent of the maker's rating; 255 means that much or more. ATA: see `wearAttribute`. */
  "percentageUsed",
  "availableSparePercent",
  "spareThresholdPercent",
  "bytesRead",
  "bytesWritten",
  "powerOnHours",
  "powerCycles",
  "unsafeShutdowns",
  /**
   * Errors that the drive could not correct. NVMe: Media and Data Integrity Errors; ATA, attribute
   * 187: errors that the drive reported to the system.
   */
  "mediaErrors",
  /** ATA: replaced and pending sectors together; which of the two is not known. */
  "badSectors",
  /** ATA, attribute 5: sectors the drive has replaced by spare ones. */
  "reallocatedSectors",
  /** ATA, attribute 197: sectors that could not be read, and wait to be rewritten or replaced. */
  "pendingSectors",
  /** ATA, attribute 198: sectors that the drive could not correct in its offline scan. */
  "uncorrectableSectors",
  "temperatureCelsius",
] as const;
export type HealthQuantity = (typeof healthQuantities)[number];

/** The bits of the NVMe field "Critical Warning", from the lowest on, under UDisks' names. */
export const criticalWarnings = [
  "spare",
  "temperature",
  "degraded",
  "readonly",
  "volatile_mem",
  "pmr_readonly",
] as const;
export type CriticalWarning = (typeof criticalWarnings)[number];

export const healthGaps = [
  /** The volume has no physical drive: memory, a network, a virtual drive. */
  "no-drive",
  "several-drives",
  /** The system hides the drive's health from this user; an administrator may see it. */
  "not-shown",
  /** The system's drive service does not list this drive. */
  "not-listed",
  /** The system returned nothing, or an answer that could not be read. */
  "unreadable",
  /** It is not known which drive the volume is on. */
  "drive-unknown",
  /** Neither the drive nor its adapter reports health to the system. */
  "no-report",
  /** eMMC memory reports its wear to the system, in numbers without a known meaning. */
  "not-read",
  /** The drive's self-monitoring (SMART) is switched off. */
  "switched-off",
  /** The system's drive service has not queried this drive yet. */
  "not-asked-yet",
  /** Linux: UDisks is not running or not installed. */
  "no-service",
  /** The system's drive service refused this user. */
  "refused",
  "no-answer",
] as const;
export type HealthGap = (typeof healthGaps)[number];

/** How much of its spare blocks eMMC or UFS memory has used: under 80 %, 80 %, or nearly all. */
export const emmcReserves = ["normal", "warning", "urgent"] as const;

/** The highest wear value of eMMC or UFS memory: the whole rated life is used. */
export const lifeExceeded = 11;

const quantity = z.number().nonnegative().nullable().default(null);

export const healthSchema = z.object({
  /**
   * UDisks over D-Bus, Windows' storage queries, diskutil, files of Linux' kernel. `null` if none.
   */
  source: z.enum(["udisks", "windows", "diskutil", "sysfs"]).nullable(),
  protocol: z.enum(["nvme", "ata"]).nullable(),
  /**
   * Why the drive's health is not known; `null` if it is known. The temperature may be known in
   * spite of a gap.
   */
  gap: z.enum(healthGaps).nullable(),
  /**
   * The one physical drive below the volume, as the system's own programs name it: `nvme0n1`,
   * `disk0`, `\\\\.\\PhysicalDrive0`. `null` if not known.
   */
  disk: z.string().max(256).nullable().default(null),
  /**
   * ATA: the maker's attribute that `percentageUsed` was computed from, and its value; `isLast`:
   * the value is at its minimum, so that the real wear may be higher. `null` if no attribute was
   * used.
   */
  wearAttribute: z
    .object({ id: count, value: z.number(), isLast: z.boolean() })
    .nullable()
    .default(null),
  /**
   * What eMMC or UFS memory reports (JEDEC eMMC 5.0, UFS). `lifeTenths`: the tenth of the rated
   * life that the more worn of the two kinds of flash has reached, so that 2 is 10 to 20 %;
   * `lifeExceeded` stands for more than the whole rated life. `null` if not known.
   */
  emmc: z
    .object({
      lifeTenths: z.number().int().min(1).max(lifeExceeded).nullable(),
      reserve: z.enum(emmcReserves).nullable(),
    })
    .nullable()
    .default(null),
  /** When the system read the drive, possibly long before this query; `null` if not known. */
  asOf: z.iso.datetime().nullable(),
  ...(Object.fromEntries(healthQuantities.map((name) => [name, quantity])) as Record<
    HealthQuantity,
    typeof quantity
  >),
  temperatureCelsius: z.number().nullable().default(null),
  criticalWarnings: z.array(z.enum(criticalWarnings)).nullable(),
  /** Whether the drive sets a warning bit for which `criticalWarnings` has no name. */
  unknownWarning: z.boolean().default(false),
  /** The drive's verdict on itself: SMART status, or the prediction of a failure. */
  selfAssessment: z.enum(["passed", "failing"]).nullable(),
  /** Whether the drive's last self-test ended with a fault. */
  selfTestFailed: z.boolean().default(false),
  /**
   * ATA: attributes that are at or below the drive's own threshold; `isAdvisory`: by its flags the
   * attribute predicts no failure, but warns of age, heat or use.
   */
  failingAttributes: z
    .array(
      z.object({
        id: count,
        value: z.number(),
        threshold: z.number(),
        isAdvisory: z.boolean().optional(),
      }),
    )
    .nullable(),
  /** ATA: whether the system counts attributes at their threshold without naming them. */
  hasFailingAttributes: z.boolean().default(false),
  /** ATA: attributes that predict a failure, once fell to their threshold, and have recovered. */
  onceFailingAttributes: z
    .array(z.object({ id: count, worst: z.number(), threshold: z.number() }))
    .default([]),
  /** Counters that are 0, which by the standard means "not reported". */
  notReported: z.array(z.enum(healthQuantities)).default([]),
  /** Figures that cannot be true, which are not judged. `page`: the whole log page is empty. */
  impossible: z.array(
    z.object({ quantity: z.enum([...healthQuantities, "page"]), value: z.number().nullable() }),
  ),
});
export type Health = z.infer<typeof healthSchema>;

const page = z.array(z.number().int().min(0).max(255)).max(512);

/** The log pages of a drive's health as raw bytes. */
export const healthPagesSchema = z.object({
  nvmeHealth: page,
  ataAttributes: page,
  predictsFailure: z.boolean().nullable(),
  temperatureCelsius: z.number().nullable(),
  /** Windows: the bytes of the driver's structure `STORAGE_WRITE_CACHE_PROPERTY`. */
  writeCache: page,
});
export type HealthPages = z.infer<typeof healthPagesSchema>;

/** The person says whether the drive was bought new or used. */
export const purchases = ["new", "used"] as const;
export type Purchase = (typeof purchases)[number];

/** A month such as `2023-11`. */
const purchaseMonth = /^20\d\d-(0[1-9]|1[0-2])$/;
export const purchaseMonthSchema = z.string().max(7).regex(purchaseMonth);

/** Whether the text is a month such as `2023-11` that has begun by the time `now` (UTC). */
export function isPurchaseMonth(text: string, now: Date): boolean {
  return purchaseMonth.test(text) && text <= now.toISOString().slice(0, 7);
}

/** Findings in a drive's own report that need care or mention, gravest first. */
export const conditionSigns = [
  "readonly",
  "degraded",
  /** The drive warns that its spare blocks run low. */
  "spare-low",
  "predicts-failure",
  /** The drive predicts a failure, but none of the attributes that it reports explains why. */
  "predicts-failure-alone",
  "backup-failed",
  "too-hot",
  "memory-region-readonly",
  "media-errors",
  /** ATA, attribute 197: unreadable sectors are pending. */
  "sectors-pending",
  /** ATA, attribute 198: sectors could not be corrected. */
  "sectors-uncorrectable",
  /** The drive's last self-test found a fault or ended with an error. */
  "self-test-failed",
  "rated-life-used",
  /** eMMC: four fifths of the spare blocks are used. */
  "reserve-warning",
  /** Fewer spare blocks remain than the drive's limit, but the drive gave no warning. */
  "spare-below-limit",
  /** The drive warns that its spare blocks run low, but more remain than the drive's limit. */
  "spare-contradicts",
  /** An attribute predicts a failure, but the drive itself does not. */
  "assessment-contradicts",
  /** An attribute is at the drive's limit, but is not known to predict a failure. */
  "attribute-below-limit",
  /** An attribute that predicts a failure was below the drive's limit in the past. */
  "attribute-was-below-limit",
  /** ATA, attribute 5: sectors were replaced. */
  "sectors-replaced",
  /** Sectors were replaced or are pending; which of the two is not known. */
  "sectors-bad",
] as const;
export type ConditionSign = (typeof conditionSigns)[number];

/** How the drive's counts compare with those of a new drive. */
export type Newness = "new" | "used" | "heavily-used" | "not-known";
