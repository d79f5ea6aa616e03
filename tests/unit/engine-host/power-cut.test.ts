import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { HostEvent } from "#contract/engine-messages";
import { hostEventSchema } from "#contract/engine-messages";
import type {
  NativeFault,
  NativePowerCutPlaces,
  NativePowerCutReadBack,
  NativePowerCutRun,
  NativePowerCutSession,
  NativePowerCutSnapshot,
} from "#native/index";
import type { Whereabouts } from "../../../electron/engine-host/held-folder";
import { PowerCutRunner } from "../../../electron/engine-host/power-cut/test";
import { ofType } from "../../helpers/fake-bench";
import { fakeNativeEngine } from "../../helpers/fake-native-engine";
import { smallLayout } from "../../helpers/sample-power-cut-test";

const fault: NativeFault = {
  code: "EIO",
  syscall: "fsync",
  osCode: 5,
  message: "Input/output error",
  offset: 4096,
};
const nowhere: NativePowerCutPlaces = {
  missing: true,
  aroundCache: false,
  fileBytes: 0,
  fault: { ...fault, code: "ENOENT", syscall: "openat", offset: null },
  numbers: [],
  orders: [],
  elapsedNs: [],
  witnessedNs: [],
  broken: [],
};

/** A power-cut session that a test controls. */
class FakePowerCutSession implements NativePowerCutSession {
  readonly calls: string[] = [];
  acknowledged = [0, 0];
  readFaults: NativeFault[] = [];
  private endRun: (run: NativePowerCutRun) => void = () => undefined;

  async prepare() {
    this.calls.push("prepare");
    const mode = { systemCall: "pwrite(fd)", nameCall: "renameat", nameRefusal: null };
    return {
      modes: [
        { ...mode, mode: "none" as const, refusal: null },
        { ...mode, mode: "fsync" as const, refusal: fault },
      ],
      bytesWritten: 8192,
      elapsedNs: 1,
    };
  }

  run(): Promise<NativePowerCutRun> {
    this.calls.push("run");
    return new Promise((resolve) => {
      this.endRun = resolve;
    });
  }

  end(ending: NativeFault | null): void {
    this.endRun({
      endedBy: ending ? "error" : "stopped",
      fault: ending,
      failedAtNs: ending ? 900 : null,
      longestNs: 80,
      acknowledged: this.acknowledged,
      operations: 9,
      bytesWritten: 4096,
      elapsedNs: 1000,
    });
  }

  async readBack(): Promise<NativePowerCutReadBack> {
    this.calls.push("readBack");
    const empty = { missing: false, fault: null, slots: nowhere, log: nowhere, names: [] };
    return {
      modes: [
        {
          ...empty,
          mode: "fsync",
          log: { ...nowhere, numbers: [4, -1], witnessedNs: [700, -1] },
          newest: { order: 12, elapsedNs: 1000, returned: [3] },
        },
        {
          ...empty,
          mode: "none",
          newest: { order: 13, elapsedNs: 1100, returned: [4, 0] },
        },
        { ...empty, mode: "fdatasync", missing: true, newest: null },
      ],
      faults: this.readFaults,
    };
  }

  snapshot(): NativePowerCutSnapshot {
    return {
      task: "writing",
      acknowledged: this.acknowledged,
      current: 1,
      operations: 9,
      bytes: 4096,
      totalBytes: 0,
      elapsedNs: 1000,
    };
  }

  setWitnessed(elapsedNs: number): void {
    this.calls.push(`witnessed ${elapsedNs}`);
  }

  stop(): void {
    this.calls.push("stop");
    this.end(null);
  }

  async close(): Promise<void> {
    this.calls.push("close");
  }
}

