import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import type { HostEvent } from "#contract/engine-messages";
import { exitCodes } from "#contract/exit-codes";
import type { WorkloadId, WorkloadPlans } from "#contract/workloads/index";
import type { NativeEngine } from "#native/index";
import { eventInWords, reportInWords } from "#text/in-words";
import { endOf } from "../../../../electron/main/cli/inspect-command";
import { resultTable } from "../../../../electron/main/cli/terminal-table";
import { reportCsv } from "../../../../electron/main/export/report-csv";
import { homeOf } from "../../../../renderer/src/workloads";
import { ofType, runnerOver } from "../../../helpers/fake-bench";
import { FakeCommitSession, fakeVariants } from "../../../helpers/fake-commit-session";
import { FakeDocumentSession, fakeDocumentWays } from "../../../helpers/fake-document-session";
import { fakeNativeEngine } from "../../../helpers/fake-native-engine";
import { FakeParallelSession } from "../../../helpers/fake-parallel-session";
import { eio, FakeSession } from "../../../helpers/fake-session";
import { FakeSleep } from "../../../helpers/fake-sleep";
import { markupOf } from "../../../helpers/markup";
import { planWith } from "../../../helpers/plan-with";
import { recordOf } from "../../../helpers/sample-record";

interface Case {
  readonly workload: Exclude<WorkloadId, "flush-modes" | "capacity">;
  readonly changes?: Partial<WorkloadPlans[WorkloadId]>;
  /** Numbers of the three measurements that attempt the first step. */
  readonly attempts: readonly [number, number, number];
  /** The part of the report in which the first step is missing. */
  readonly leftOut: object;
  /** How the terminal shows the missing step. */
  readonly shown: RegExp;
}

const notMeasured = (figures: object) => ({
  status: "unavailable",
  reason: "The computer slept, or DriveProof was halted, each time that this was measured.",
  ...figures,
});

const cases: readonly Case[] = [
  {
    workload: "buffer-sweep",
    shown: /\n64.KiB /,
    changes: { bufferBytes: [4096, 65_536], passes: 1, direct: false, stream: null },
    // The first measurement is a warm-up.
    attempts: [2, 3, 4],
    leftOut: { bufferSweeps: [{ points: [{ bufferBytes: 65_536 }], skipped: [] }] },
  },
  {
    workload: "sync-interval",
    shown: /Never +Not measured\n/,
    changes: { trials: 1, modes: ["fsync"], intervalsBytes: [1 << 20] },
    attempts: [1, 2, 3],
    leftOut: {
      syncIntervals: [
        {
          systemCall: "pwrite(fd, buf, 4096, offset) + fsync(fd)",
          strategies: [
            { strategy: "never", p50Ns: null, trialsNs: [], latencyNs: null },
            ...["end", "background", "every"].map((strategy) => ({
              strategy,
              trialsNs: [expect.any(Number)],
            })),
          ],
        },
      ],
    },
  },
  {
    workload: "chunked-writes",
    shown: /none +Not measured: the computer slept or DriveProof was halted\n/,
    changes: { passes: 1 },
    attempts: [1, 2, 3],
    leftOut: {
      chunked: {
        modes: [
          notMeasured({ mode: "none", elapsedNs: null, ratioToFastest: null, latencyNs: null }),
          { mode: "fsync", status: "measured" },
          { mode: "o_direct", status: "unavailable" },
        ],
      },
    },
  },
  {
    workload: "commits",
    shown: /append-log log .* – +–\n/,
    changes: { shapes: [{ recordsPerTransaction: 10, transactions: 50 }] },
    attempts: [1, 2, 3],
    leftOut: {
      commits: [
        { variant: "log", status: "measured", relaxed: null, ratio: null },
        { variant: "wal", status: "measured" },
        { variant: "mdbx", status: "unavailable" },
      ],
    },
  },
  {
    workload: "reading",
    shown: /one by one: read +Not measured: the computer slept or /,
    changes: {
      rounds: 1,
      loads: [1, 0].map((readShare) => ({
        pattern: "random" as const,
        readShare,
        blockBytes: 4096,
        requests: 1,
      })),
    },
    attempts: [1, 2, 3],
    leftOut: {
      reading: [
        notMeasured({ readShare: 1, iops: null, latencyNs: null, answeredBy: null, rounds: [] }),
        { readShare: 0, status: "measured" },
      ],
    },
  },
  {
    workload: "document-saves",
    shown: /not confirmed +Not measured: the computer slept or /,
    changes: { sizesBytes: [4096], rounds: 1 },
    // A warm-up precedes each attempt.
    attempts: [2, 4, 6],
    leftOut: {
      documentSaves: [
        notMeasured({ way: "none", documentsPerSecond: null, latencyNs: null, rounds: [] }),
        { way: "fsync", status: "measured" },
      ],
    },
  },
  {
    workload: "parallel-saves",
    shown: /1 writer +Not measured: the computer slept or /,
    changes: { writers: [1, 4], modes: ["fsync"], rounds: 1 },
    attempts: [2, 4, 6],
    leftOut: {
      parallelSaves: [
        notMeasured({ writers: 1, iops: null, latencyNs: null, writerP99Ns: [], rounds: [] }),
        { writers: 4, status: "measured" },
      ],
    },
  },
];

