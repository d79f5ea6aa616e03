import { ordinarySaveMode } from "../../contract/flush-mode";
import type { Paragraph } from "../../contract/statement";
import { formatCount, formatRate } from "../format";
import { barriersAreOff, isMemory, isPlaceUnknown, syncsAreDropped } from "../guarantee";
import { type SpeedClassId, slowerThanDisks } from "../reference-drives";
import { type Part, paragraph } from "../say";
import { commitMeaning } from "../workloads/commits/commit-rate";
import { hasLostRecords } from "../workloads/commits/results";
import { holdsLess } from "./capacity";
import { type Facts, isRefused, type MeasuredMode, othersAreUnsafe } from "./facts";
import { asSentence, hasBrokenModes } from "./failures";
import type { FindingDraft } from "./finding";
import { isGone } from "./gone";
import { hasLostInCut, plugTestAdvice, powerCutHeadline } from "./power-cut";
import type { Saved } from "./saved";
import { amountOf } from "./slowed";
import { termOfArt, typicalTime } from "./words";

const asFastAs: Readonly<Record<SpeedClassId, string>> = {
  "hard-disk": "as slow as a hard disk",
  "slow-ssd": "as fast as a slow laptop SSD",
  "good-ssd": "as fast as a good laptop SSD",
  server: "as fast as a server drive with power-loss protection",
};

/** One plain sentence: the gravest thing first, otherwise the speed of safe saves. */
export function headlineOf(facts: Facts, saved: Saved): Part {
  return failure(facts) ?? powerCutHeadline(facts) ?? brokenPromise(facts) ?? speed(facts, saved);
}

function failure({ report }: Facts): string | null {
  const { verification, error } = report;
  if (verification !== null && verification.mismatchCount > 0) {
    return `This drive gave back wrong data: ${formatCount(verification.mismatchCount)} of ${formatCount(verification.blocksChecked)} blocks differ from what was written.`;
  }
  if (hasLostRecords(report)) {
    return "A database on this drive did not give back what had been saved in it.";
  }
  if (holdsLess(report)) {
    return "This drive holds less than it says: a file that lay complete on it could not be rewritten.";
  }
  if (hasBrokenModes(report)) {
    return "Saving on this drive broke off with an error.";
  }
  switch (error?.code) {
    case "wrong-data":
      return "This drive gave back other data than was written.";
    case "drive-error":
      return "This drive returned an error while it was being inspected.";
    case "volume-gone":
      return asSentence(error.message);
    default:
      return null;
  }
}

function brokenPromise({ report, evidence, measured }: Facts): string | null {
  const { volume } = report;
  if (isMemory(volume)) {
    return "This volume lives in the computer's memory: nothing saved here survives a restart.";
  }
  if (syncsAreDropped(volume)) {
    return "The system ignores requests to save on this volume: nothing here is made permanent.";
  }
  if (barriersAreOff(volume)) {
    return "Data saved on this volume can be lost in a power cut: it is mounted without write barriers.";
  }
  if (measured.length === 0 && !hasOtherFigures(report)) {
    return "The inspection ended before anything could be measured.";
  }
  if (evidence === "flushes-missing") {
    return "Data saved on this drive can be lost in a power cut: the system does not ask the drive to store it.";
  }
  return null;
}

/** Figures of the tests beside the one that measures saves. */
function hasOtherFigures({
  bufferSweep,
  syncInterval,
  chunked,
  commits,
}: Facts["report"]): boolean {
  return (
    (commits ?? []).some(({ durable, relaxed }) => durable !== null || relaxed !== null) ||
    (bufferSweep?.points ?? []).length > 0 ||
    (syncInterval?.strategies ?? []).some(({ p50Ns }) => p50Ns !== null) ||
    (chunked?.modes ?? []).some(({ elapsedNs }) => elapsedNs !== null)
  );
}

function speed(facts: Facts, saved: Saved): string {
  const { report, safe, suspicion, isVirtual } = facts;
  if (report.volume.drive.kind === "network") {
    return "This volume belongs to another computer: how safe data saved on it is cannot be seen from here.";
  }
  if (isPlaceUnknown(report.volume)) {
    return "Where this folder keeps its data cannot be seen from here, and so how safe saves are is not known.";
  }
  if (safe === null) {
    return saved.state === "no"
      ? "On this volume no program can make sure that saved data survives a power cut."
      : "How fast this drive saves when it must be safe was not measured.";
  }
  const drive = isVirtual ? "virtual drive" : "drive";
  const save = leadingSave(facts, safe);
  if (facts.speed === null) {
    return `${save} took ${typicalTime(safe)} on this ${drive}, at the pace that was asked for${isVirtual ? hostDecides : caveatOf(saved)}`;
  }
  const rate = formatRate(safe.iops);
  const like = facts.speed === slowerThanDisks ? slowerThanDisks.words : asFastAs[facts.speed.id];
  const head =
    safe.slowdown === null
      ? `${save} can be made ${rate} times a second on this ${drive}`
      : `${save} can be made ${formatRate(safe.slowdown.fastPerSecond)} times a second on this ${drive} at first, and ${rate} times once ${amountOf(safe.slowdown)} had been written`;
  if (othersAreUnsafe(facts)) {
    return `${head}, but other ways of saving, which databases often use, send it no flush.`;
  }
  if (suspicion !== null) {
    return `${head}; drives that are protected against power loss are that fast, and whether this one is protected is not known.`;
  }
  if (isVirtual) {
    return `${head}; that is ${like}${hostDecides}`;
  }
  const isDisk = facts.speed !== slowerThanDisks && report.volume.drive.kind === "hard-disk";
  return `${head}; that is ${isDisk ? "what hard disks do" : like}${caveatOf(saved)}`;
}

