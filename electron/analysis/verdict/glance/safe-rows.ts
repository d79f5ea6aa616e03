import { isPowerCutReport, type Report } from "#contract/report";
import type { Statement } from "#contract/statement";
import { enoughFlushesPerSave, everyFlushPerSave, type Facts } from "../../facts/facts";
import { failedCallOf } from "../../facts/failed-call";
import { isMadeGroup, isOfMachine, isPulledOut, thingOf } from "../../facts/thing";
import type { FreeSpace } from "../../facts/told";
import { isMemory, isSetUnsafely } from "../../guarantee";
import { isConfirmed } from "../../power-cut/sum";
import { bytesFromDrive } from "../../read-back";
import { freeSpaceIn, isComparedIn } from "../../workloads";
import { hasFailedTest } from "../failures";
import { isGone } from "../gone";
import { type Cause, lowestFlushesPerSave, markOf } from "./cause";
import { type Cut, cutsOf } from "./cut-cards";
import { isGoneIn } from "./losses";
import { type Line, type Sign, say } from "./parts";

/** The rows below "Is my data safe?": what was observed, each with its symbol. */
export function rowsOf(cause: Cause, report: Report, facts: Facts): Line[] {
  return isPowerCutReport(report)
    ? cutLines(cause, report)
    : [unchanged(cause, report), reaching(cause, report, facts), survives(report)];
}

const noFreeSpace: FreeSpace = {
  differing: 0,
  unreadable: 0,
  unchangedBytes: 0,
  limitBytes: null,
};

/** Blocks that could not be read; the symbol is bad only if the drive itself reported an error. */
function unreadableRow(count: number, error: Report["error"]): Line {
  return {
    sign: error?.code === "drive-error" ? "bad" : "open",
    title: say("glance.row.unchanged"),
    value: say("glance.row.unreadable", { count }),
  };
}

function unchanged(cause: Cause, report: Report): Line {
  const { verification, volume, error } = report;
  const title = say("glance.row.unchanged");
  const space = freeSpaceIn(report) ?? noFreeSpace;
  const { differing, unreadable: inFreeSpace } = space;
  if (differing > 0) {
    return { sign: "bad", title, value: say("glance.row.differs", { differing }) };
  }
  const isElsewhere =
    cause === "commits-lost" || cause === "capacity-old-files" || cause.startsWith("capacity-f");
  if (isElsewhere || (error?.code === "wrong-data" && !verification?.mismatchCount)) {
    // The wrong data is not in the test file, so the row does not give the count of that file,
    // which would hide the wrong data.
    return { sign: "bad", title, value: say("glance.row.not-all") };
  }
  if (inFreeSpace > 0) {
    return unreadableRow(inFreeSpace, error);
  }
  const { mismatchCount = 0, unreadable = [] } = verification ?? {};
  if (mismatchCount > 0) {
    return { sign: "bad", title, value: say("glance.row.differs", { differing: mismatchCount }) };
  }
  if (unreadable.length > 0) {
    return unreadableRow(unreadable.length, error);
  }
  if (error?.code === "drive-error" && failedCallOf(report) === "read") {
    // Blocks compared earlier may be right, but "all correct" would contradict the headline.
    return { sign: "bad", title, value: say("glance.row.read-failed") };
  }
  if (verification === null || verification.blocksChecked === 0) {
    if (space.unchangedBytes > 0 && !isMemory(volume)) {
      return cameBack(cause, report, space.unchangedBytes);
    }
    if (!comparesAsItGoes(report)) {
      return { sign: "open", title, value: say("glance.row.not-compared") };
    }
    // The report does not say whether the drive or the computer's memory delivered the data.
    return isMemory(volume)
      ? { sign: "open", title, value: say("glance.row.only-in-memory") }
      : {
          sign: "plain",
          title: titleOfData(cause, report),
          value: say("glance.row.documents-unchanged"),
        };
  }
  const { aroundCache, bytesRead } = verification;
  if (!aroundCache || isMemory(volume)) {
    return { sign: "open", title, value: say("glance.row.only-in-memory") };
  }
  if (bytesRead === null) {
    return { sign: "open", title, value: say("glance.row.cannot-be-seen") };
  }
  const fromDrive = bytesFromDrive(bytesRead, verification.deviceReadBytes);
  const bytes = Math.max(fromDrive, space.unchangedBytes);
  if (bytes === 0) {
    return { sign: "open", title, value: say("glance.row.only-in-memory") };
  }
  return cameBack(cause, report, bytes);
}

