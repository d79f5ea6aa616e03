import { formatRate } from "../../format";
import { type Part, paragraph } from "../../say";
import type { Facts } from "../../verdict/facts";
import type { FindingDraft } from "../../verdict/finding";
import {
  protectedOrDishonest,
  whyNoFlushIsAsked,
  whyOthersAnswerAtOnce,
  whyVolumeAnswersAtOnce,
} from "../../verdict/unwaited";
import { batchName } from "../../verdict/words";
import { fullFlush, type MeasuredCommits, noticeableRatio, smallestBatch } from "./commit-rate";

/** Whether the saves of databases are known to reach the drive, and why they may cost nothing. */

/**
 * Flushes of making and closing the database are counted as well, and those of other programs:
 * where they reach the drive there is at least one for each commit, where none does there is none.
 */
const noFlushesPerCommit = 0.1;
const enoughFlushesPerCommit = 0.9;

/**
 * Speed alone is no alarm: only a drive that needs flushes and is not sent any is one. Where the
 * safe setting costs nothing for another reason, that reason is told.
 */
export function commitEvidence(facts: Facts): FindingDraft[] {
  const small = smallestBatch(facts.report);
  if (small === null) {
    return [];
  }
  const isFree = small.ratio !== null && small.ratio < noticeableRatio;
  if (flushesAreMissing(small, facts)) {
    return [unconfirmed(small, isFree)];
  }
  return isFree ? [alike(small, facts)] : [];
}

function flushesAreMissing({ durable }: MeasuredCommits, facts: Facts): boolean {
  const flushes = durable.deviceFlushesPerCommit;
  return (
    facts.report.volume.writeCache === "write-back" &&
    flushes !== null &&
    flushes < noFlushesPerCommit &&
    // What the mount explains has a finding of its own, a graver one.
    whyVolumeAnswersAtOnce(facts) === null
  );
}

function unconfirmed(small: MeasuredCommits, isFree: boolean): FindingDraft {
  const flushes = (small.durable.deviceFlushesPerCommit ?? 0).toFixed(2);
  return {
    code: "commits-unconfirmed",
    severity: "caution",
    title: isFree
      ? "The safe and the fast setting of a database cost the same"
      : "The saves of a database send no flush to this drive",
    seen: `${rates(small)} The drive has a memory of its own that forgets without power (a write-back cache), yet the system counted ${flushes} flush commands to it for each save.`,
    means:
      "The saves are probably not confirmed by the drive, and what a database has saved can be lost when the power fails.",
    todo: "Look for what switches flushes off: mount options, a disk controller, a container. Until flushes are seen, do not keep the only copy of a database here.",
  };
}

function alike(small: MeasuredCommits, facts: Facts): FindingDraft {
  return {
    code: "commits-alike",
    severity: "info",
    title: "The safe setting of a database costs next to nothing here",
    seen: rates(small),
    means:
      whyVolumeAnswersAtOnce(facts) ??
      whyOthersAnswerAtOnce(facts) ??
      whyNoFlushIsAsked(facts) ??
      whyAnsweredAtOnce(facts, small),
    todo: null,
  };
}

function rates({ durable, relaxed, ...result }: MeasuredCommits): string {
  const fast =
    relaxed === null
      ? ""
      : `, and ${formatRate(relaxed.operationsPerSecond)} with the fast one (${relaxed.settings})`;
  return `With ${batchName(result)}, ${formatRate(durable.operationsPerSecond)} records a second were saved with the safe setting (${durable.settings})${fast}.`;
}

function whyAnsweredAtOnce({ report }: Facts, small: MeasuredCommits): Part {
  const { engine, variant, durable } = small;
  if (report.host.os === "macos" && engine === "sqlite" && !fullFlush.test(variant)) {
    return "On macOS this setting hands the data to the drive and asks for no more: it does not wait until the drive has stored it.";
  }
  const flushes = durable.deviceFlushesPerCommit;
  if (flushes === null) {
    return [...paragraph("What reached the drive cannot be seen here."), protectedOrDishonest];
  }
  return flushes >= enoughFlushesPerCommit
    ? [
        ...paragraph(
          `Flush commands did reach the drive (${flushes.toFixed(1)} for each save) and took little of the time.`,
        ),
        protectedOrDishonest,
      ]
    : `The system counted ${flushes.toFixed(2)} flush commands for each save, and it is not known whether all of them reached a memory that forgets without power.`;
}