async function inspect(
  { workload, changes = {} }: Pick<Case, "workload" | "changes">,
  asleepIn: readonly number[],
  change: Partial<FakeSession> = {},
) {
  const plan = planWith(planFor("smoke", "linux", [workload]), { [workload]: changes });
  const sleep = new FakeSleep(asleepIn);
  const file = Object.assign(new FakeSession(), { sleep, ...change });
  const engine: NativeEngine = fakeNativeEngine({
    modes: file.modes,
    commitVariants: fakeVariants,
    documentWays: fakeDocumentWays,
    sleptNs: () => sleep.sleptNs,
    openSession: () => file,
    openParallelSession: () => new FakeParallelSession(file),
    openCommitSession: () => Object.assign(new FakeCommitSession(), { sleep }),
    openDocumentSession: () => Object.assign(new FakeDocumentSession(), { sleep }),
  });
  const { inspection, events } = runnerOver(engine, plan);
  await inspection.run();
  const report = reportInWords(
    recordOf(plan, events.map(eventInWords)).report("2026-01-01T00:00:00.000Z"),
  );
  return { events, report };
}

/** The report without the bytes written, which include every attempt, and without warnings. */
function figuresOf({ report }: Awaited<ReturnType<typeof inspect>>) {
  const { bytesWritten: _bytes, warnings: _warnings, verdict, ...figures } = report;
  return { ...figures, verdict: verdict.findings };
}

const bytesOf = (events: readonly HostEvent[]) =>
  ofType(events, "written").reduce((sum, { bytes }) => sum + bytes, 0);

