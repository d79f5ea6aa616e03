import { statSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { planFor, requiredFreeBytes } from "#analysis/plan";
import { DriveFault } from "#contract/drive-error";
import type { LiveState } from "#contract/live-state";
import type { PowerCutTest } from "#contract/power-cut/test";
import { type Report, reportSchema } from "#contract/report";
import type { Volume } from "#contract/volume";
import {
  checkTestable,
  type InspectionDependencies,
  InspectionService,
} from "../../../../electron/main/inspection/inspection-service";
import { untestableReasons } from "../../../../electron/main/volumes/testability";
import { eventually } from "../../../helpers/eventually";
import { FakeEngine } from "../../../helpers/fake-engine";
import { cutOn } from "../../../helpers/sample-power-cut";
import { sampleRound } from "../../../helpers/sample-round";
import { sampleVolume } from "../../../helpers/sample-volume";

const plan = planFor("smoke", "linux", ["flush-modes"]);

function setUp(
  readFlushesTurnedOff: InspectionDependencies["readFlushesTurnedOff"] = async () => null,
  whileLookingAtOthers = () => {},
) {
  const engines: FakeEngine[] = [];
  const lock: { taken: number; held: number; lose?: (() => void) | undefined } = {
    taken: 0,
    held: 0,
  };
  const unfinished = new Set<string>();
  const service = new InspectionService({
    app: { name: "DriveProof", version: "0.0.0" },
    spawnEngine: () => {
      const engine = new FakeEngine();
      engines.push(engine);
      return engine;
    },
    readHost: async () => ({
      os: "linux",
      osVersion: "6.18",
      arch: "x64",
      cpuModel: null,
      virtualMachine: "none",
      powerSource: "mains",
    }),
    readFlushesTurnedOff,
    readWarnings: async (_host, volume) => {
      whileLookingAtOthers();
      return [{ code: "test", message: volume.flushesTurnedOff ? "No flushes." : "A warning." }];
    },
    acquireLock: async (onLost) => {
      lock.taken += 1;
      lock.held += 1;
      lock.lose = onLost;
      return () => {
        lock.held -= 1;
      };
    },
    leftovers: {
      begin: async (directory) => {
        unfinished.add(directory);
      },
      end: async (directory) => {
        unfinished.delete(directory);
      },
      afterDeath: async (directory) => ({
        code: "after-death.left",
        params: { files: [`${directory}/.driveproof-left.db`] },
      }),
    },
  });
  const live: LiveState[] = [];
  const reports: Report[] = [];
  const listeners = {
    onLive: (state: LiveState) => void live.push(state),
    liveIntervalMs: 500,
    onFinished: (report: Report) => void reports.push(report),
  };
  const start = (
    volume: Volume = sampleVolume(),
    allowNetwork = false,
    powerCutTests: readonly PowerCutTest[] = [],
  ) =>
    service.start(
      { volume, plan, allowNetwork, powerCutTests: { tests: powerCutTests, isComplete: true } },
      listeners,
    );
  return { service, engines, lock, live, reports, listeners, start, unfinished };
}

const round = (changes?: Parameters<typeof sampleRound>[0]) => ({
  type: "flush-round" as const,
  layout: "rewrite" as const,
  systemCall: "fsync(fd)",
  counts: sampleRound(changes),
});
const finished = { type: "finished", stopped: false, error: null } as const;

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => null,
    (cause: unknown) => cause,
  );
  return error instanceof DriveFault ? error.driveError.code : String(error);
}

