import type { Answer, Finding, Judgement } from "#contract/verdict";
import type { ParamsOf, Tellings } from "#text/telling";
import { type Part, paragraph } from "../say";

/** The verdict's own findings; a workload lists its own in `codes.ts`. Reports store these codes. */
export const findingCodes = [
  /** Blocks read back differ from the data written there. */
  "data-differs",
  /** The drive returned an error to a read, a write or a flush. */
  "drive-error",
  "mode-failed",
  "volume-gone",
  "volume-full",
  /** A complete file could not be rewritten for lack of space: the drive may hold less than stated. */
  "holds-less",
  /** DriveProof or its engine failed. */
  "inspection-broke-off",
  /** One workload failed; the others continued. */
  "test-failed",
  /** The person stopped the inspection early. */
  "inspection-stopped",
  /** Every block was read back from the drive and matches. */
  "data-verified",
  /** Every block matches, but the drive's counters show that some reads came from a cache. */
  "data-verified-partly",
  /** Every block matches; the system does not count the drive's reads. */
  "data-verified-uncounted",
  /** Every block matches, but only its copy in memory could be compared. */
  "data-verified-in-memory",
  /** The data was not read back, or only in part. */
  "not-verified",

  /** Saves that promise to survive a power cut did not, in a plug test of this drive. */
  "power-cut-lost",
  /** Saves that promise to survive a power cut did so in every plug test with a conclusive result. */
  "power-cut-kept",
  /** No plug test of this drive has a conclusive result. */
  "power-cut-not-proven",

  "memory-file-system",
  /** A mount option makes the file system ignore every sync. */
  "syncs-dropped",
  /** A mount option keeps the file system from sending flushes to the drive. */
  "barriers-off",
  /** ZFS may ignore syncs (`sync=disabled`), which the system does not show. */
  "zfs-sync-unseen",
  /** The system does not show which drive holds the data, as is usual in a container. */
  "place-unknown",
  "network-drive",
  /** Several drives work together below the volume, as in a RAID. */
  "several-drives",
  "virtual-drive",
  /** An ordinary save stops at the drive's volatile cache; only F_FULLFSYNC flushes it (macOS). */
  "ordinary-save-not-safe",
  /** Write-through is requested, but nothing proves that the drive honours it (Windows). */
  "write-through-unproven",

  /** The system counted a flush command for every save. */
  "flushes-seen",
  /** The drive has a volatile cache, and saves send no flush. */
  "flushes-missing",
  /** Flush commands were counted, but clearly fewer than saves. */
  "flushes-too-few",
  /** No flush was counted; whether the drive has a volatile cache is not known. */
  "flushes-not-seen",
  /** The NVMe drive reports that it has no volatile cache. */
  "no-volatile-cache",
  /** The SATA drive's write cache is reported as absent or switched off. */
  "cache-reported-off",
  /** The system assumes a drive without a volatile cache, which it often cannot know. */
  "cache-state-assumed",
  /** A flush per save was counted at the lowest visible layer, which is not the physical drive. */
  "flushes-passed-on",
  /** No I/O counter shows what reached the drive. */
  "no-evidence",
  /** Modes other than the one that the verdict is about lack flushes. */
  "other-saves-unflushed",
  /** A hard disk confirms more saves a second than random seeks allow; unexplained. */
  "faster-than-disk-turns",
  /** Confirmed saves carry more bytes a second than the fastest plain writing; unexplained. */
  "saves-outpace-writing",
  /** Saves are faster than any known drive with a volatile cache; unexplained. */
  "too-fast-for-cache",

  /** Safe saves are as slow as on a hard disk, or slower. */
  "slow-saves",
  /** The published figure nearest to the rate of the safe saves. */
  "nearest-published",
  /** Saves became slow for good after a certain amount of writing. */
  "saves-slowed",
  /** The drive reached its own temperature limit and slowed down at that moment. */
  "throttled",
  /** Some single saves took long enough to notice. */
  "long-pauses",
  /** Flush modes of which none was consistently faster than the others. */
  "modes-alike",
  /** The rounds' rates vary a lot. */
  "figures-vary",
  "on-battery",
  /** The system, the file system or the drive refused some flush modes. */
  "modes-unavailable",

  /** A drive's health report. `health-noted`: the drive counts faults that it handled. */
  "health-failing",
  "health-care",
  "health-noted",
  "health-well",
  "health-not-known",
  /** How much a drive was used, by its counters. */
  "drive-new",
  "drive-used",
  "drive-heavily-used",
] as const;
export type FindingCode = (typeof findingCodes)[number];

/** An answer of the verdict before its texts are written: each sentence is a code with figures. */
export interface AnswerDraft extends Pick<Answer, "question" | "severity"> {
  readonly word: Part;
  readonly reason: Part;
}

/** An answer of the verdict without the question that it answers. */
export type Reply = Omit<AnswerDraft, "question">;

export const reply = (word: Part, severity: Reply["severity"], reason: Part): Reply => ({
  word,
  severity,
  reason,
});

/**
 * A finding with statement codes instead of texts. The verdict's advice also contains its `todo`.
 */
export interface FindingDraft<Code extends string = FindingCode> {
  readonly code: Code;
  readonly severity: Finding["severity"];
  readonly title: Part;
  readonly seen: Part;
  readonly means: Part;
  /** Recommended action; `null` if there is none. */
  readonly todo: Part | null;
}

type Named = "title" | "seen" | "means";

/**
 * The parts of a finding whose sentence in `Table` is named after the finding and needs no figures.
 */
type Own<Table extends Tellings, Code extends string> = {
  [Name in Named]: `${Code}.${Name}` extends keyof Table
    ? keyof ParamsOf<Table[`${Code}.${Name}`]> extends never
      ? Name
      : never
    : never;
}[Named];

type Others<Table extends Tellings, Code extends string> = Partial<
  Pick<FindingDraft, Own<Table, Code> | "todo">
> &
  Pick<FindingDraft, Exclude<Named, Own<Table, Code>>>;

/**
 * Returns a function that makes findings from one table of sentences in `electron/text`. A part
 * that is not given has the sentence named after the finding, such as `network-drive.means`;
 * without `todo` the finding recommends nothing.
 */
export function finder<Table extends Tellings>() {
  return <Code extends string>(
    code: Code,
    severity: Finding["severity"],
    ...[others]: Named extends Own<Table, Code> ? [Others<Table, Code>?] : [Others<Table, Code>]
  ): FindingDraft<Code> => {
    const own = (name: Named): Part => ({ code: `${code}.${name}`, params: {} });
    return {
      code,
      severity,
      title: own("title"),
      seen: own("seen"),
      means: own("means"),
      todo: null,
      ...others,
    };
  };
}

/** A finding of the verdict or of any workload. */
export type AnyFinding = FindingDraft<string>;

export function toFinding(draft: AnyFinding): Judgement["findings"][number] {
  const { code, severity, title, seen, means, todo } = draft;
  return {
    code,
    severity,
    title: paragraph(title),
    seen: paragraph(seen),
    means: paragraph(means),
    todo: paragraph(todo),
  };
}

const severityOrder: readonly Finding["severity"][] = ["bad", "caution", "good", "info"];

/** Sorts by severity, most severe first; findings of equal severity keep their order. */
export function bySeverity(drafts: readonly AnyFinding[]): AnyFinding[] {
  return severityOrder.flatMap((severity) => drafts.filter((draft) => draft.severity === severity));
}
