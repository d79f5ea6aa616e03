import { z } from "zod";
import type { DriveError, HostError } from "./drive-error";
import { driveErrorSchema } from "./drive-error-schema";
import { operatingSystems } from "./flush-mode";
import { healthSchema, purchaseMonthSchema, purchases } from "./health";
import { count } from "./measures";
import { powerCutSchema } from "./power-cut/test";
import { beyondBounds } from "./report-bounds";
import { runPlanSchema } from "./run-plan";
import { shownName } from "./shown-name";
import { type Paragraph, paragraphSchema } from "./statement";
import { type Judgement, verdictSchema } from "./verdict";
import { volumeFactsSchema } from "./volume-schema";
import { workloadResults } from "./workloads";

/**
 * The report, version 2: the one document every output is made from. The field names are a
 * contract. Times are integers in nanoseconds; evidence that is missing is `null`, never 0.
 */

/** Version 1 was never released. */
export const reportVersion = 2 as const;

export const mismatchSchema = z.object({
  offset: count,
  expected: z.string(),
  found: z.string(),
});

export const verificationSchema = z.object({
  blocksChecked: count,
  /** Whether the reads bypassed the system's cache; if not, the copy in memory was compared. */
  aroundCache: z.boolean(),
  /** Bytes of the blocks that were compared. */
  bytesRead: count.nullable().default(null),
  /**
   * Upper bound of the compared bytes that the underlying disks delivered, by their I/O counters,
   * which include other programs' reads. `null` if the system has no such counters.
   */
  deviceReadBytes: count.nullable().default(null),
  mismatchCount: count,
  /** The first mismatches, at most a hundred. */
  mismatches: z.array(mismatchSchema).max(100),
  /** Offsets of unreadable blocks; reading back ends after the sixteenth. */
  unreadable: z.array(count),
});
export type Verification = z.infer<typeof verificationSchema>;

export const warningSchema = z.object({
  code: z.string(),
  message: z.string(),
  /** `message` as statement codes; missing if only the text is known, as in older reports. */
  statements: paragraphSchema.optional(),
});
export type ReportWarning = z.infer<typeof warningSchema>;
export interface UnwordedWarning {
  readonly code: string;
  readonly statements: Paragraph;
}

export const hostSchema = z.object({
  os: z.enum(operatingSystems),
  osVersion: shownName,
  arch: shownName,
  cpuModel: shownName.nullable(),
  /** Name of the hypervisor, `none`, or `null` if not known. */
  virtualMachine: shownName.nullable(),
  powerSource: z.enum(["mains", "battery"]).nullable(),
});
export type HostFacts = z.infer<typeof hostSchema>;

/** Parts are `null` if the computer's firmware has no name. */
export const computerSchema = z.object({
  maker: shownName.nullable(),
  model: shownName.nullable(),
});
export type Computer = z.infer<typeof computerSchema>;

/** A temperature in °C, within limits that no drive can exceed. */
const celsius = z.number().min(-273.15).max(10_000);

/** A reading of the drive's own sensor; `ns` since the inspection began. */
export const temperatureSchema = z.object({ ns: count, celsius });
export type Temperature = z.infer<typeof temperatureSchema>;

const documentSchema = z.object({
  app: z.object({
    name: shownName,
    version: shownName,
    /** Version of the native engine that made the figures. */
    engine: shownName,
  }),
  schemaVersion: z.literal(reportVersion),
  runId: z.string().max(64),
  startedAt: z.iso.datetime().max(40),
  finishedAt: z.iso.datetime().max(40),
  /** Whether the run ended before everything planned was measured. */
  partial: z.boolean(),
  host: hostSchema,
  computer: computerSchema.nullable().default(null),
  volume: volumeFactsSchema,
  plan: runPlanSchema,
  /**
   * Every byte handed to the operating system, preparation and warm-up included. `null` if the
   * count was lost in the power cut of a plug test, or because the engine hung in a step.
   */
  bytesWritten: count.nullable(),
  warnings: z.array(warningSchema),
  ...workloadResults,
  verification: verificationSchema.nullable(),
  /** Samples taken while the drive worked, at most 240. `null` if not known. */
  temperatures: z.array(temperatureSchema).nullable().default(null),
  /** An NVMe drive's own limit, at which it is too hot: WCTEMP, else CCTEMP. `null` if none. */
  temperatureLimitCelsius: celsius.nullable().default(null),
  /** The drive's plug tests; `null` if none is known. A plug test's own plan has no workloads. */
  powerCut: powerCutSchema.nullable().default(null),
  /** The drive's health; `null` if it was not read. */
  health: healthSchema.nullable().default(null),
  /** The person says how the drive was bought; `null` if not said. */
  purchase: z.enum(purchases).nullable().default(null),
  /** Month of the purchase as the person says, `2023-11`; `null` if not said. */
  purchasedIn: purchaseMonthSchema.nullable().default(null),
  error: driveErrorSchema.nullable(),
  verdict: verdictSchema,
});
/** Refuses a report that no inspection can have written, before anything shows it. */
export const reportSchema = documentSchema.superRefine((report, context) => {
  const message = beyondBounds(report);
  if (message !== null) {
    context.addIssue({ code: "custom", message });
  }
});
export type Report = z.infer<typeof reportSchema>;

/** A report with codes instead of sentences; `electron/text/in-words.ts` adds the sentences. */
export type JudgedReport = Omit<Report, "verdict" | "warnings" | "error"> & {
  readonly verdict: Judgement;
  readonly warnings: readonly (ReportWarning | UnwordedWarning)[];
  readonly error: DriveError | HostError | null;
};

/** Whether this is the report of a plug test, which has no other measurement. */
export function isPowerCutReport({ plan }: Pick<Report, "plan">): boolean {
  return plan.tests.length === 0;
}