describe("InspectionService", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("collects the engine's rounds and delivers one report at the end", async () => {
    const { engines, reports, lock, live, start, service } = setUp();
    const runId = await start();
    const engine = engines[0] as FakeEngine;
    engine.says({ type: "engine", version: "9.9.9" });
    engine.says({
      type: "modes",
      modes: [
        { mode: "fsync", systemCall: "fsync(fd)", refusal: null },
        { mode: "o_direct", systemCall: "open(O_DIRECT)", refusal: "open: EINVAL, refused" },
      ],
    });
    engine.says({ type: "written", bytes: 1000 });
    engine.says(round({ operations: 500 }));
    engine.says(round({ operations: 700, round: 1 }));
    vi.advanceTimersByTime(500);
    expect(live.at(-1)?.modes.map(({ status }) => status)).toEqual(["measured", "unavailable"]);
    expect(service.current()?.runId).toBe(runId);
    engine.says(finished);
    expect(reports).toHaveLength(1);
    const report = reports[0] as Report;
    expect(report.app.engine).toBe("9.9.9");
    expect(report.partial).toBe(false);
    expect(report.bytesWritten).toBe(1000 + 1200 * 4096);
    expect(report.flushModes[0]).toMatchObject({ mode: "fsync", iops: 600, iopsMin: 500 });
    expect(report.flushModes[1]).toMatchObject({ status: "unavailable", iops: null });
    expect(report.warnings).toContainEqual({ code: "test", message: "A warning." });
    expect(service.current()).toBeNull();
    await service.whenIdle();
    expect(lock.held).toBe(0);
  });

  it("reports a temperature with the time that had elapsed since the start time in the report", async () => {
    const { engines, reports, start } = setUp(undefined, () => vi.advanceTimersByTime(1500));
    await start();
    const engine = engines[0] as FakeEngine;
    engine.says({ type: "temperature", celsius: 41, limitCelsius: 84 });
    engine.says(finished);
    const [report] = reports;
    const sampledMs = (report?.temperatures?.[0]?.ns ?? 0) / 1e6;
    expect(Date.parse(report?.startedAt ?? "") + sampledMs).toBeCloseTo(Date.now(), 0);
  });

  it.each([
    ["lists the folder of a run that left files", "leftovers-left", true],
    ["does not list the folder of a run that left no files", "slept", false],
  ])("%s among the folders that the next start cleans", async (_what, code, isKept) => {
    const { engines, lock, start, service, unfinished } = setUp();
    await start();
    const said = { code: "leftovers-left.after-error", params: { files: ["/mnt/a.db"] } };
    engines[0]?.says({ type: "warning", code, statements: [said] });
    engines[0]?.says(finished);
    await service.whenIdle();
    expect(unfinished.size).toBe(isKept ? 1 : 0);
    expect(lock.held).toBe(0);
  });

  it("says in the warnings, facts and verdict that Windows is set to send no flush", async () => {
    const { engines, reports, start } = setUp(async ({ physicalDisks }) =>
      physicalDisks.includes("\\\\.\\PhysicalDrive0"),
    );
    await start(sampleVolume({ physicalDisks: ["\\\\.\\PhysicalDrive0"] }));
    engines[0]?.says(finished);
    expect(reports[0]?.volume.flushesTurnedOff).toBe(true);
    expect(reports[0]?.warnings).toContainEqual({ code: "test", message: "No flushes." });
    expect(reports[0]?.verdict.findings.map(({ code }) => code)).toContain("barriers-off");
  });

  it("includes the drive's known plug tests in the report and its verdict, or null if none is known", async () => {
    const { engines, reports, start } = setUp();
    const known = [cutOn(1, "kept"), cutOn(2, "lost")];
    await start(sampleVolume(), false, known);
    engines[0]?.says(finished);
    expect(reports[0]?.powerCut?.tests).toEqual(known);
    expect(reports[0]?.verdict.answers[0]).toMatchObject({ word: "No", severity: "bad" });
    const without = setUp();
    await without.start();
    without.engines[0]?.says(finished);
    expect(without.reports[0]?.powerCut).toBeNull();
  });

  it("marks the report partial if the engine dies and keeps the measurements", async () => {
    const { engines, reports, start } = setUp();
    await start();
    const engine = engines[0] as FakeEngine;
    engine.says({
      type: "modes",
      modes: [{ mode: "fsync", systemCall: "fsync(fd)", refusal: null }],
    });
    engine.says(round());
    engine.exits(null);
    await eventually(() => expect(reports).toHaveLength(1));
    expect(reports[0]).toMatchObject({ partial: true, error: { code: "engine-died" } });
    expect(reports[0]?.flushModes[0]?.iops).toBe(1000);
  });

  it("delivers a report with null for sizes of the volume that do not fit the schema", async () => {
    const { engines, reports, lock, start } = setUp();
    await start(sampleVolume({ totalBytes: 2 ** 63, freeBytes: 2 ** 53 }));
    engines[0]?.says(finished);
    await eventually(() => expect(reports).toHaveLength(1));
    expect(reports[0]?.volume).toMatchObject({ totalBytes: null, freeBytes: null });
    expect(reportSchema.safeParse(reports[0]).success).toBe(true);
    await eventually(() => expect(lock.held).toBe(0));
  });

  it("delivers a partial report with an error if judging the figures fails", async () => {
    const { engines, reports, service, start } = setUp();
    const broken = { testId: "half a test" } as PowerCutTest;
    await start(sampleVolume(), false, [broken, broken]);
    engines[0]?.says(finished);
    await eventually(() => expect(reports).toHaveLength(1));
    expect(reports[0]).toMatchObject({ partial: true, error: { code: "internal" } });
    expect(reports[0]?.powerCut).toBeNull();
    await service.whenIdle();
    expect(service.current()).toBeNull();
  });

  it("names the files that a dead engine left and remembers their folder until another inspection of it ends", async () => {
    const { engines, reports, start, unfinished } = setUp();
    const { directory } = sampleVolume();
    await start();
    expect([...unfinished]).toEqual([directory]);
    (engines[0] as FakeEngine).exits(null);
    await eventually(() => expect(reports).toHaveLength(1));
    expect(reports[0]?.error?.message).toContain(`${directory}/.driveproof-left.db`);
    expect([...unfinished]).toEqual([directory]);
    await start();
    engines[1]?.says(finished);
    expect([...unfinished]).toEqual([]);
  });

  it("refuses a second inspection during a run and accepts an inspection afterwards", async () => {
    const { engines, reports, start } = setUp();
    await start();
    expect(await codeOf(start())).toBe("already-running");
    engines[0]?.says(finished);
    await start();
    engines[1]?.says(finished);
    expect(reports).toHaveLength(2);
  });

  it("stops the engine right after its start if the stop was requested before the start", async () => {
    const { engines, start, service } = setUp();
    const started = start();
    service.stop();
    await started;
    expect((engines[0] as FakeEngine).requests.at(-1)).toEqual({ type: "stop" });
    expect(service.current()?.phase).toBe("stopping");
  });

  it("tells the engine of a running inspection that the computer goes to sleep", async () => {
    const { service, engines, start } = setUp();
    service.sleepAnnounced();
    await start();
    expect((engines[0] as FakeEngine).requests).toHaveLength(1);
    service.sleepAnnounced();
    expect((engines[0] as FakeEngine).requests.at(-1)).toEqual({ type: "sleep-announced" });
  });

  it("warns in the partial report that a file may remain after an unanswered stop, and remembers its folder", async () => {
    const { engines, reports, start, service, unfinished } = setUp();
    await start();
    service.stop();
    await vi.advanceTimersByTimeAsync(10_000);
    expect((engines[0] as FakeEngine).killed).toBe(true);
    expect(reports[0]).toMatchObject({ partial: true, error: null });
    expect(reports[0]?.warnings.at(-1)).toMatchObject({
      code: "stop-unanswered",
      message: expect.stringContaining("10 seconds after it was asked to"),
    });
    expect([...unfinished]).toEqual([sampleVolume().directory]);
  });

  it("warns in the report that it lost the run lock during the inspection", async () => {
    const { engines, lock, reports, start } = setUp();
    await start();
    lock.lose?.();
    engines[0]?.says(finished);
    const codes = reports[0]?.warnings.map(({ code }) => code);
    expect(codes).toEqual(["test", "lock-unavailable"]);
  });

  it.each([
    ["read-only", { untestable: { code: "read-only" as const, statements: [] } }],
    ["network-mount", { untestable: { code: "network-mount" as const, statements: [] } }],
    ["no-space", { freeBytes: requiredFreeBytes(plan) - 1 }],
    ["space-unknown", { untestable: { code: "space-unknown" as const, statements: [] } }],
    // On btrfs a rewrite of the test file needs the file's space a second time.
    ["no-space", { fileSystem: "btrfs", freeBytes: requiredFreeBytes(plan, true) - 1 }],
  ])("refuses a volume that cannot be tested, and takes no run lock: %s", async (code, changes) => {
    const { engines, lock, start } = setUp();
    expect(await codeOf(start(sampleVolume(changes)))).toBe(code);
    expect([engines.length, lock.taken]).toEqual([0, 0]);
  });

  it("sends the device number of the chosen folder and the underlying disks to the engine host", async () => {
    const { engines, start } = setUp();
    await start(sampleVolume({ directory: process.cwd(), diskDevices: ["sda", "sdb"] }));
    const [first] = (engines[0] as FakeEngine).requests;
    const folderDevice = `${statSync(process.cwd(), { bigint: true }).dev}`;
    expect(first).toMatchObject({ type: "start", folderDevice, diskDevices: ["sda", "sdb"] });
  });

  it("limits the test file on FAT to less than 4 GiB, and reports the plan with the smaller size", async () => {
    const { service, engines, reports, listeners } = setUp();
    const plan = planFor("standard", "linux", ["sustained-write"]);
    const volume = sampleVolume({ fileSystem: "vfat", freeBytes: 5e9 });
    await service.start({ volume, plan, allowNetwork: false }, listeners);
    const engine = engines[0] as FakeEngine;
    const { maxBytes, writeBytes } = plan.workloads["sustained-write"];
    const sent = { workloads: { "sustained-write": { maxBytes: 4 * 1024 ** 3 - writeBytes } } };
    expect(maxBytes).toBeGreaterThan(4 * 1024 ** 3);
    expect(engine.requests[0]).toMatchObject({ plan: sent });
    engine.says(finished);
    expect(reports[0]?.plan).toMatchObject(sent);
  });

  it("says why a copy-on-write file system needs more space if it refuses an inspection for lack of space", async () => {
    const { start } = setUp();
    const message = await start(sampleVolume({ fileSystem: "btrfs", freeBytes: 1 })).catch(
      (error: Error) => error.message,
    );
    expect(message).toContain("(btrfs) keeps old and new data side by side");
  });

  it("accepts a volume of unknown free space only if the person has agreed to the unknown space", () => {
    const volume = sampleVolume({
      freeBytes: null,
      untestable: untestableReasons.spaceUnknown,
    });
    const agreed = { volume, plan, allowNetwork: false };
    expect(() => checkTestable({ ...agreed, allowUnknownSpace: true })).not.toThrow();
    expect(() => checkTestable({ ...agreed, allowNetwork: true })).toThrow("is not known");
  });

  it("tests a network mount if the person has agreed", async () => {
    const { engines, start } = setUp();
    await start(sampleVolume({ untestable: { code: "network-mount", statements: [] } }), true);
    expect(engines).toHaveLength(1);
  });
});