function cameBack(cause: Cause, report: Report, bytes: number): Line {
  const title = titleOfData(cause, report);
  const value = isNamedTest(cause, report)
    ? say("glance.row.came-back", { bytes })
    : say("glance.row.compared", { bytes });
  return { sign: "good", title, value };
}

/**
 * Whether the row's title names the test files: a title about data in general reads as a promise
 * beside "Not known", and on a stick as one about its owner's files.
 */
function isNamedTest(cause: Cause, report: Report): boolean {
  return markOf(cause) === "open" || isPulledOut(report);
}

function titleOfData(cause: Cause, report: Report): Statement {
  return say(isNamedTest(cause, report) ? "glance.row.test-files" : "glance.row.unchanged");
}

/** Whether a test compared what it saved, round by round, up to the inspection's end. */
function comparesAsItGoes(report: Report): boolean {
  return !report.partial && report.error === null && !hasFailedTest(report) && isComparedIn(report);
}

/** Findings that saves may be confirmed before they are stored, even if not the main cause. */
const confirmEarly: ReadonlySet<string> = new Set([
  "saves-outpace-writing",
  "faster-than-disk-turns",
]);

/** The row that says how far the evidence follows a save on its way to the drive. */
function reaching(cause: Cause, report: Report, facts: Facts): Line {
  // In a virtual machine the title asks whether saves reach the real drive; that they reach the
  // virtual one is no question.
  const title =
    cause === "virtual-machine" && isOfMachine(report)
      ? say("glance.row.reach-real")
      : say("glance.row.reach", { thing: thingOf(report) });
  const { evidence, safe, isVirtual } = facts;
  const line = (sign: Sign, value: Statement): Line => ({ sign, title, value });
  if (isMemory(report.volume)) {
    return line("bad", say("glance.row.no-drive"));
  }
  const failed = facts.saves.modes.find(({ status }) => status === "failed");
  // A failed save counts even if a graver fault is the cause.
  const isSaving = report.error?.code === "drive-error" && failedCallOf(report) === "save";
  if (isSetUnsafely(report.volume) && !isSaving && cause !== "mode-failed") {
    return line("bad", say("glance.row.not-passed-on"));
  }
  if (isGone(report)) {
    return line("open", say("glance.row.not-judged"));
  }
  if (isSaving || failed !== undefined) {
    const worked = failed?.operations ?? 0;
    // Without space or permission a save fails on any drive, so the symbol is not bad.
    const sign = markOf(cause) === "early" ? "open" : "bad";
    return line(sign, say("glance.row.failed", { worked }));
  }
  if (report.verdict.findings.some(({ code }) => confirmEarly.has(code))) {
    return line("care", say("glance.row.perhaps-later"));
  }
  if (safe === null) {
    const isUnknown = facts.measured.some(({ guarantee }) => guarantee === "unknown");
    return line("open", say(isUnknown ? "glance.row.cannot-be-seen" : "glance.row.not-measured"));
  }
  if (facts.unflushed.length > 0 || cause === "some-saves-unflushed") {
    const sign = cause === "other-saves-unflushed" ? "bad" : "care";
    return line(sign, say("glance.row.not-every-way"));
  }
  if (isVirtual && evidence !== "flushes-missing" && evidence !== "flushes-too-few") {
    return line("open", say("glance.row.cannot-be-seen"));
  }
  const lowest = lowestFlushesPerSave(facts);
  switch (evidence) {
    case "flushes-seen":
      return lowest >= everyFlushPerSave
        ? // Beside a loss, "each one" would say that the drive stored what is gone.
          line("good", say(`glance.row.${markOf(cause) === "bad" ? "each-passed-on" : "counted"}`))
        : lowest >= enoughFlushesPerSave
          ? line("fine", say("glance.row.counted-most"))
          : line("open", say("glance.row.not-every-way"));
    case "flushes-missing":
      return line("bad", say("glance.row.not-passed-on"));
    case "flushes-too-few":
      return line("care", say("glance.row.fewer-than-saves"));
    case "no-volatile-cache":
    case "cache-reported-off":
      return line(
        "fine",
        say(isMadeGroup(report) ? "glance.row.no-caches" : "glance.row.no-cache"),
      );
    case "flushes-passed-on":
    case "no-evidence":
      return {
        sign: "fine",
        title: say("glance.row.confirmed"),
        value: say("glance.row.confirmed-by", { os: report.host.os }),
      };
    case "flushes-not-seen":
    case "cache-state-assumed":
    case null:
      return line("open", say("glance.row.cannot-be-seen"));
  }
}

