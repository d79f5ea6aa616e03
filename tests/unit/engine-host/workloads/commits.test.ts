import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import type { RunPlan } from "#contract/run-plan";
import type { WorkloadPlans } from "#contract/workloads/index";
import type { NativeEngine } from "#native/index";
import { errorInWords } from "#text/in-words";
import { DeviceEvidence } from "../../../../electron/engine-host/readings/device-evidence";
import { run } from "../../../../electron/engine-host/workloads/commits";
import { benchOver, ofType, runnerOver } from "../../../helpers/fake-bench";
import { FakeCommitSession, fakeVariants } from "../../../helpers/fake-commit-session";
import { fakeNativeEngine } from "../../../helpers/fake-native-engine";
import { eio, FakeSession } from "../../../helpers/fake-session";
import { planWith } from "../../../helpers/plan-with";

const smoke = planFor("smoke", "linux", ["commits"]);
const plan = planWith(smoke, {
  commits: {
    shapes: [
      { recordsPerTransaction: 10, transactions: 50 },
      { recordsPerTransaction: 100, transactions: 5 },
    ],
  },
});

function engineWith(session: FakeCommitSession): NativeEngine {
  return fakeNativeEngine({
    commitVariants: fakeVariants,
    openSession: () => new FakeSession(),
    openCommitSession: () => session,
  });
}

function runner(
  session: FakeCommitSession,
  changes: Partial<WorkloadPlans["commits"]> = {},
  tests: RunPlan["tests"] = ["commits"],
) {
  return runnerOver(engineWith(session), { ...planWith(plan, { commits: changes }), tests });
}

/** The events and result of a whole run with such a session. */
async function ran(
  session: Partial<FakeCommitSession> = {},
  changes: Partial<WorkloadPlans["commits"]> = {},
  tests?: RunPlan["tests"],
) {
  const made = Object.assign(new FakeCommitSession(), session);
  const { inspection, events } = runner(made, changes, tests);
  await inspection.run();
  return { session: made, events };
}

const namesOf = (session: FakeCommitSession) =>
  session.runs.map(
    ({ variant, durability, recordsPerTransaction }) =>
      `${recordsPerTransaction} ${variant} ${durability}`,
  );

