import type { Report } from "#contract/report";
import { isOfMachine, isSold, type Thing, thingOf } from "../../facts/thing";
import { isMemory, mayDropSyncsUnseen } from "../../guarantee";
import { isTemperatureAlone as isTooHotAlone } from "../../health/condition";
import { isGone } from "../gone";
import { type Cause, canBeCut, type Found } from "./cause";

/** Yes-or-no questions about a report that several parts of the verdict's summary ask. */

/** Whether saves send no flush to the drive, so that a loss is not the drive's fault. */
export function isUnasked({ verdict }: Report): boolean {
  return verdict.findings.some(({ code }) => code === "flushes-missing");
}

/**
 * The caution about every Mac, and not about this drive, that programs must request full flushes;
 * the first page does not show it.
 */
export function isOfEveryMac({ host }: Pick<Report, "host">, { code }: { readonly code: string }) {
  return host.os === "macos" && code === "ordinary-save-not-safe";
}

const slownesses = ["throttled", "saves-slowed", "slow-saves", "long-pauses"] as const;
export type Slowness = (typeof slownesses)[number];

/** A caution about speed alone, which affects comfort, not safety. */
export function slownessOf({ verdict }: Found): Slowness | null {
  const cautions = verdict.findings.filter(({ severity }) => severity === "caution");
  return slownesses.find((code) => cautions.some((finding) => finding.code === code)) ?? null;
}

export type Owner = Thing | "computer" | "macbook" | "mac";

/** What the page calls the inspected thing: the computer for a built-in drive, else stick or card. */
export function ownerOf(report: Report): Owner {
  const thing = thingOf(report);
  if (thing !== "drive") {
    return thing;
  }
  if (report.host.os !== "macos") {
    return "computer";
  }
  return report.computer?.model?.startsWith("MacBook") ? "macbook" : "mac";
}

/**
 * Who can find the cause: whoever looks after a virtual computer, the shop that sold the drive, or
 * whoever set up what keeps the files. The same person can tell whether ZFS was set to ignore
 * saves, which would explain saves that were lost, not passed on or confirmed too early.
 */
export function helperOf(cause: Cause, report: Report): "its-owner" | "shop" | "keeper" {
  const { volume } = report;
  if (isOfMachine(report) && volume.drive.kind !== "network") {
    return "its-owner";
  }
  const isPerhapsSet = explainedBySetting.includes(cause) && mayDropSyncsUnseen(volume);
  return isSold(report) && !isPerhapsSet ? "shop" : "keeper";
}

/** Whether the drive's only sign of a fault is its current temperature, too high or too low. */
export function isTemperatureAlone({ health }: Report): boolean {
  return health !== null && isTooHotAlone(health);
}

/** Findings that may be the first signs of a failing drive. */
const mayBeFaults: ReadonlySet<string> = new Set(["health-care", "not-verified", "long-pauses"]);

/** Whether a finding suggests a fault of the drive, but too weakly to decide the judgement. */
export function isFaultSeen({ verdict }: Report): boolean {
  return verdict.findings.some(
    ({ code, severity }) =>
      code === "health-noted" ||
      code === "volume-gone" ||
      (severity === "caution" && mayBeFaults.has(code)),
  );
}

/** After more power cuts than this the summary asks for no further ones. */
const fewEnough = 5;

/** Whether one more power cut without a loss would tell a person something. */
export function asksForCut(report: Report): boolean {
  return (report.powerCut?.cuts ?? 0) <= fewEnough && canBeCut(report);
}

/** Whether all bad findings are losses in power cuts: saves are safe while the drive has power. */
export function isLossAlone({ verdict }: Report): boolean {
  return verdict.findings.every(
    ({ severity, code }) => severity !== "bad" || code.startsWith("power-cut"),
  );
}

/** Whether the files are gone for good: a RAM disk that was unmounted keeps nothing. */
export function isEmptied(report: Report): boolean {
  return isMemory(report.volume) && isGone(report);
}

const testable: readonly Cause[] = [
  ...(["flushes-too-few", "some-saves-unflushed", "outpaced", "faster-than-disk-turns"] as const),
];

const explainedBySetting: readonly Cause[] = [
  ...(["power-cut-lost", "flushes-missing", "other-saves-unflushed"] as const),
  ...testable,
];

/**
 * Whether a plug test could settle the doubt: it is possible on this volume, and none was made yet.
 */
export function asksForTest(cause: Cause, report: Report): boolean {
  return testable.includes(cause) && canBeCut(report) && (report.powerCut?.cuts ?? 0) === 0;
}
