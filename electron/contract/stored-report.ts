import { z } from "zod";
import {
  flushModesOf,
  intervalSyncModes,
  type OperatingSystem,
  operatingSystems,
} from "./flush-mode";
import { type Report, reportSchema } from "./report";
import { shortNames } from "./workloads";

/** Reads a report that was stored by this version of the program or by an earlier one. */
export function parseReport(document: unknown): z.ZodSafeParseResult<Report> {
  const first = version1.safeParse(document);
  return reportSchema.safeParse(first.success ? fromVersion1(first.data) : document);
}

/** Only what moved or was renamed since version 1; the rest is checked as version 2. */
const version1 = z.looseObject({
  schemaVersion: z.literal(1),
  plan: z.looseObject({ profile: z.unknown(), tests: z.array(z.string()) }),
  bufferSweep: z.looseObject({}).nullable(),
  bufferSweepDirect: z.looseObject({}).nullable(),
  syncInterval: z.looseObject({}).nullable(),
  syncIntervalOtherModes: z.array(z.unknown()),
  host: z.looseObject({ os: z.enum(operatingSystems) }),
  error: z.looseObject({ during: z.string().nullish() }).nullish(),
});

/**
 * Workloads had short names, and their plans stood beside the profile. A second sweep and further
 * series stood beside the first.
 */
function fromVersion1(first: z.infer<typeof version1>): unknown {
  const { bufferSweep, bufferSweepDirect, syncInterval, syncIntervalOtherModes, ...report } = first;
  const { profile, tests, ...plans } = report.plan;
  const workloads = Object.entries(plans).map(([name, plan]) => [
    idOf(name),
    withModes(name, plan, report.host.os),
  ]);
  return {
    ...withReasons(report),
    schemaVersion: 2,
    bufferSweeps: [
      ...(bufferSweep ? [{ ...bufferSweep, direct: false }] : []),
      ...(bufferSweepDirect ? [{ ...bufferSweepDirect, direct: true }] : []),
    ],
    syncIntervals: [...(syncInterval ? [syncInterval] : []), ...syncIntervalOtherModes],
    plan: { profile, tests: tests.map(idOf), workloads: Object.fromEntries(workloads) },
    error: report.error && {
      ...report.error,
      during: report.error.during && idOf(report.error.during),
    },
  };
}

/** Only its sentence told something not reached from something refused. */
const notReached: Readonly<Record<string, string>> = {
  "The inspection ended before this mode was measured.": "reason.mode-not-reached",
  "The inspection ended before this was measured.": "reason.not-reached",
};

function withReasons(report: object): object {
  const { flushModes, appendModes, chunked, commits } = report as Record<string, unknown>;
  return {
    ...report,
    flushModes: withCodes(flushModes),
    appendModes: withCodes(appendModes),
    commits: withCodes(commits),
    chunked:
      typeof chunked === "object" && chunked !== null && "modes" in chunked
        ? { ...chunked, modes: withCodes(chunked.modes) }
        : chunked,
  };
}

function withCodes(results: unknown): unknown {
  return !Array.isArray(results)
    ? results
    : results.map((result) => {
        const code = notReached[result?.reason];
        return code === undefined ? result : { ...result, statements: [{ code, params: {} }] };
      });
}

/** `null` stood for the modes that the system has, or usually has. */
function withModes(name: string, plan: unknown, os: OperatingSystem): unknown {
  const usual = { flush: flushModesOf(os), interval: intervalSyncModes(os) }[name];
  const { modes } = plan as { modes?: unknown };
  return usual !== undefined && modes === null ? { ...(plan as object), modes: usual } : plan;
}

function idOf(name: string): string {
  return shortNames.get(name) ?? name;
}
