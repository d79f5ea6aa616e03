import type { Answer, Finding, Judgement } from "#contract/verdict";
import { type Part, paragraph } from "../say";

/**
 * What the verdict itself finds, beside the workloads (`codes.ts` in each home). The codes are part of
 * the report and stay as they are.
 */
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
] as const;
export type FindingCode = (typeof findingCodes)[number];

/** An answer before it is put into words. */
export interface AnswerDraft extends Pick<Answer, "question" | "severity"> {
  readonly word: Part;
  readonly reason: Part;
}

/** A finding before it is put into words; its last part is advice as well. */
export interface FindingDraft<Code extends string = FindingCode> {
  readonly code: Code;
  readonly severity: Finding["severity"];
  readonly title: Part;
  /** What was seen. */
  readonly seen: Part;
  /** What it means. */
  readonly means: Part;
  /** What the person can do; `null` when there is nothing to be done. */
  readonly todo: Part | null;
}

/** Of the verdict or of any workload. */
export type AnyFinding = FindingDraft<string>;

export function toFinding(draft: AnyFinding): Judgement["findings"][number] {
  const { code, severity, title, seen, means, todo } = draft;
  return {
    ...{ code, severity, title: paragraph(title), seen: paragraph(seen) },
    ...{ means: paragraph(means), todo: paragraph(todo) },
  };
}

const severityOrder: readonly Finding["severity"][] = ["bad", "caution", "good", "info"];

/** Gravest first; findings of one severity keep the order in which they were made. */
export function bySeverity(drafts: readonly AnyFinding[]): AnyFinding[] {
  return severityOrder.flatMap((severity) => drafts.filter((draft) => draft.severity === severity));
}
