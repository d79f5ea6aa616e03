import { formatCount } from "../../format";
import { rescue } from "../../verdict/advice";
import type { Facts, UnjudgedReport } from "../../verdict/facts";
import { asSentence } from "../../verdict/failures";
import type { FindingDraft } from "../../verdict/finding";
import { batchName, databaseName } from "../../verdict/words";
import { commitEvidence } from "./commit-evidence";
import { commitRate } from "./commit-rate";
import { commitsNotReachedReason, lostSides } from "./results";

/** What the databases say: first what went wrong, then what they can do and what is behind it. */
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

function lost({ commits }: UnjudgedReport): FindingDraft[] {
  const list = (commits ?? []).flatMap((result) =>
    lostSides(result).map(
      ({ settings, records, recordsFound }) =>
        `With ${batchName(result)} (${settings}): of ${formatCount(records)} records, ${formatCount(recordsFound)} were found.`,
    ),
  );
  if (list.length === 0) {
    return [];
  }
  return [
    {
      code: "commits-lost",
      severity: "bad",
      title: "A database did not give back what had been saved in it",
      seen: `The records were confirmed, and counted after the database had been closed and opened again. ${list.join(" ")}`,
      means:
        "Saved data was gone although the power stayed on: the drive, its cable, the computer's memory or the file system loses data without saying so.",
      todo: rescue,
    },
  ];
}

function failed({ commits }: UnjudgedReport): FindingDraft[] {
  const broken = (commits ?? []).filter(
    (result) => result.status === "failed" && lostSides(result).length === 0,
  );
  if (broken.length === 0) {
    return [];
  }
  const list = [...new Set(broken.map(({ reason }) => reason))].map((reason) => {
    const [first, ...others] = broken.filter((result) => result.reason === reason).map(batchName);
    const more = others.length === 0 ? "" : ` and ${others.length} more`;
    return asSentence(`With ${first}${more}: ${reason ?? "no reason given"}`);
  });
  return [
    {
      code: "commits-failed",
      severity: "caution",
      title: "A database could not finish its work",
      seen: list.join(" "),
      means: "Its figures are missing, and what it was about to save may not be stored.",
      todo: null,
    },
  ];
}

function unavailable({ commits }: UnjudgedReport): FindingDraft[] {
  const refused = (commits ?? []).filter(
    ({ status, reason }) => status === "unavailable" && reason !== commitsNotReachedReason,
  );
  const list = new Set(
    refused.map((result) => `${databaseName(result)} (${result.reason ?? "no reason given"})`),
  );
  if (list.size === 0) {
    return [];
  }
  return [
    {
      code: "databases-unavailable",
      severity: "info",
      title: "Some databases are not available here",
      seen: `Not available: ${[...list].join("; ")}.`,
      means: "They were not measured, and nothing else was measured in their place.",
      todo: null,
    },
  ];
}