describe("the database test", () => {
  it("measures every batch size with every setting of every available database, in rotated order", async () => {
    const { session, events } = await ran();
    expect(namesOf(session)).toEqual([
      "10 log relaxed",
      "10 log durable",
      "10 wal normal",
      "10 wal durable",
      "10 wal relaxed",
      "100 wal durable",
      "100 wal relaxed",
      "100 wal normal",
      "100 log durable",
      "100 log relaxed",
    ]);
    expect(events.at(-1)).toEqual({ type: "finished", stopped: false, error: null });
    expect(session.closed).toBe(true);
    expect(ofType(events, "phase").map(({ phase }) => phase)).toEqual(["measuring"]);
  });

  it("uses the sizes and numbers in the plan, and a different folder and random seed for each database", async () => {
    const { session } = await ran({}, { engines: ["sqlite"] });
    expect(session.runs[0]).toMatchObject({
      database: "sqlite",
      variant: "wal",
      directory: "/somewhere",
      folderName: ".driveproof-run-1-1.db",
      recordsPerTransaction: 10,
      transactions: 50,
      keyBytes: plan.workloads.commits.keyBytes,
      valueBytes: plan.workloads.commits.valueBytes,
      maxNs: plan.workloads.commits.capNs,
    });
    for (const own of ["seed", "folderName"] as const) {
      expect(new Set(session.runs.map((options) => options[own])).size).toBe(session.runs.length);
    }
  });

  it("reports the counts of each setting with the exact parameters, and each refusal once per batch size", async () => {
    const { events } = await ran();
    const told = ofType(events, "commit-run");
    const wal = told.filter(({ variant }) => variant === "wal");
    expect(wal.map(({ durability, settings }) => `${durability}: ${settings}`)).toContain(
      "relaxed: journal_mode=WAL, synchronous=OFF",
    );
    expect(wal.map(({ durability, settings }) => `${durability}: ${settings}`)).toContain(
      "normal: journal_mode=WAL, synchronous=NORMAL",
    );
    expect(wal.map(({ counts }) => counts?.checkpoints)).toEqual(Array(6).fill(0));
    expect(told.find(({ variant }) => variant === "log")?.counts?.checkpoints).toBeNull();
    expect(wal[0]?.counts).toMatchObject({
      transactions: 50,
      records: 500,
      recordsFound: 500,
      fileBytes: 204_800,
      deviceFlushes: null,
      endedBy: "complete",
    });
    const refused = told.filter(({ refusal }) => refusal !== null);
    expect(refused).toHaveLength(plan.workloads.commits.shapes.length);
    expect(refused[0]).toMatchObject({ engine: "mdbx", refusal: "built without libmdbx" });
    expect(refused.every(({ counts, error }) => counts === null && error === null)).toBe(true);
  });

  it("reports exactly as many steps as it announced at the start", async () => {
    const { events } = await ran();
    expect(ofType(events, "workload")[0]?.steps).toBe(ofType(events, "commit-run").length);
  });

  it("measures the other databases after one failed, and then ends with the error of the failed one", async () => {
    const { session, events } = await ran({ faultAtRun: 2, fault: eio });
    expect(session.runs).toHaveLength(10);
    const told = ofType(events, "commit-run").filter(({ error }) => error !== null);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({
      variant: "log",
      durability: "durable",
      counts: { endedBy: "error", recordsFound: null },
      error: { code: "drive-error", syscall: "fsync", osCode: 5, offset: 8192 },
    });
    expect(events.at(-1)).toMatchObject({
      type: "finished",
      error: { code: "drive-error", syscall: "fsync" },
    });
  });

  it("measures the other databases after an internal error in one, for which it reports no counts", async () => {
    const { session, events } = await ran({
      faultAtRun: 1,
      fault: { ...eio, code: "MDBX_PROBLEM", syscall: "mdbx_env_open", offset: null },
      rejects: true,
    });
    expect(session.runs).toHaveLength(10);
    expect(ofType(events, "commit-run")[0]).toMatchObject({
      counts: null,
      refusal: null,
      error: { code: "internal", syscall: "mdbx_env_open" },
    });
    expect(events.at(-1)).toMatchObject({ error: { code: "internal" } });
  });

  it("ends with a drive error if creating a database fails with an I/O error", async () => {
    const { session, events } = await ran({
      faultAtRun: 2,
      fault: { ...eio, syscall: "mkdir", offset: null },
      rejects: true,
    });
    expect(session.runs).toHaveLength(2);
    expect(ofType(events, "commit-run")).toHaveLength(2);
    expect(events.at(-1)).toMatchObject({ error: { code: "drive-error" } });
  });

  it("ends with the error of a folder that it could not remove only if no database failed before", async () => {
    const stuck = { ...eio, code: "ENOTEMPTY", syscall: "rmdir", message: "Directory not empty" };
    const first = await ran({ closeFault: stuck });
    expect(ofType(first.events, "commit-run").every(({ error }) => error === null)).toBe(true);
    expect(first.events.at(-1)).toMatchObject({
      error: { code: "internal", syscall: "rmdir" },
    });

    const second = await ran({ closeFault: stuck, faultAtRun: 1, fault: eio });
    expect(second.events.at(-1)).toMatchObject({
      error: { code: "drive-error", syscall: "fsync" },
    });
  });

  it("reports an unsupported feature as the system's refusal, and not as an error", async () => {
    const { session, events } = await ran({
      faultAtRun: 3,
      fault: { ...eio, code: "ENOTSUP", syscall: "F_FULLFSYNC", message: "Not supported" },
      rejects: true,
    });
    expect(session.runs).toHaveLength(10);
    expect(ofType(events, "commit-run")[2]).toMatchObject({
      refusal: "F_FULLFSYNC: ENOTSUP, Not supported",
      counts: null,
      error: null,
    });
    expect(events.at(-1)).toMatchObject({ error: null });
  });

  it('ends with "volume-gone", without measuring the other databases, if the drive is gone', async () => {
    const { session, events } = await ran({
      faultAtRun: 3,
      fault: { ...eio, code: "ENODEV", osCode: 19 },
    });
    expect(session.runs).toHaveLength(3);
    expect(events.at(-1)).toMatchObject({ error: { code: "volume-gone" } });
    expect(session.closed).toBe(true);
  });

  it('ends with "volume-full" when the volume is full, and the inspection continues with the next test', async () => {
    const { events } = await ran(
      { faultAtRun: 1, fault: { ...eio, code: "ENOSPC", osCode: 28 } },
      {},
      ["commits", "chunked-writes"],
    );
    expect(ofType(events, "workload-failed")[0]).toMatchObject({
      workload: "commits",
      error: { code: "volume-full" },
    });
    expect(ofType(events, "workload").at(-1)?.workload).toBe("chunked-writes");
    expect(events.at(-1)).toMatchObject({ error: null });
  });

  it('ends with the error "wrong-data" if records were lost, even if another error came first', async () => {
    const { session, events } = await ran({ lost: 7, faultAtRun: 1, fault: eio });
    expect(session.runs).toHaveLength(10);
    const error = ofType(events, "finished")[0]?.error;
    expect(error).toMatchObject({ code: "wrong-data" });
    expect(error && errorInWords(error).message).toContain("of 500 records, 493 were found");
  });

  it("stops even while a database is being measured, and reports what was measured until then", async () => {
    const session = new FakeCommitSession();
    const { inspection, events } = runner(session);
    session.onRun = () => {
      if (session.runs.length === 2) {
        inspection.stop();
      }
    };
    await inspection.run();
    expect(session.runs).toHaveLength(2);
    expect(session.stopped).toBe(1);
    const told = ofType(events, "commit-run").map(({ counts }) => counts?.endedBy);
    expect(told).toEqual(["complete", "stopped"]);
    expect(events.at(-1)).toEqual({ type: "finished", stopped: true, error: null });
    expect(session.closed).toBe(true);
  });

  it("reports for each measured database only the flushes that reached the drive and the bytes written during its measurement", async () => {
    const session = new FakeCommitSession();
    // Each run makes the fake counters rise by three flushes at the upper device and by two at the
    // lower one.
    const devices = { evidenceDevices: ["dm-0", "sda"], followedDevices: [] };
    const evidence = new DeviceEvidence(devices, {
      read: async (path) => {
        const perDatabase = path.includes("dm-0") ? 3 : 2;
        return [...Array(15).fill(0), perDatabase * session.runs.length].join(" ");
      },
      list: async () => [],
    });
    // Each run passes a megabyte to the system's write calls.
    const handedBytes = async () => 1_000_000 * session.runs.length;
    const { bench, events } = benchOver(engineWith(session), plan, { evidence, handedBytes });
    await run(bench);
    const told = ofType(events, "commit-run").flatMap(({ counts }) => counts ?? []);
    expect(told.map(({ bytesWritten }) => bytesWritten)).toEqual(Array(10).fill(1_000_000));
    expect(ofType(events, "warning")).toEqual([]);
    const flushes = ofType(events, "commit-run")
      .filter(({ counts }) => counts !== null)
      .map(({ counts }) => counts?.deviceFlushes);
    expect(flushes).toEqual(Array(10).fill(2));
  });

  it("reports the records' size as written bytes, with a warning, if the system does not count written bytes", async () => {
    const engine = engineWith(new FakeCommitSession());
    const evidence = new DeviceEvidence({ evidenceDevices: [], followedDevices: [] });
    const around = { evidence, handedBytes: async () => null };
    const { bench, events } = benchOver(engine, plan, around);
    await run(bench);
    expect(ofType(events, "warning").map(({ code }) => code)).toEqual([
      "database-bytes-not-counted",
    ]);
    const { keyBytes, valueBytes } = plan.workloads.commits;
    const told = ofType(events, "commit-run").flatMap(({ counts }) => counts ?? []);
    expect(told).toHaveLength(10);
    for (const { bytesWritten, records } of told) {
      expect(bytesWritten).toBe(records * (keyBytes + valueBytes));
    }
  });

  it("reports the progress of the database that is being measured", async () => {
    const session = new FakeCommitSession();
    const { inspection, events } = runner(session);
    let progressed: () => void = () => undefined;
    const seen = new Promise<void>((resolve) => {
      progressed = resolve;
    });
    session.beforeEnd = async () => {
      if (session.runs.length === 1) {
        await seen;
      }
    };
    const ended = inspection.run();
    while (ofType(events, "progress").length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    progressed();
    await ended;
    expect(ofType(events, "progress")[0]).toMatchObject({
      operations: 5,
      bytes: 500,
      totalBytes: null,
    });
  });
});