describe.each(cases)("a step of $workload during which the computer slept", (one) => {
  it("is repeated, and the report has the same figures as without sleep, with a warning and more written bytes", async () => {
    const undisturbed = await inspect(one, []);
    const slept = await inspect(one, one.attempts.slice(0, 1));
    expect(figuresOf(slept)).toEqual(figuresOf(undisturbed));
    expect(slept.report.partial).toBe(false);
    expect(slept.report.warnings.map(({ code }) => code)).toEqual([
      ...undisturbed.report.warnings.map(({ code }) => code),
      "slept",
    ]);
    // For databases the system counts all writes of this process, whichever part of it makes them.
    if (one.workload !== "commits") {
      expect(slept.report.bytesWritten).toBeGreaterThan(undisturbed.report.bytesWritten ?? 0);
      expect(bytesOf(slept.events)).toBeGreaterThan(bytesOf(undisturbed.events));
    }
  });

  it("is left out and reported as missing after three attempts with sleep, and all other steps are measured", async () => {
    const undisturbed = await inspect(one, []);
    const { report, events } = await inspect(one, one.attempts);
    expect(report).toMatchObject(one.leftOut);
    expect(JSON.stringify(report)).not.toContain("28800000000");
    expect(report.partial).toBe(true);
    expect(report.error).toBeNull();
    expect(report.bytesWritten).not.toBeNull();
    expect(report.verification).toEqual(undisturbed.report.verification);
    const [told] = report.warnings.filter(({ code }) => code === "steps-left-out");
    expect(told?.message).toMatch(/^One measurement of .+ is missing: the computer slept, or /);
    expect(endOf(report).exitCode).toBe(exitCodes.untestable);
    expect(report.verdict.findings.map(({ code }) => code)).toContain("test-failed");
    expect(report.verdict.findings.map(({ code }) => code)).not.toContain("not-verified");
    expect(report.verdict.findings.map(({ code }) => code)).not.toContain("inspection-stopped");
    expect(reportCsv(report)).not.toContain("28800000000");
    expect(resultTable(report).join("\n")).toMatch(one.shown);
    const { Chart, Figure } = homeOf(one.workload);
    const props = { report, withPublished: false };
    const page = [markupOf(Chart, props), markupOf(Figure, props)].join("");
    expect(page).not.toMatch(/NaN|Infinity|8\.0 h/);
    const stepsOf = (some: readonly HostEvent[]) =>
      new Set(ofType(some, "step").map(({ step }) => JSON.stringify(step)));
    expect(stepsOf(events)).toEqual(stepsOf(undisturbed.events));
  });
});

describe("a step during which the computer slept and the drive failed", () => {
  it.each([
    ["buffer-sweep", { faultAtSequential: 2 }, 2],
    ["sync-interval", { faultAtSequential: 1 }, 1],
    ["chunked-writes", { faultAtSequential: 1 }, 1],
    ["reading", { faultAtConcurrent: 1 }, 1],
    ["parallel-saves", { faultAtMeasure: 2 }, 2],
  ] as const)(
    "ends the inspection with the drive's error and adds no figure to the report (%s)",
    async (workload, fault, at) => {
      const one = cases.find((each) => each.workload === workload);
      const { report, events } = await inspect({ ...one, workload }, [at], fault);
      expect(report.error?.code).toBe("drive-error");
      expect(report.error?.message).toContain(eio.code);
      expect(ofType(events, "step")).toHaveLength(1);
      expect(JSON.stringify(report)).not.toContain("28800000000");
    },
  );
});

describe("the long write at the end of the buffer sweep", () => {
  const stream = { writeBytes: 1 << 20, maxBytes: 1 << 22, maxNs: 1e9 };
  const changes = { bufferBytes: [4096], passes: 1, direct: false, stream };

  it("is repeated if the computer slept during it", async () => {
    const one = { workload: "buffer-sweep", changes } as const;
    const undisturbed = await inspect(one, []);
    expect(figuresOf(await inspect(one, [3]))).toEqual(figuresOf(undisturbed));
  });

  it("is missing from the report, which is partial, after three attempts with sleep", async () => {
    const { report } = await inspect({ workload: "buffer-sweep", changes }, [3, 4, 5]);
    expect(report.stream).toBeNull();
    expect(report.bufferSweeps).toMatchObject([{ points: [{ bufferBytes: 4096 }] }]);
    expect(report.partial).toBe(true);
  });
});

describe("a long write during which the computer slept", () => {
  it("has no figures and is not repeated, and the report is partial and says so", async () => {
    // A long write is not repeated: the first attempt has filled the drive's fast cache.
    const { report, events } = await inspect({ workload: "sustained-write" }, [1]);
    expect(ofType(events, "step")).toHaveLength(1);
    expect(report.sustained).toMatchObject({
      bytes: 0,
      bytesPerSecond: null,
      cliff: null,
      worstWindow: null,
      points: [],
      reason: null,
      endedBy: null,
    });
    expect(report.bytesWritten).toBeGreaterThan(0);
    expect(report.partial).toBe(true);
    expect(report.warnings.map(({ code }) => code)).toContain("steps-left-out");
    expect(report.verdict.findings.map(({ code }) => code)).not.toContain("sustained-steady");
  });
});