const hostDecides = ", but the computer that hosts it decides what a save is worth.";

/** Whose rate follows; where it is not the ordinary save's, what became of that one. */
function leadingSave({ report, ordinary, promise, isPaced }: Facts, safe: MeasuredMode): string {
  const mode = ordinarySaveMode(report.host.os);
  if (safe.mode === mode) {
    return "An ordinary save";
  }
  const term = `(${termOfArt[mode]})`;
  if (promise !== "power-loss" && !isRefused(report, mode)) {
    const figure =
      ordinary === null
        ? term
        : `(${isPaced ? typicalTime(ordinary) : `${formatRate(ordinary.iops)} a second`})`;
    return `An ordinary save ${figure} stops at the drive's own memory; one that insists on safety`;
  }
  return isRefused(report, mode)
    ? `The ordinary save ${term} is refused here; one with ${termOfArt[safe.mode]}`
    : `The ordinary save ${term} was not measured; one with ${termOfArt[safe.mode]}`;
}

/** Without evidence on a good figure, the sentence must not sound like a pass. */
function caveatOf(saved: Saved): string {
  return saved.state === "not-known" ? ", but whether the saves are safe is not known." : ".";
}

/** Documents and photos, then databases, then external copies. */
export function meaningOf(facts: Facts, saved: Saved): Part[] {
  return [
    documents(facts, saved),
    ...(isGone(facts.report) ? [] : databases(facts)),
    copies(facts),
  ];
}

function documents({ report }: Facts, saved: Saved): string {
  if (isMemory(report.volume)) {
    return "Documents and photos stored here are gone after a restart.";
  }
  switch (saved.state) {
    case "yes":
      return `${saved.severity === "good" ? "As far as can be seen from here" : "By what is promised"}, documents and photos survive a power cut once the program that wrote them has asked for them to be saved; what was written without asking can be lost for a short while.`;
    case "insist":
      return "Documents and photos saved just before a power cut can be lost, unless the program insisted on the full flush; few programs say whether they do.";
    case "not-known":
      return "Whether documents and photos saved just before a power cut survive it is not known; what matters belongs on a second drive as well.";
    case "no":
      return "Documents and photos saved here can be lost or damaged; do not keep the only copy of anything here.";
  }
}

function databases(facts: Facts): Part[] {
  const measured = commitMeaning(facts);
  if (measured !== null && !hasLostInCut(facts)) {
    return [measured];
  }
  const { safe, speed, evidence, unflushed } = facts;
  if (safe === null || speed === null || evidence === "flushes-missing" || hasLostInCut(facts)) {
    return [];
  }
  if (unflushed.length > 0) {
    // The way of saving that databases often use is one of these.
    return [];
  }
  const rate = formatRate(safe.iops);
  switch (speed.id) {
    case "hard-disk":
      return [
        `Databases, mail programs and developers' tools wait for every save to be confirmed: with ${rate} a second they will feel slow here.`,
      ];
    case "slow-ssd":
      return [
        `Databases and mail programs wait for every save to be confirmed: ${rate} a second are enough for one person's work, not for a busy server.`,
      ];
    case "good-ssd":
    case "server":
      return [
        `Databases and mail programs wait for every save to be confirmed: with ${rate} a second they have little to wait for.`,
      ];
  }
}

function copies({ report }: Facts): string {
  const { kind, removable } = report.volume.drive;
  return removable === true || kind === "usb" || kind === "memory-card"
    ? "A copy to this drive is complete only once the drive has been ejected; until then part of it may be in the computer's memory."
    : "A copy to an external drive is complete only once that drive has been ejected, whatever this drive is like.";
}

const always = "Keep a second copy of what matters on another drive: every drive fails one day.";

/** What can be done, gravest first, each thing once. */
export function adviceOf(drafts: readonly FindingDraft[], withPlugTest: boolean): Paragraph[] {
  const todos = drafts.map(({ todo }) => todo).filter((todo) => todo !== null);
  const all = [...todos, ...(withPlugTest ? [plugTestAdvice] : []), always].map(paragraph);
  // The same thing said twice is the same data.
  return [...new Map(all.map((advice) => [JSON.stringify(advice), advice])).values()];
}
