import type { FlushModeId } from "#contract/flush-mode";
import type { WorkloadId } from "#contract/workloads/index";
import { formatRate } from "../format";
import { sentences } from "../sentences";
import { listWithAnd } from "../words";
import { homeOf } from "../workloads";
import { type Amount, amountOf } from "./slowed";
import { type Likeness, optionOf, typicalTime } from "./words";

/** The save whose rate the headline states and, if that is not the ordinary one, the reason. */
const save =
  "{save, select, ordinary {An ordinary save} insisting {An ordinary save ({ordinaryMode}) stops at the drive’s own memory; one that insists on safety} insisting_beside_rate {An ordinary save ({ordinaryRate} a second) stops at the drive’s own memory; one that insists on safety} insisting_beside_time {An ordinary save ({ordinaryTime}) stops at the drive’s own memory; one that insists on safety} refused {The ordinary save ({ordinaryMode}) is refused here; one with {mode}} not_measured {The ordinary save ({ordinaryMode}) was not measured; one with {mode}}}" as const;
const drive =
  "{kind, select, virtual {virtual drive} group {group of drives} other {drive}}" as const;
const rate =
  `{slowed, select, no {${save} can be made {rate} times a second on this ${drive}} after {${save} can be made {fast} times a second on this ${drive} at first, and {rate} times once about {to} had been written} between {${save} can be made {fast} times a second on this ${drive} at first, and {rate} times once between {from} and {to} had been written} hot {${save} can be made {fast} times a second on this ${drive} at first, and {rate} times once it had become hot}}` as const;
const like =
  "{like, select, slower_than_disks {slower than hard disks are} disk {what hard disks do} hard_disk {as slow as a hard disk} slow_ssd {as fast as a slow laptop SSD} good_ssd {as fast as a good laptop SSD} server {as fast as a server drive with power-loss protection}}" as const;
const caveat =
  "{doubt, select, none {.} hosted {, but what provides the drive decides what a save is worth.} not_known {, but whether the saves are safe is not known.}}" as const;

const said = sentences({
  "headline.data-differs":
    "{mismatches, plural, =1 {Wrong data came back: one block of {blocks, number} differs from what was written.} other {Wrong data came back: # of {blocks, number} blocks differ from what was written.}}",
  "headline.capacity-false":
    "Do not store anything on this drive: it is smaller than it says and loses what is stored on it.",
  "headline.capacity-false-or-damaged":
    "Do not store anything on this drive: it is smaller than it says, or badly damaged.",
  "headline.capacity-limit":
    "Do not store anything on this drive as it is connected now: it keeps no more than about {limitBytes, number, bytes}.",
  "headline.capacity-damaged":
    "Data is lost here: some blocks of the free space do not hold what was written.",
  "headline.capacity-old-files":
    "Data is lost here: files that were there before the test have changed.",
  "headline.records-lost": "Records saved here did not come back as they were.",
  "headline.holds-less":
    "There is less room here than is shown: a file that lay complete could not be rewritten.",
  "headline.mode-failed": "Saving here broke off with an error.",
  "headline.wrong-data": "Other data came back than was written.",
  "headline.health-failing": "This drive reports that it is failing.",
  "headline.drive-error":
    "{during, select, read {Reading} save {Saving} other {Reading or saving}} failed here during the inspection.",
  "headline.memory":
    "This volume lives in the computer’s memory: nothing saved here survives a restart.",
  "headline.syncs-dropped":
    "The system ignores requests to save on this volume: nothing here is made permanent.",
  "headline.barriers-off":
    "Data saved on this volume can be lost in a power cut: the system is told not to flush the drive.",
  "headline.nothing-measured": "The inspection ended before anything could be measured.",
  "headline.nothing-measurable":
    "Nothing could be measured in this folder; why stands with each of the tests.",
  "headline.other-tests":
    "This inspection tested {tests}; whether “saved” means saved was not part of it.",
  "headline.flushes-missing":
    "Data saved here can be lost in a power cut: the system does not ask the drive to store it.",
  "headline.network":
    "This volume belongs to another computer: how safe data saved on it is cannot be seen from here.",
  "headline.place-unknown":
    "Where this folder keeps its data cannot be seen from here, and so how safe saves are is not known.",
  "headline.full-flush-refused":
    "On this volume no program can make sure that saved data survives a power cut.",
  "headline.no-safe-measured": "How fast this drive saves when it must be safe was not measured.",
  "headline.paced": `${save} took {time} on this ${drive}, at the pace that was asked for${caveat}`,
  "headline.others-unsafe": `${rate}, but other ways of saving, which databases often use, send it no flush.`,
  "headline.unexplained": `${rate}{why, select, fast {; drives that are protected against power loss are that fast, and whether this one is protected is not known.} outpaced {; it took other writes more slowly, so a memory answers, and whether this one is protected is not known.} disk {; no disk alone is that fast, so a memory answers, and whether this one is protected is not known.}}`,
  "headline.speed": `${rate}; that is ${like}${caveat}`,

  "meaning.documents-in-memory": "Documents and photos stored here are gone after a restart.",
  "meaning.documents-safe":
    "As far as can be seen from here, documents and photos survive a power cut once the program that wrote them has asked for them to be saved; what was written without asking can be lost for a short while.",
  "meaning.documents-promised":
    "By what is promised, documents and photos survive a power cut once the program that wrote them has asked for them to be saved; what was written without asking can be lost for a short while.",
  "meaning.documents-ordinary":
    "As far as can be seen from here, documents and photos survive a power cut only where the program saved them in the ordinary way; few programs say how they save.",
  "meaning.documents-insist":
    "Documents and photos saved just before a power cut can be lost, unless the program insisted on the full flush; few programs say whether they do.",
  "meaning.documents-not-known":
    "Whether documents and photos saved just before a power cut survive it is not known; what matters belongs on a second drive as well.",
  "meaning.documents-not-safe":
    "Documents and photos saved here can be lost or damaged; do not keep the only copy of anything here.",
  "meaning.databases-slow":
    "Databases, mail programs and developers’ tools wait for every save to be confirmed: with {savesPerSecond, number, rate} a second they will feel slow here.",
  "meaning.databases-personal":
    "Databases and mail programs wait for every save to be confirmed: {savesPerSecond, number, rate} a second are enough for one person’s work, not for a busy server.",
  "meaning.databases-fast":
    "Databases and mail programs wait for every save to be confirmed: with {savesPerSecond, number, rate} a second they have little to wait for.",
  "meaning.databases-insisting":
    "Only programs that insist on the full flush, as some databases do, wait for the drive: {savesPerSecond, number, rate} saves a second are possible for them here.",
  "meaning.copies":
    "A copy to an external drive is complete only once that drive has been ejected, whatever this drive is like.",
  "meaning.copies-from-memory":
    "A copy to an external drive is complete only once that drive has been ejected.",
  "meaning.copies-external":
    "A copy to this drive is complete only once the drive has been ejected; until then part of it may be in the computer’s memory.",
});

