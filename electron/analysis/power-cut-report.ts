import type { DriveError } from "#contract/drive-error";
import { factsOf } from "#contract/fitting-facts";
import type { Health } from "#contract/health";
import type { PowerCutTest } from "#contract/power-cut/test";
import {
  type Computer,
  type HostFacts,
  type JudgedReport,
  type Report,
  type ReportWarning,
  reportVersion,
} from "#contract/report";
import type { VolumeFacts } from "#contract/volume";
import { isVirtualDrive } from "./guarantee";
import { planFor } from "./plan";
import { keptItsPower } from "./power-cut/cut-evidence";
import { powerCutOf } from "./power-cut/sum";
import { judge } from "./verdict";
import { nothingMeasured } from "./workloads";

export interface FinishedPowerCutTest {
  readonly app: Report["app"];
  readonly host: HostFacts;
  readonly computer?: Computer | null;
  readonly health?: Health | null;
  /** The volume as found after the power cut. */
  readonly volume: VolumeFacts;
  readonly warnings: readonly ReportWarning[];
  readonly test: PowerCutTest;
  /** The error that ended the writing, if any. */
  readonly writingError?: DriveError | null;
  /** Stored plug tests of the same drive. */
  readonly earlier: readonly PowerCutTest[];
}

/**
 * The report of a finished plug test, in the format of an inspection's. Its run id is the test's
 * id: a test that is read back twice has one report.
 */
export function powerCutReport({
  test,
  earlier,
  writingError = null,
  ...parts
}: FinishedPowerCutTest): JudgedReport {
  const plan = planFor("quick", parts.host.os, []);
  const unjudged = {
    app: parts.app,
    schemaVersion: reportVersion as typeof reportVersion,
    runId: test.testId,
    startedAt: test.startedAt,
    finishedAt: test.finishedAt,
    partial: false,
    host: parts.host,
    computer: parts.computer ?? null,
    volume: factsOf(parts.volume),
    plan,
    bytesWritten: null,
    warnings: [...parts.warnings],
    ...nothingMeasured(plan, {
      os: parts.host.os,
      volume: parts.volume,
      isVirtual: isVirtualDrive(parts.volume, parts.host),
    }),
    verification: null,
    temperatures: null,
    temperatureLimitCelsius: null,
    powerCut: powerCutOf([...earlier, test]),
    health: parts.health ?? null,
    purchase: null,
    purchasedIn: null,
    error: isUnexplained(writingError, test) ? writingError : null,
  };
  return { ...unjudged, verdict: judge(unjudged) };
}

/** Whether the drive or its connection caused this error, because no power cut explains it. */
function isUnexplained(error: DriveError | null, { cut }: PowerCutTest): boolean {
  const wasNotCut = keptItsPower(cut) || (cut.evidence === "none" && cut.deed === "no-cut");
  return error?.code === "drive-error" && wasNotCut;
}