describe("the capacity test on a drive that the system needs", () => {
  const filling = planFor("smoke", "linux", ["capacity"]);
  const system = sampleVolume({ system: true, freeBytes: 100e9 });
  const limited = (maxBytes: number) => ({
    ...filling,
    workloads: { ...filling.workloads, capacity: { ...filling.workloads.capacity, maxBytes } },
  });

  it("fails without the person's consent and takes no run lock, and starts with that consent", async () => {
    const { engines, lock, service, listeners } = setUp();
    const request = { volume: system, plan: filling, allowNetwork: false };
    expect(await codeOf(service.start(request, listeners))).toBe("not-testable");
    const denied = service.start({ ...request, mayFillSystem: false }, listeners);
    await expect(denied).rejects.toThrow("they may fail to save");
    expect([engines.length, lock.taken]).toEqual([0, 0]);
    await service.start({ ...request, mayFillSystem: true }, listeners);
    expect(engines).toHaveLength(1);
  });

  it("needs consent only if it might fill more than half of the free space of the system's volume", async () => {
    const { service } = setUp();
    const other = sampleVolume({ system: false, freeBytes: 100e9 });
    expect(await service.fillsSystem(system, filling)).toBe(true);
    expect(await service.fillsSystem(other, filling)).toBe(false);
    expect(await service.fillsSystem(system, plan)).toBe(false);
    expect(await service.fillsSystem(system, limited(50e9))).toBe(false);
    expect(await service.fillsSystem(system, limited(51e9))).toBe(true);
    const unknown = sampleVolume({ system: true, freeBytes: null });
    expect(await service.fillsSystem(unknown, limited(1e6))).toBe(true);
  });
});