/** The save that the sentence is about, with what is known of the ordinary save if that is another. */
export interface LeadingSave {
  readonly save:
    | "ordinary"
    | "insisting"
    | "insisting-beside-rate"
    | "insisting-beside-time"
    | "refused"
    | "not-measured";
  readonly mode: FlushModeId;
  readonly isVirtual: boolean;
  /** Whether several drives work together as one volume; missing in reports of earlier versions. */
  readonly isGroup?: boolean;
  readonly ordinaryMode: FlushModeId;
  readonly ordinaryPerSecond: number | null;
  readonly ordinaryMedianNs: number | null;
}

/**
 * A rate of saves and, if saves became slow during the run, the rate before (`fastPerSecond`). The
 * two amounts are bounds of the bytes written before saves became slow; `null` if heat slowed them.
 */
export interface LeadingRate extends LeadingSave {
  readonly savesPerSecond: number;
  readonly fastPerSecond: number | null;
  readonly fastUntilBytes: number | null;
  readonly slowFromBytes: number | null;
}

/**
 * Why a speed is unexplained: as fast as protected drives, faster than the drive's plain writes, or
 * than a disk alone. Missing in reports of earlier versions.
 */
export type Unexplained = "fast" | "outpaced" | "disk";

export type Doubt = "none" | "hosted" | "not-known";

const saveOf = (p: LeadingSave) => ({
  save: optionOf(p.save),
  mode: p.mode,
  kind: p.isVirtual ? "virtual" : p.isGroup ? "group" : "drive",
  ordinaryMode: p.ordinaryMode,
  ordinaryRate: formatRate(p.ordinaryPerSecond ?? 0),
  ordinaryTime: typicalTime(p.ordinaryMedianNs),
});

const rateOf = ({ slowFromBytes, ...p }: LeadingRate) => {
  const { isRange, from, to } = amountOf({ ...p, slowFromBytes: slowFromBytes ?? 0 } as Amount);
  return {
    ...saveOf(p),
    slowed: slowedBy(p.fastPerSecond, slowFromBytes, isRange),
    rate: formatRate(p.savesPerSecond),
    fast: formatRate(p.fastPerSecond ?? 0),
    from,
    to,
  } as const;
};

function slowedBy(fast: number | null, slowFromBytes: number | null, isRange: boolean) {
  if (fast === null) {
    return "no";
  }
  return slowFromBytes === null ? "hot" : isRange ? "between" : "after";
}

export const statements = {
  ...said,
  "headline.drive-error": ({ during = "other" }: { during?: "read" | "save" | "other" }) =>
    said["headline.drive-error"]({ during }),
  "headline.other-tests": (p: { tests: readonly WorkloadId[] }) =>
    said["headline.other-tests"]({ tests: listWithAnd(p.tests.map((id) => homeOf(id).subject())) }),
  "headline.paced": (p: LeadingSave & { medianNs: number | null; doubt: Doubt }) =>
    said["headline.paced"]({
      ...saveOf(p),
      time: typicalTime(p.medianNs),
      doubt: optionOf(p.doubt),
    }),
  "headline.others-unsafe": (p: LeadingRate) => said["headline.others-unsafe"](rateOf(p)),
  "headline.unexplained": ({ why = "fast", ...p }: LeadingRate & { why?: Unexplained }) =>
    said["headline.unexplained"]({ ...rateOf(p), why }),
  "headline.speed": (p: LeadingRate & { like: Likeness | "disk"; doubt: Doubt }) =>
    said["headline.speed"]({ ...rateOf(p), like: optionOf(p.like), doubt: optionOf(p.doubt) }),
};