function start(
  type: "power-cut-prepare" | "power-cut-read-back",
  readFaults: NativeFault[] = [],
  whereabouts: Whereabouts[] = ["here"],
  platform: NodeJS.Platform = "linux",
) {
  const session = new FakePowerCutSession();
  session.readFaults = readFaults;
  const events: HostEvent[] = [];
  const held = {
    looks: 0,
    closed: 0,
    whereabouts: async () => whereabouts[Math.min(held.looks++, whereabouts.length - 1)] ?? "here",
    close: async () => {
      held.closed += 1;
    },
  };
  const runner = new PowerCutRunner(
    {
      type,
      folder: "/somewhere",
      modes: ["none", "fsync"],
      layout: smallLayout,
    },
    (event) => events.push(hostEventSchema.parse(event)),
    () => fakeNativeEngine({ openPowerCutSession: () => session }),
    async () => held,
    platform,
  );
  void runner.run();
  return { session, events, runner, held };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

async function startWriting(runner: PowerCutRunner) {
  await settle();
  runner.write();
  await settle();
}

describe("PowerCutRunner", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("prepares the files and reports the refused modes, but begins to write only on request", async () => {
    const { session, events, runner } = start("power-cut-prepare");
    await vi.advanceTimersByTimeAsync(5000);
    expect(session.calls).toEqual(["prepare"]);
    expect(ofType(events, "power-cut-prepared")[0]?.modes.map(({ refusal }) => refusal)).toEqual([
      null,
      "fsync: EIO, Input/output error",
    ]);
    runner.write();
    await settle();
    expect(session.calls).toEqual(["prepare", "run"]);
  });

  it("sends only the latest numbers of saves if many saves end between two messages", async () => {
    const { session, events, runner } = start("power-cut-prepare");
    await startWriting(runner);
    for (let number = 1; number <= 20_000; number += 1) {
      session.acknowledged = [number, 0];
      if (number % 1000 === 0) {
        await vi.advanceTimersByTimeAsync(10);
      }
    }
    const reports = ofType(events, "power-cut-acknowledged");
    expect(reports.length).toBeGreaterThan(1);
    expect(reports.length).toBeLessThanOrEqual(20);
    expect(reports.at(-1)).toMatchObject({
      current: "fsync",
      numbers: [{ mode: "none", number: 20_000 }],
    });
  });

  it("sends no message about saves before a save has ended", async () => {
    const { session, events, runner } = start("power-cut-prepare");
    await settle();
    runner.write();
    await vi.advanceTimersByTimeAsync(500);
    expect(ofType(events, "power-cut-acknowledged")).toEqual([]);
    session.acknowledged = [0, 1];
    await vi.advanceTimersByTimeAsync(500);
    expect(ofType(events, "power-cut-acknowledged")).toHaveLength(1);
  });

  it("passes the times that the witness confirms to the session only while the session writes", async () => {
    const { session, runner } = start("power-cut-prepare");
    await startWriting(runner);
    runner.witnessed(1_500_000);
    expect(session.calls).toEqual(["prepare", "run", "witnessed 1500000"]);
    session.end(null);
    await runner.ended;
    runner.witnessed(2_000_000);
    expect(session.calls.at(-1)).toBe("close");
  });

  it("sends the exact last numbers of saves before it sends the error that ended the writing", async () => {
    const { session, events, runner } = start("power-cut-prepare");
    await startWriting(runner);
    session.acknowledged = [7, 3];
    session.end(fault);
    await runner.ended;
    expect(events.slice(-3)).toMatchObject([
      {
        type: "power-cut-acknowledged",
        numbers: [
          { mode: "none", number: 7 },
          { mode: "fsync", number: 3 },
        ],
      },
      {
        type: "power-cut-ended",
        ending: {
          numbers: [
            { mode: "none", number: 7 },
            { mode: "fsync", number: 3 },
          ],
          failedAtNs: 900,
          longestNs: 80,
        },
      },
      { type: "finished", stopped: false, error: { code: "drive-error", syscall: "fsync" } },
    ]);
    expect(session.calls.at(-1)).toBe("close");
  });

  /**
   * The error code in the event that ends the writing, if the writing fails with this error of the
   * system.
   */
  async function endOf(code: string, ...of: [Whereabouts[], NodeJS.Platform]) {
    const { session, events, runner, held } = start("power-cut-prepare", [], ...of);
    await startWriting(runner);
    session.end({ ...fault, code });
    await vi.advanceTimersByTimeAsync(3000);
    await runner.ended;
    expect(held.closed).toBe(1);
    const { error } = ofType(events, "finished")[0] ?? {};
    return { code: error?.code, looks: held.looks };
  }

  it('reports "volume-gone" if macOS unmounts the volume a moment after another error, and that error if the volume is there at 15 checks', async () => {
    for (const code of ["EBUSY", "EACCES", "ENOTDIR", "EBADF"]) {
      expect(await endOf(code, ["here", "here", "elsewhere"], "darwin")).toMatchObject({
        code: "volume-gone",
        looks: 3,
      });
    }
    const stays = await endOf("EACCES", ["here"], "darwin");
    expect(stays).toMatchObject({ code: "access-blocked", looks: 15 });
  });

  it("looks for the volume once after an error on Linux, not at all after a drive error, and reports the error's own code", async () => {
    const late: Whereabouts[] = ["here", "elsewhere"];
    expect(await endOf("EACCES", late, "linux")).toMatchObject({
      code: "access-blocked",
      looks: 1,
    });
    expect(await endOf("EIO", late, "linux")).toMatchObject({ code: "drive-error", looks: 0 });
    // On Linux EBADF can only come from a fault of the program and says nothing about the volume.
    expect(await endOf("EBADF", ["here"], "linux")).toMatchObject({ code: "unclear", looks: 1 });
  });

  it("ends as stopped, and without an error, if a stop is requested before or during the writing", async () => {
    const writing = start("power-cut-prepare");
    await startWriting(writing.runner);
    writing.runner.stop();
    await writing.runner.ended;
    expect(writing.events.at(-1)).toEqual({ type: "finished", stopped: true, error: null });
    expect(ofType(writing.events, "power-cut-ended")).toEqual([]);

    const waiting = start("power-cut-prepare");
    await settle();
    waiting.runner.stop();
    await waiting.runner.ended;
    expect(waiting.session.calls).toEqual(["prepare", "stop", "close"]);
    expect(waiting.events.at(-1)).toEqual({ type: "finished", stopped: true, error: null });
  });

  it("reads the files back and reports the failed calls, the witnessed times and each mode's newest save", async () => {
    const { session, events, runner } = start("power-cut-read-back");
    await runner.ended;
    expect(session.calls).toEqual(["readBack", "close"]);
    expect(ofType(events, "power-cut-found")[0]?.modes[0]?.slots).toMatchObject({
      missing: true,
      fault: "openat: ENOENT, Input/output error",
    });
    const found = ofType(events, "power-cut-found")[0]?.modes ?? [];
    expect(found[0]?.log.witnessedNs).toEqual([700, 0]);
    // The engine gives the numbers of returned operations in the order of the plan's modes. A mode
    // without a number is left out.
    expect(found.map(({ newest }) => newest)).toEqual([
      { order: 12, elapsedNs: 1000, returned: [{ mode: "fsync", number: 3 }] },
      { order: 13, elapsedNs: 1100, returned: [{ mode: "fsync", number: 4 }] },
      null,
    ]);
    expect(events.at(-1)).toEqual({ type: "finished", stopped: false, error: null });
  });

  it("reports its findings despite read errors of the volume itself, and ends with an error after any other error", async () => {
    const judged = async (code: string) => {
      const { events, runner } = start("power-cut-read-back", [fault, { ...fault, code }]);
      await runner.ended;
      expect(ofType(events, "power-cut-found").length).toBe(
        ofType(events, "finished")[0]?.error ? 0 : 1,
      );
      return ofType(events, "finished")[0]?.error?.code ?? null;
    };
    const others = {
      EMFILE: "system-limit",
      ENOMEM: "system-limit",
      EACCES: "access-blocked",
      ERROR_SHARING_VIOLATION: "access-blocked",
      ENODEV: "volume-gone",
      EPERM: "access-blocked",
      EINVAL: "unclear",
    };
    expect(await Promise.all(Object.keys(others).map(judged))).toEqual(Object.values(others));
    const damaged = ["EIO", "ERROR_CRC", "EUCLEAN", "EBADMSG", "UNEXPECTED_END"];
    expect(await Promise.all(damaged.map(judged))).toEqual(damaged.map(() => null));
  });
});
