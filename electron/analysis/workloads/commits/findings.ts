import type { CommitResult } from "#contract/workloads/commits";
import type { statements } from "#text/workloads/commits";
import { rescueFrom } from "../../facts/advice";
import type { Facts, UnjudgedReport } from "../../facts/facts";
import { finder } from "../../facts/finding";
import { isRefused } from "../../reasons";
import { sayer } from "../../say";
import type { FindingDraft } from "./codes";
import { commitEvidence } from "./commit-evidence";
import { commitRate } from "./commit-rate";
import { lostSides } from "./results";

const say = sayer<typeof statements>();
const finding = finder<typeof statements>();

/** The findings about databases: first failures, then the databases' speed and its cause. */
export function commitFindings(facts: Facts): FindingDraft[] {
  const { report } = facts;
  return [
    ...lost(report),
    ...failed(report),
    ...unavailable(report),
    ...commitRate(facts),
    ...commitEvidence(facts),
  ];
}

function batchOf({ engine, variant, recordsPerTransaction }: CommitResult) {
  return { engine, variant, recordsPerTransaction };
}

function lost(report: UnjudgedReport): FindingDraft[] {
  const list = (report.commits ?? []).flatMap((result) =>
    lostSides(result).map(({ settings, records, recordsFound }) =>
      say("commits-lost.of", { ...batchOf(result), settings, records, recordsFound }),
    ),
  );
  if (list.length === 0) {
    return [];
  }
  return [
    finding("commits-lost", "bad", {
      seen: [say("commits-lost.seen"), ...list],
      todo: rescueFrom(report),
    }),
  ];
}

function failed({ commits }: UnjudgedReport): FindingDraft[] {
  const broken = (commits ?? []).filter(
    (result) => result.status === "failed" && lostSides(result).length === 0,
  );
  if (broken.length === 0) {
    return [];
  }
  return [
    finding("commits-failed", "caution", {
      // Lists each reason once, with the first database it applies to.
      seen: [...new Set(broken.map(({ reason }) => reason))].flatMap((reason) => {
        const [first, ...others] = broken.filter((result) => result.reason === reason);
        return first === undefined
          ? []
          : [
              say("commits-failed.of", { ...batchOf(first), others: others.length, reason }),
              ...(first.statements ?? []).filter(({ code }) => code === "commits-failed.lost"),
            ];
      }),
    }),
  ];
}

function unavailable({ commits }: UnjudgedReport): FindingDraft[] {
  const refused = (commits ?? []).filter(isRefused);
  if (refused.length === 0) {
    return [];
  }
  return [
    finding("databases-unavailable", "info", {
      seen: say("databases-unavailable.seen", {
        engines: refused.map(({ engine }) => engine),
        variants: refused.map(({ variant }) => variant),
        reasons: refused.map(({ reason }) => reason),
      }),
    }),
  ];
}
