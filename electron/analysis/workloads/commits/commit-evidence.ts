import type { Statement } from "#contract/statement";
import type { statements } from "#text/workloads/commits";
import { aboutLow } from "../../confidence";
import type { Facts } from "../../facts/facts";
import { finder } from "../../facts/finding";
import {
  whyConfirmedSoFast,
  whyNoFlushIsAsked,
  whyOthersAnswerAtOnce,
  whyVolumeAnswersAtOnce,
} from "../../facts/unwaited";
import { type Part, sayer } from "../../say";
import type { FindingDraft } from "./codes";
import {
  commitsPerSecond,
  flushesAreMissing,
  fullFlush,
  isLog,
  type MeasuredCommits,
  noticeableRatio,
  smallestBatch,
} from "./commit-rate";

const say = sayer<typeof statements>();
const finding = finder<typeof statements>();

/** Whether database commits are known to reach the drive, and why they may cost nothing. */

/**
 * From this many flushes per commit on, commits count as flushed. A commit that reaches the drive
 * sends at least one; other programs, and creating and closing the database, add to the count.
 */
const enoughFlushesPerCommit = 0.9;

/** Warns only if a drive that needs flushes receives none: speed alone proves nothing. */
export function commitEvidence(facts: Facts): FindingDraft[] {
  const small = smallestBatch(facts.report);
  if (small === null) {
    return [];
  }
  // If the fast setting was more than a fifth slower than the safe one, something else slowed it.
  const ratio = small.ratio ?? 0;
  const isFree = ratio >= aboutLow && ratio < noticeableRatio;
  if (flushesAreMissing(small, facts)) {
    return [unconfirmed(small, isFree)];
  }
  return isFree ? [alike(small, facts)] : [];
}

function unconfirmed(small: MeasuredCommits, isFree: boolean): FindingDraft {
  const flushesPerSave = small.durable.deviceFlushesPerCommit ?? 0;
  return finding("commits-unconfirmed", "caution", {
    title: say(isLog(small) ? "commits-unconfirmed.title-log" : "commits-unconfirmed.title", {
      isFree,
    }),
    seen: [rates(small), say("commits-unconfirmed.flushes", { flushesPerSave })],
    todo: say("commits-unconfirmed.todo"),
  });
}

function alike(small: MeasuredCommits, facts: Facts): FindingDraft {
  return finding("commits-alike", "info", {
    title: say(isLog(small) ? "commits-alike.title-log" : "commits-alike.title"),
    seen: rates(small),
    means:
      whyVolumeAnswersAtOnce(facts) ??
      whyOthersAnswerAtOnce(facts) ??
      whyNoFlushIsAsked(facts) ??
      whyAnsweredAtOnce(facts, small),
  });
}

function rates({ durable, relaxed, ...result }: MeasuredCommits): Statement {
  const { engine, variant, recordsPerTransaction } = result;
  const safe = {
    engine,
    variant,
    recordsPerTransaction,
    recordsPerSecond: durable.operationsPerSecond,
    settings: durable.settings,
  };
  return relaxed === null
    ? say("commits-alike.rate", safe)
    : say("commits-alike.rates", {
        ...safe,
        relaxedRecordsPerSecond: relaxed.operationsPerSecond,
        relaxedSettings: relaxed.settings,
      });
}

function whyAnsweredAtOnce({ report }: Facts, small: MeasuredCommits): Part {
  const { engine, variant, durable } = small;
  if (report.host.os === "macos" && engine === "sqlite" && !fullFlush.test(variant)) {
    return say("commits-alike.mac");
  }
  const flushesPerSave = durable.deviceFlushesPerCommit;
  const why = whyConfirmedSoFast(commitsPerSecond(small));
  if (flushesPerSave === null) {
    return [say("commits-alike.unseen"), why];
  }
  return flushesPerSave >= enoughFlushesPerCommit
    ? [say("commits-alike.flushed", { flushesPerSave }), why]
    : say("commits-alike.few-flushes", { flushesPerSave });
}
