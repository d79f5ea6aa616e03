import { planFor } from "#analysis/plan";
import { driveError } from "#contract/drive-error";
import { sampleCommits, sampleVariants } from "../../../helpers/workloads/commits";
import { accused, linux, lost, notMeasured, provenGood, type Scenario } from "./scenario";

const alone = planFor("quick", "linux", ["commits"]);
const onlyDatabases = {
  modes: [],
  report: { plan: alone, verification: null },
} as const;
const withoutMdbx = sampleVariants.map((variant) =>
  variant.engine === "mdbx" ? { ...variant, refusal: "built without libmdbx" } : variant,
);

/** Scenarios in which databases add findings to the verdict. */
export const commitScenarios: readonly Scenario[] = [
  {
    ...provenGood,
    name: "databases on an ordinary laptop",
    given: { commits: {} },
    required: ["commit-rate"],
    forbidden: [
      "commits-lost",
      "commits-failed",
      "commits-alike",
      "commits-unconfirmed",
      "databases-unavailable",
    ],
  },
  {
    ...provenGood,
    name: "a program built without one of the databases",
    given: { commits: { variants: withoutMdbx } },
    required: ["commit-rate", "databases-unavailable"],
  },
  {
    ...notMeasured,
    name: "a plan of databases alone: the verdict leaves out the other tests",
    given: { ...onlyDatabases, commits: {} },
    headline:
      /^This inspection tested databases; whether “saved” means saved was not part of it\.$/,
    required: ["commit-rate"],
    forbidden: ["not-verified", "no-evidence", "inspection-stopped"],
  },
  {
    name: "records that a database had confirmed are gone",
    given: {
      commits: { lost: 3 },
      report: {
        plan: planFor("quick", "linux", ["flush-modes", "commits"]),
        partial: true,
        error: driveError("wrong-data", "A database did not give back what it had confirmed."),
      },
    },
    ...accused,
    headline: /^Records saved here did not come back as they were\.$/,
    required: ["commits-lost"],
    forbidden: ["data-differs", "commits-failed", "commit-rate", "inspection-stopped"],
  },
  {
    ...provenGood,
    name: "a database that failed",
    given: {
      report: {
        plan: planFor("quick", "linux", ["flush-modes", "commits"]),
        commits: sampleCommits(alone.workloads.commits).map((result) =>
          result.variant === "rollback"
            ? { ...result, status: "failed", reason: "disk full", durable: null, ratio: null }
            : result,
        ),
      },
    },
    grade: "fair",
    required: ["commits-failed", "commit-rate"],
    forbidden: ["commits-lost"],
  },
  {
    ...notMeasured,
    name: "the safe setting costs nothing, and no flush reaches a drive with a write-back cache",
    given: { ...onlyDatabases, commits: { flushNs: 0, flushesSeen: 0 } },
    required: ["commits-unconfirmed", "commit-rate"],
    forbidden: ["commits-alike"],
  },
  {
    ...notMeasured,
    name: "the safe setting costs nothing, and every flush reaches the drive: no alarm",
    given: { ...onlyDatabases, commits: { flushNs: 0, flushesSeen: 1 } },
    required: ["commits-alike"],
    forbidden: ["commits-unconfirmed"],
  },
  {
    ...notMeasured,
    name: "the safe setting costs nothing on a drive without a volatile cache: no alarm",
    given: {
      ...onlyDatabases,
      volume: { writeCache: "write-through" },
      commits: { flushNs: 0, flushesSeen: 0 },
    },
    required: ["commits-alike"],
    forbidden: ["commits-unconfirmed"],
  },
  {
    name: "the safe setting costs nothing in memory, and the finding says why",
    given: {
      modes: linux(200_000, null),
      drive: { kind: "memory" },
      volume: { fileSystem: "tmpfs", writeCache: "unknown" },
      commits: { flushNs: 0, flushesSeen: null },
    },
    ...lost,
    required: ["memory-file-system", "commits-alike"],
    forbidden: ["commits-unconfirmed"],
  },
];