function survives(report: Report): Line {
  const title = say(isPulledOut(report) ? "glance.row.survives-unplug" : "glance.row.survives-cut");
  const { powerCut } = report;
  if (isMemory(report.volume)) {
    return { sign: "bad", title, value: say("glance.row.only-memory") };
  }
  // The files of a network drive lie on another computer than the virtual machine's host.
  if (powerCut === null && isOfMachine(report) && report.volume.drive.kind !== "network") {
    // A neutral title: beside an open answer readers took "Survives a power cut" for a yes.
    const value = say("glance.row.on-outer-computer");
    return { sign: "open", title: say("glance.row.after-cut"), value };
  }
  if (powerCut === null) {
    return { sign: "open", title, value: say("glance.row.not-tested") };
  }
  if (powerCut.cuts === 0) {
    const isOthers = powerCut.modes.some(({ lossExpected, cuts }) => !lossExpected && cuts > 0);
    const value = say(isOthers ? "glance.row.cut-others" : "glance.row.nothing-proven");
    return { sign: "open", title, value };
  }
  const { cuts, cutsWithLoss, confirmedCuts } = powerCut;
  return cutsWithLoss > 0
    ? { sign: "bad", title, value: say("glance.row.lost-in", { cuts, cutsWithLoss }) }
    : { sign: keptSign(confirmedCuts === cuts), title, value: say("glance.row.kept-in", { cuts }) };
}

/**
 * The symbol of a kept save: a power cut counts as observed only if the system shows it; otherwise
 * the symbol is that of a person's statement.
 */
function keptSign(isShown: boolean): Sign {
  return isShown ? "proof" : "plain";
}

/** The most cuts that the card has room for; the page "Figures" lists the others. */
const mostCutLines = 3;

function cutLines(cause: Cause, report: Report): Line[] {
  const cuts = report.powerCut === null ? [] : cutsOf(report.powerCut, mostCutLines);
  const files: Line = {
    sign: "dot",
    title: say("glance.row.own-files"),
    // After a loss people ask about their own files, of which the test says nothing.
    value: say(`glance.row.not-touched${cause === "power-cut-lost" ? "-nor-checked" : ""}`),
  };
  return [...cuts.map(cutLine), files];
}

function cutLine({ test, number, state }: Cut): Line {
  const { modes } = test;
  const proven = modes.filter(
    ({ lossExpected, verdict }) => !lossExpected && (verdict === "kept" || verdict === "lost"),
  );
  // Saves that a later save replaced need not exist, so the test did not check them.
  const saves = proven.reduce((sum, { failed, counts }) => sum + failed + counts.survived, 0);
  const failed = proven.reduce((sum, one) => sum + one.failed, 0);
  const title = say("glance.row.cut", { number });
  switch (state) {
    case "lost":
      return {
        sign: "bad",
        title,
        value: say("glance.row.cut-lost", { failed, saves, isGone: proven.every(isGoneIn) }),
      };
    case "kept":
      return {
        sign: keptSign(isConfirmed(test)),
        title,
        value: say("glance.row.cut-kept", { saves }),
      };
    case "open": {
      // The doubt about the first mode that promises to survive, which is usually the ordinary
      // save.
      const [why = "not-proven"] = modes.flatMap(({ lossExpected, verdict, doubt }) =>
        lossExpected || verdict !== "not-proven" ? [] : (doubt ?? []),
      );
      const value = say(proven.length > 0 ? "glance.row.cut-others" : `glance.row.cut-${why}`);
      return { sign: "open", title, value };
    }
  }
}
