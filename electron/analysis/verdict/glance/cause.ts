import { isPowerCutReport, type Report } from "../../../contract/report";
import { isMemory, isPlaceUnknown, mayDropSyncsUnseen } from "../../guarantee";
import type { Facts } from "../facts";
import { hasFailedTest } from "../failures";

/**
 * The one thing that decides the judgement. Mark, headline and the answer about data all follow
 * from it, so that they cannot disagree. Ordered from what is known to be wrong to what is well.
 */
export type Cause = Fault | Doubt | Ending | Unseen | Cuts | Well;

/** Each gives the mark `bad`. */
export const faults = [
  "power-cut-lost",
  "capacity-false",
  "capacity-false-or-damaged",
  "capacity-damaged",
  "capacity-old-files",
  "data-differs",
  "commits-lost",
  "drive-error",
  "mode-failed",
  "holds-less",
  "health-failing",
  "memory-file-system",
  "syncs-dropped",
  "barriers-off",
  "flushes-missing",
  "other-saves-unflushed",
  "other-fault",
] as const;
type Fault = (typeof faults)[number];

/** Each gives the mark `care`. */
export const doubts = [
  "health-care",
  "changed-without-cut",
  "flushes-too-few",
  "some-saves-unflushed",
  "outpaced",
  "faster-than-disk-turns",
  "sold-as-new",
] as const;
type Doubt = (typeof doubts)[number];

/** Each gives the mark `early`. */
export const endings = [
  "volume-gone",
  "volume-full",
  "stopped",
  "test-failed",
  "broke-off",
] as const;
type Ending = (typeof endings)[number];

/** Each gives the mark `open`. */
export const unseens = [
  "cut-not-proven",
  "virtual-machine",
  "virtual-drive",
  "network",
  "place-unknown",
  "not-planned",
  "nothing-measured",
  "zfs",
  "too-fast",
  "cache-not-known",
] as const;
type Unseen = (typeof unseens)[number];

/** A plug test in which nothing was lost: `few` or, after thirty cuts, `fine`. */
type Cuts = "cuts-few" | "cuts-many";

/** All tests went well: `good` where flushes were counted at the drive, else `fine`. */
type Well = "counted" | "on-their-word";

/** Fewer cuts than this bound the share of lossy cuts only to more than one in ten (rule of three). */
export const manyCuts = 30;

export function causeOf(report: Report, facts: Facts): Cause {
  return (
    faultOf(report) ??
    doubtOf(report) ??
    endingOf(report) ??
    ofPowerCutTest(report) ??
    unseenOf(report, facts) ??
    wellOf(facts)
  );
}

type Severity = Report["verdict"]["findings"][number]["severity"];

function has({ verdict }: Report, code: string, severity?: Severity): boolean {
  return verdict.findings.some(
    (finding) => finding.code === code && (severity === undefined || finding.severity === severity),
  );
}

function faultOf(report: Report): Fault | null {
  const named = faults.find((code) => has(report, code, "bad"));
  const isBad = report.verdict.findings.some(({ severity }) => severity === "bad");
  return named ?? (isBad ? "other-fault" : null);
}

function doubtOf(report: Report): Doubt | null {
  if (report.error?.code === "volume-gone") {
    // What was measured until then is not judged.
    return null;
  }
  const isChanged = report.powerCut?.tests.some(
    ({ testId, modes }) =>
      testId === report.runId && modes.some(({ doubt }) => doubt === "changed-without-cut"),
  );
  const isSoldAsNew =
    has(report, "drive-used", "caution") || has(report, "drive-heavily-used", "caution");
  const found: Readonly<Record<Doubt, boolean>> = {
    "health-care": has(report, "health-care"),
    "changed-without-cut": isChanged === true,
    "flushes-too-few": has(report, "flushes-too-few"),
    "some-saves-unflushed": has(report, "other-saves-unflushed", "caution"),
    outpaced: has(report, "saves-outpace-writing"),
    "faster-than-disk-turns": has(report, "faster-than-disk-turns"),
    "sold-as-new": isSoldAsNew,
  };
  return doubts.find((doubt) => found[doubt]) ?? null;
}

function endingOf(report: Report): Ending | null {
  const { error, partial } = report;
  switch (error?.code) {
    case "volume-gone":
    case "volume-full":
      return error.code;
    case undefined:
      return hasFailedTest(report) ? "test-failed" : partial ? "stopped" : null;
    default:
      return "broke-off";
  }
}

function ofPowerCutTest(report: Report): Unseen | Cuts | null {
  const { powerCut } = report;
  if (!isPowerCutReport(report) || powerCut === null) {
    return null;
  }
  if (powerCut.cuts === 0) {
    return "cut-not-proven";
  }
  // A person's word for the cuts is not counted towards certainty.
  return powerCut.confirmedCuts >= manyCuts ? "cuts-many" : "cuts-few";
}

function unseenOf(report: Report, facts: Facts): Unseen | null {
  const { volume, host, plan } = report;
  const { evidence, safe, suspicion, measured } = facts;
  const isGuest = host.virtualMachine !== null && host.virtualMachine !== "none";
  const reasons: readonly (readonly [Unseen, boolean])[] = [
    ["virtual-machine", isGuest],
    ["virtual-drive", volume.drive.kind === "virtual"],
    ["network", volume.drive.kind === "network"],
    ["place-unknown", isPlaceUnknown(volume)],
    ["not-planned", !plan.tests.includes("flush-modes")],
    ["nothing-measured", measured.length === 0 || safe === null],
    ["zfs", mayDropSyncsUnseen(volume)],
    ["too-fast", suspicion !== null],
    [
      "cache-not-known",
      evidence === "flushes-not-seen" || evidence === "cache-state-assumed" || evidence === null,
    ],
  ];
  return reasons.find(([, applies]) => applies && !isMemory(volume))?.[0] ?? null;
}

function wellOf({ evidence, report: { verification } }: Facts): Well {
  const isCompared = verification?.aroundCache === true && verification.blocksChecked > 0;
  return evidence === "flushes-seen" && isCompared ? "counted" : "on-their-word";
}
