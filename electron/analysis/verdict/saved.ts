import { ordinarySaveMode } from "../../contract/flush-mode";
import type { Answer } from "../../contract/verdict";
import { formatCount } from "../format";
import {
  barriersAreOff,
  isMemory,
  isPlaceUnknown,
  mayDropSyncsUnseen,
  syncsAreDropped,
} from "../guarantee";
import { hasLostRecords } from "../workloads/commits/results";
import { holdsLess } from "./capacity";
import { type Facts, isRefused } from "./facts";
import { termOfArt } from "./words";

/** Does "saved" mean saved? The one judgement that headline, answers, meaning and grade share. */
export interface Saved {
  readonly state: "yes" | "insist" | "not-known" | "no";
  readonly severity: Answer["severity"];
  readonly reason: string;
  /** Power cuts that confirmed it; none where nothing is said. */
  readonly keptCuts?: number;
  /** Nothing but a person speaks for them having been cuts. */
  readonly byPersonsWord?: boolean;
}

/** The first reason that applies decides; they are ordered from what is known to what is not. */
export function judgeSaved(facts: Facts): Saved {
  return (
    failed(facts) ?? mountForbids(facts) ?? cannotKnow(facts) ?? systemStops(facts) ?? drive(facts)
  );
}

const no = (reason: string): Saved => ({ state: "no", severity: "bad", reason });
const notKnown = (reason: string): Saved => ({ state: "not-known", severity: "caution", reason });

function failed({ report }: Facts): Saved | null {
  if (hasLostRecords(report)) {
    return no("A database did not give back what had been saved in it.");
  }
  if ((report.verification?.mismatchCount ?? 0) > 0 || report.error?.code === "wrong-data") {
    return no("What was read back is not what was written.");
  }
  if (holdsLess(report)) {
    return no(
      "There is less room than the drive says: what lay complete on it could not be changed.",
    );
  }
  if (report.error?.code === "drive-error") {
    return no("The drive returned an error during the inspection.");
  }
  return null;
}

function mountForbids({ report: { volume } }: Facts): Saved | null {
  if (isMemory(volume)) {
    return no("This volume lives in memory; nothing on it survives a restart.");
  }
  if (syncsAreDropped(volume)) {
    return no("The volume is mounted so that the system ignores requests to save.");
  }
  if (barriersAreOff(volume)) {
    return no("The volume is mounted without write barriers: saves may stay in the drive's cache.");
  }
  return null;
}

function cannotKnow({ report, isVirtual, measured, safe, evidence }: Facts): Saved | null {
  if (report.volume.drive.kind === "network") {
    return notKnown("What the other computer does with saved data cannot be seen from here.");
  }
  if (isPlaceUnknown(report.volume)) {
    return notKnown("Where the data is kept, on a drive or in memory, cannot be seen from here.");
  }
  if (report.error?.code === "volume-gone") {
    return notKnown("The drive was removed during the inspection.");
  }
  if (!report.plan.tests.includes("flush-modes")) {
    return notKnown("Saves were not part of this inspection.");
  }
  if (measured.length === 0) {
    return notKnown("No way of saving was measured.");
  }
  if (safe === null && !fullFlushRefused(report)) {
    return notKnown("No way of saving that survives a power cut was measured.");
  }
  if (mayDropSyncsUnseen(report.volume) && evidence !== "flushes-missing") {
    return notKnown(
      "Whether ZFS is told to ignore saves (sync=disabled) cannot be seen from here.",
    );
  }
  if (isVirtual && evidence !== "flushes-missing") {
    return notKnown("The drive is simulated; the computer that hosts it decides.");
  }
  return null;
}

/** macOS: the only call that goes through to the drive does not exist on this file system. */
function fullFlushRefused(report: Facts["report"]): boolean {
  return isRefused(report, "f_fullfsync");
}

function systemStops({ report, promise, safe, suspicion }: Facts): Saved | null {
  if (safe === null) {
    return no("The file system refuses the full flush, so that no program can insist.");
  }
  if (suspicion !== null) {
    return null;
  }
  const ordinary = ordinarySaveMode(report.host.os);
  const refused = isRefused(report, ordinary);
  if (promise === "power-loss" && !refused) {
    return null;
  }
  return {
    state: "insist",
    severity: "caution",
    reason: refused
      ? `The ordinary flush (${termOfArt[ordinary]}) is refused here; ${termOfArt[safe.mode]} is not.`
      : `An ordinary save stops at the drive's own memory; only the full flush (${termOfArt[safe.mode]}) asks for more.`,
  };
}

function drive({ evidence, suspicion }: Facts): Saved {
  if (evidence === "flushes-missing") {
    return no("The drive has a volatile cache, and the system sends no flush to it.");
  }
  if (suspicion !== null) {
    return {
      state: "not-known",
      severity: "info",
      reason:
        "Either the drive is protected against power loss, or it confirms saves that it has not stored yet; speed alone does not tell which.",
    };
  }
  switch (evidence) {
    case "flushes-seen":
      return {
        state: "yes",
        severity: "good",
        reason:
          "Each save was passed on to the drive, which confirmed it; what it does inside cannot be seen.",
      };
    case "no-volatile-cache":
      return {
        state: "yes",
        severity: "good",
        reason: "The drive says that it has no cache that forgets without power.",
      };
    case "cache-reported-off":
      return {
        state: "yes",
        severity: "info",
        reason: "By what the drive reports: its cache is off. This was not measured.",
      };
    case "flushes-passed-on":
      return {
        state: "yes",
        severity: "info",
        reason:
          "By what the system promises: each save was passed on as far as it can follow, which is not down to the drive.",
      };
    case "no-evidence":
      return {
        state: "yes",
        severity: "info",
        reason: "By what the system promises; it offers no evidence to check it by.",
      };
    case "flushes-too-few":
      return notKnown("Fewer flush commands reached the drive than saves were made.");
    case "flushes-not-seen":
    case "cache-state-assumed":
      return notKnown("No flush was seen, and whether the drive has a cache is not known.");
    case null:
      return notKnown("No way of saving that survives a power cut was measured.");
  }
}

/**
 * Drives that keep their word and drives that do not can look alike from inside the system, so that
 * no plain yes is given: it is as far as can be seen, or resting on a promise alone.
 */
export function savedWord({ state, severity, keptCuts, byPersonsWord }: Saved): string {
  switch (state) {
    case "yes":
      if (byPersonsWord) {
        return "Yes, by the person's word";
      }
      if (keptCuts !== undefined) {
        return keptCuts === 1
          ? "Yes, in one power cut"
          : `Yes, in ${formatCount(keptCuts)} power cuts`;
      }
      return severity === "good" ? "Yes, as far as can be seen" : "By promise only";
    case "insist":
      return "Only when the program insists";
    case "not-known":
      return "Not known";
    case "no":
      return "No";
  }
}
