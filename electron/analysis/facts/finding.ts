import type { Answer, Finding, Judgement } from "#contract/verdict";
import { type Part, paragraph } from "../say";

/** Every finding the verdict can contain. The codes are part of the report and stay as they are. */
export const findingCodes = [
  /** Blocks read back are not what was written there. */
  "data-differs",
  /** The drive returned an error to a read, a write or a flush. */
  "drive-error",
  /** One way of saving broke off with an error while the others went on. */
  "mode-failed",
  /** The volume disappeared during the inspection. */
  "volume-gone",
  /** The volume ran full during the inspection. */
  "volume-full",
  /** What lay complete on the volume could not be rewritten for want of room. */
  "holds-less",
  /** DriveProof itself, or its engine, could not go on. */
  "inspection-broke-off",
  /** One workload could not go on; the others did. */
  "test-failed",
  /** Stopped by the person before everything was measured. */
  "inspection-stopped",
  /** Every block was read back from the drive and is as written. */
  "data-verified",
  /** Every block is as written, but by the drive's counters not all of them came from it. */
  "data-verified-partly",
  /** Every block is as written; the system does not count what came from the drive. */
  "data-verified-uncounted",
  /** Every block is as written, but only the copy in memory could be compared. */
  "data-verified-in-memory",
  /** Nothing was read back, or not everything. */
  "not-verified",

  /** Saves that promise to survive a power cut did not, in a plug test of this drive. */
  "power-cut-lost",
  /** They did, in every plug test that proves something. */
  "power-cut-kept",
  /** The plug tests of this drive prove nothing. */
  "power-cut-not-proven",

  /** The volume lives in the computer's memory. */
  "memory-file-system",
  /** The volume is mounted so that the system ignores every request to save. */
  "syncs-dropped",
  /** The volume is mounted so that the system sends no flush to the drive. */
  "barriers-off",
  /** Whether ZFS is told to ignore requests to save is not shown by the system. */
  "zfs-sync-unseen",
  /** The data is kept in a file system that cannot be found from here. */
  "place-unknown",
  /** The volume belongs to another computer. */
  "network-drive",
  /** The drive, or the whole computer, is simulated. */
  "virtual-drive",
  /** An ordinary save stops at the drive's own cache; only a full flush goes on (macOS). */
  "ordinary-save-not-safe",
  /** Write-through is asked for but not proven to be honoured (Windows). */
  "write-through-unproven",

  /** The system counted a flush command for every save. */
  "flushes-seen",
  /** The drive has a volatile cache, and saves send no flush. */
  "flushes-missing",
  /** Flush commands were counted, but clearly fewer than saves. */
  "flushes-too-few",
  /** No flush was counted, and whether the drive has a volatile cache is not known. */
  "flushes-not-seen",
  /** An NVMe drive says of itself that it has no volatile cache. */
  "no-volatile-cache",
  /** A SATA drive's write cache is reported as absent or switched off. */
  "cache-reported-off",
  /** The system takes the drive for one without a cache, where it often cannot know. */
  "cache-state-assumed",
  /** A flush for every save was counted as far as the system can follow, which is not the drive. */
  "flushes-passed-on",
  /** The system shows nothing of what reached the drive. */
  "no-evidence",
  /** Beside the save the verdict speaks of there are others whose flushes are missing. */
  "other-saves-unflushed",
  /** More confirmed saves a second than a disk can make in random places; unexplained. */
  "faster-than-disk-turns",
  /** Confirmed saves carry more bytes a second than the drive ever took; unexplained. */
  "saves-outpace-writing",
  /** Saves are confirmed faster than drives with a volatile cache are known to; unexplained. */
  "too-fast-for-cache",

  /** Safe saves are as slow as on a hard disk, or slower. */
  "slow-saves",
  /** Which published figure the safe saves come nearest to. */
  "nearest-published",
  /** Saves became slow for good after so much had been written. */
  "saves-slowed",
  /** The drive reached its own limit of temperature and became slower at that moment. */
  "throttled",
  /** Single saves took long enough to be felt. */
  "long-pauses",
  /** Modes that were each faster in some rounds. */
  "modes-alike",
  /** The rounds differ much from each other. */
  "figures-vary",
  /** Measured on battery. */
  "on-battery",
  /** The system, the file system or the drive refused some ways of saving. */
  "modes-unavailable",

  /** How long a save takes after a rest, where that differs from one of many in a row. */
  "spaced-saves",
  /** What saving a new or growing file costs beside changing an old one. */
  "append-cost",
  /** Whether plain writes depend on how the file was filled before them. */
  "plain-writes",

  /** The drive's own report: it fails, calls for care, counts what it has dealt with, or shows no fault. */
  "health-failing",
  "health-care",
  "health-noted",
  "health-well",
  /** It is not shown, and why. */
  "health-not-known",
  /** The drive's counters beside those of a new one. */
  "drive-new",
  "drive-used",
  "drive-heavily-used",

  /** From which write size on writing is as fast as it gets, and what limits below and above. */
  "buffer-knee",
  /** The sizes of the writes do not show what limits. */
  "buffer-unclear",
  /** What the drive takes when the system's memory is left out. */
  "direct-writes",
  /** The file system buffers writes that ask to go around the system's memory. */
  "direct-writes-buffered",
  /** How much longer writing takes when every 16 KiB are saved on the way. */
  "sync-interval-cost",
  /** Saving often costs next to nothing here, and why. */
  "sync-interval-cheap",
  /** How far the ways of saving differ when every 16 KiB are saved. */
  "sync-interval-modes",
  /** Whether a second thread that saves keeps the writing program from waiting. */
  "background-sync",
  /** How far the ways of saving differ when large pieces are written. */
  "chunked-ratio",
  /** Passes in opposite orders give different ratios, so that none is named. */
  "chunked-disagree",

  /** A long write became slower for good: a fast cache was full. */
  "fast-cache-full",
  /** A long write kept its speed. */
  "sustained-steady",

  /** Everything that was free holds what was written. */
  "capacity-whole",
  /** The drive is smaller than it says, which is proven. */
  "capacity-false",
  /** Much was lost, by a drive that is smaller than it says or badly damaged. */
  "capacity-false-or-damaged",
  /** Nothing false in the part that was tested. */
  "capacity-part",
  /** Some blocks do not hold what was written. */
  "capacity-damaged",
  /** Files that were on the drive before hold something else after the free space was filled. */
  "capacity-old-files",
  /** Nothing was read back, or it came from a memory. */
  "capacity-not-known",

  /** Small reads in random places, one at a time. */
  "random-reads",
  /** What the drive gains by several requests at once. */
  "many-at-once",
  /** How fast large pieces are read and written around the system's memory. */
  "large-files",
  /** A memory on the way answered some of the reads. */
  "reads-from-cache",
  /** The system refuses to read around its memory. */
  "reading-unavailable",
  /** How often documents are saved with confirmation, and what that costs. */
  "document-saves",
  /** How many more saves there are when several programs save at once, and how long each waits. */
  "parallel-saves",

  /** A database did not give back the records it had confirmed. */
  "commits-lost",
  /** A database broke off with an error. */
  "commits-failed",
  /** Databases this program was built without, or that cannot be used here. */
  "databases-unavailable",
  /** How many records databases save in a second, and what saving more at a time gains. */
  "commit-rate",
  /** Safe and fast setting cost the same, and no flush reached a drive that needs one. */
  "commits-unconfirmed",
  /** Safe and fast setting cost the same, and why that may be so. */
  "commits-alike",
] as const;
export type FindingCode = (typeof findingCodes)[number];

/** An answer before it is put into words. */
export interface AnswerDraft extends Pick<Answer, "question" | "severity"> {
  readonly word: Part;
  readonly reason: Part;
}

/** A finding before it is put into words; its last part is advice as well. */
export interface FindingDraft {
  readonly code: FindingCode;
  readonly severity: Finding["severity"];
  readonly title: Part;
  /** What was seen. */
  readonly seen: Part;
  /** What it means. */
  readonly means: Part;
  /** What the person can do; `null` when there is nothing to be done. */
  readonly todo: Part | null;
}

export function toFinding(draft: FindingDraft): Judgement["findings"][number] {
  const { code, severity, title, seen, means, todo } = draft;
  return {
    ...{ code, severity, title: paragraph(title), seen: paragraph(seen) },
    ...{ means: paragraph(means), todo: paragraph(todo) },
  };
}

const severityOrder: readonly Finding["severity"][] = ["bad", "caution", "good", "info"];

/** Gravest first; findings of one severity keep the order in which they were made. */
export function bySeverity(drafts: readonly FindingDraft[]): FindingDraft[] {
  return severityOrder.flatMap((severity) => drafts.filter((draft) => draft.severity === severity));
}
