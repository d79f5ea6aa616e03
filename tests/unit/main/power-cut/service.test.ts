import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { type DriveErrorCode, hostError } from "#contract/drive-error";
import type { HostEvent } from "#contract/engine-messages";
import type { PowerCutState } from "#contract/power-cut/state";
import type { CutDeed } from "#contract/power-cut/test";
import {
  type FinishListener,
  newPowerCutPlan,
  PowerCutService,
} from "../../../../electron/main/power-cut/service";
import { eventually } from "../../../helpers/eventually";
import { FakeEngine } from "../../../helpers/fake-engine";
import { type FakeSigns, fakeSigns } from "../../../helpers/fake-power-signs";
import { folderOfEach } from "../../../helpers/folders";
import { powerCutStore } from "../../../helpers/power-cut-store";
import { found, places, powerCutMode } from "../../../helpers/sample-power-cut-test";
import { sampleVolume } from "../../../helpers/sample-volume";

const failed = (code: DriveErrorCode, details = {}) =>
  hostError(code, [{ code: "error.itself", params: { reason: code } }], details);
const finished: HostEvent = { type: "finished", stopped: true, error: null };
const prepared: HostEvent = {
  type: "power-cut-prepared",
  modes: [powerCutMode("none"), powerCutMode("fsync")],
  bytesWritten: 1,
};

const ending = { numbers: [{ mode: "fsync" as const, number: 31 }], failedAtNs: 70, longestNs: 8 };

const directory = folderOfEach();

/** A service over a fake engine; `story` lists what happened, in order. */
interface Changes extends FakeSigns {
  readonly keep?: (state: PowerCutState) => Promise<void>;
  readonly bootId?: string;
  readonly removedTest?: string;
}

function service(changes: Changes = {}) {
  const story: string[] = [];
  let engine = new FakeEngine();
  let lose: () => void = () => undefined;
  const store = powerCutStore(null, async ({ testId }) => testId === changes.removedTest);
  const remove = store.remove.bind(store);
  const test = new PowerCutService({
    os: "linux",
    spawnEngine: () => {
      engine = new FakeEngine();
      const send = engine.send.bind(engine);
      engine.send = (request) => {
        story.push(`asked ${request.type}`);
        send(request);
      };
      return engine;
    },
    acquireLock: async (onLost) => {
      story.push("lock");
      lose = onLost ?? lose;
      return () => story.push("unlock");
    },
    store: Object.assign(store, {
      saveRecord: async () => {
        story.push(`announced, ${readdirSync(directory()).length} there`);
      },
      keep: async (state: PowerCutState) => {
        await changes.keep?.(state);
        story.push(`kept ${state.stage}`);
      },
      remove: (folder: string | null) => {
        story.push(folder === null ? "discarded null" : "discarded");
        return remove(folder);
      },
    }),
    powerSigns: fakeSigns(changes),
    currentBoot: async () => ({ at: "2020-01-01T00:00:00.000Z", id: changes.bootId ?? "first" }),
  });
  return { test, story, engine: () => engine, loseLock: () => lose() };
}

const plan = () => newPowerCutPlan(sampleVolume({ directory: directory() }), ["none", "fsync"]);
const until = (condition: () => boolean) => eventually(() => expect(condition()).toBe(true));

/** Starts a test and waits until it writes. */
async function writing(parts: ReturnType<typeof service>) {
  const states: PowerCutState[] = [];
  const numbers: unknown[] = [];
  const written = parts.test.write(plan(), Promise.resolve(), {
    onState: (state) => states.push(state),
    onAcknowledged: (acknowledged) => numbers.push(acknowledged.numbers),
  });
  await until(() => parts.story.includes("asked power-cut-prepare"));
  parts.engine().says(prepared);
  await until(() => parts.story.includes("asked power-cut-write"));
  return { written, states, numbers };
}

describe("PowerCutService.remove()", () => {
  it("holds the run lock while it removes the files", async () => {
    const { test, story } = service();
    await test.remove(plan().folder);
    await test.removeFound(plan().folder);
    expect(story).toEqual(["lock", "discarded", "unlock", "lock", "unlock"]);
  });
});

describe("PowerCutService.write()", () => {
  it("stops the writing with an error if it loses the run lock", async () => {
    const parts = service();
    const { written } = await writing(parts);
    parts.loseLock();
    await until(() => parts.story.includes("asked stop"));
    parts.engine().says(finished);
    const { stage, driveLost, error } = await written;
    expect({ stage, driveLost, error }).toMatchObject({
      stage: "stopped",
      driveLost: false,
      error: { code: "not-testable" },
    });
  });

  it("writes no record and removes its files if it cannot save the state", async () => {
    const parts = service({
      keep: async ({ stage }) => {
        if (stage === "writing") {
          throw new Error("no space for the state");
        }
      },
    });
    const written = parts.test.write(plan(), Promise.resolve(), {});
    const failed = expect(written).rejects.toThrow("no space for the state");
    await until(() => parts.story.includes("asked power-cut-prepare"));
    parts.engine().says(prepared);
    await failed;
    expect(parts.story).not.toContain("asked power-cut-write");
    expect(parts.story.slice(-3)).toEqual(["asked stop", "discarded", "unlock"]);
    expect(readdirSync(directory())).toEqual([]);
  });

  it("does not begin to write before the witness is ready", async () => {
    const parts = service();
    let arrive: () => void = () => undefined;
    const witness = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const written = parts.test.write(plan(), witness, {});
    await until(() => parts.story.includes("asked power-cut-prepare"));
    parts.engine().says(prepared);
    await until(() => parts.story.includes("kept ready"));
    expect(parts.story).not.toContain("kept writing");
    arrive();
    await until(() => parts.story.includes("asked power-cut-write"));
    parts.engine().says(finished);
    await written;
  });

  it("passes the numbers that the engine acknowledges on to onAcknowledged()", async () => {
    const parts = service();
    const { written, numbers } = await writing(parts);
    const latest = [{ mode: "fsync" as const, number: 12 }];
    parts.engine().says({
      type: "power-cut-acknowledged",
      current: "fsync",
      numbers: latest,
      elapsedNs: 5,
      operations: 30,
      bytes: 4096,
    });
    parts.engine().says(finished);
    await written;
    expect(numbers).toEqual([latest]);
  });

  it("records that the drive disappeared and keeps the files", async () => {
    const parts = service();
    const { written } = await writing(parts);
    const error = failed("drive-error");
    parts.engine().says({ type: "finished", stopped: false, error });
    expect(await written).toMatchObject({ stage: "drive-lost", driveLost: true, error });
    expect(parts.story).not.toContain("discarded");
    expect(readdirSync(directory())).toEqual(["DriveProof plug test"]);
  });

  const reset = failed("drive-error", { osCode: 5 });
  const usb = { port: "2-1", deviceNumber: 7, busPowered: true, identity: "0781:5581:" };

  it("saves the count of unsafe shutdowns, the USB connection and the flushes of other programs before it writes", async () => {
    const marks = { usb, absentNs: null };
    const parts = service({ marks, othersFlushesPerSecond: 1.5, unsafeShutdowns: 41 });
    const { written, states } = await writing(parts);
    expect(states.find(({ stage }) => stage === "writing")).toMatchObject({
      marks,
      othersFlushesPerSecond: 1.5,
      unsafeShutdowns: 41,
    });
    parts.engine().says(finished);
    await written;
  });

  it("saves the engine's last numbers and how long the drive was missing", async () => {
    let back: (absentNs: number) => void = () => undefined;
    const absence = () =>
      new Promise<number>((resolve) => {
        back = resolve;
      });
    const parts = service({ absence, marks: { usb, absentNs: null } });
    const { written, states } = await writing(parts);
    parts.engine().says({ type: "power-cut-ended", ending });
    parts.engine().says({ type: "finished", stopped: false, error: reset });
    await until(() => states.at(-1)?.stage === "drive-lost");
    expect(states.at(-1)).toMatchObject({ ending, marks: { usb, absentNs: null } });
    back(4e9);
    expect(await written).toMatchObject({ ending, marks: { usb, absentNs: 4e9 } });
  });

  it("does not wait for the return of a drive after an ordinary stop", async () => {
    let isWatched = false;
    const absence = async () => {
      isWatched = true;
      return 4e9;
    };
    const parts = service({ absence, marks: { usb, absentNs: null } });
    const { written } = await writing(parts);
    parts.engine().says(finished);
    expect((await written).marks?.absentNs).toBeNull();
    expect(isWatched).toBe(false);
  });

  it("stops waiting for the return of the drive on request", async () => {
    const absence = (signal: AbortSignal) =>
      new Promise<number>((resolve) => {
        signal.addEventListener("abort", () => resolve(1e9));
      });
    const parts = service({ absence, marks: { usb, absentNs: null } });
    const { written, states } = await writing(parts);
    parts.engine().says({ type: "finished", stopped: false, error: reset });
    await until(() => states.at(-1)?.stage === "drive-lost");
    parts.test.stop();
    expect((await written).marks?.absentNs).toBe(1e9);
    expect(parts.story.at(-1)).toBe("unlock");
  });

  it("forwards a time that the witness confirmed to the engine only if it is later than all times before", async () => {
    const parts = service();
    const { written } = await writing(parts);
    parts.test.confirm(50);
    parts.test.confirm(40);
    parts.test.confirm(60);
    const told = parts.engine().requests.filter(({ type }) => type === "power-cut-witnessed");
    expect(told).toEqual([
      { type: "power-cut-witnessed", elapsedNs: 50 },
      { type: "power-cut-witnessed", elapsedNs: 60 },
    ]);
    parts.engine().says(finished);
    await written;
  });

  it('reports the death of the engine as the error "engine-died", and not as a lost drive', async () => {
    const parts = service();
    const { written } = await writing(parts);
    parts.engine().exits(null);
    expect(await written).toMatchObject({
      stage: "stopped",
      driveLost: false,
      error: { code: "engine-died", message: expect.stringMatching(/Records .* stay/) },
    });
  });

  it("removes its files if it is stopped or fails before the writing", async () => {
    for (const end of [finished, { ...finished, error: failed("no-space") }]) {
      const parts = service();
      const written = parts.test.write(plan(), new Promise(() => undefined), {});
      const settled = written.then(
        ({ stage }) => stage,
        (error: { driveError: { code: string } }) => error.driveError.code,
      );
      await until(() => parts.story.includes("asked power-cut-prepare"));
      parts.engine().says(end);
      expect(await settled).toBe(end.error === null ? "preparing" : "no-space");
      expect(readdirSync(directory())).toEqual([]);
      expect(parts.story.at(-1)).toBe("unlock");
    }
  });

  it("removes its folder and ends if a stop is requested before the engine is ready", async () => {
    const parts = service();
    const written = parts.test.write(plan(), Promise.resolve(), {});
    parts.test.stop();
    await until(() => parts.story.includes("asked stop"));
    parts.engine().says(finished);
    expect((await written).stage).toBe("preparing");
    expect(readdirSync(directory())).toEqual([]);
  });

  it("fails if the folder of another test exists, and leaves that folder untouched", async () => {
    const first = service();
    const { written } = await writing(first);
    first.engine().says(finished);
    await written;
    const second = service();
    await expect(second.test.write(plan(), Promise.resolve(), {})).rejects.toMatchObject({
      driveError: { code: "not-testable" },
    });
    // The second test withdraws its announcement, and the first test's folder stays.
    expect(second.story).toEqual(["lock", "announced, 1 there", "discarded null", "unlock"]);
    expect(readdirSync(directory())).toEqual(["DriveProof plug test"]);
  });
});

describe("PowerCutService.finish()", () => {
  const numbers = [
    { mode: "none" as const, number: 20 },
    { mode: "fsync" as const, number: 20 },
  ];
  const nothingLeft: HostEvent = {
    type: "power-cut-found",
    modes: [found("none", { missing: true }), found("fsync", { missing: true })],
  };

  async function interrupted(changes: Changes = {}): Promise<PowerCutState> {
    const parts = service(changes);
    const { written, states } = await writing(parts);
    parts.engine().says(finished);
    await written;
    const state = states.find(({ stage }) => stage === "writing");
    if (!state) {
      throw new Error("the test never wrote");
    }
    return state;
  }

  /** A service that has asked its engine to read back the files of the plug test with this `state`. */
  async function readingBack(
    state: PowerCutState,
    changes: Changes = {},
    listener?: FinishListener,
    deed: CutDeed = "power-button",
  ) {
    const parts = service(changes);
    const by = { numbers, elapsedNs: null };
    const done = parts.test.finish(state, by, deed, listener);
    // Avoids an unhandled rejection; each test checks the rejection itself.
    done.catch(() => undefined);
    await until(() => parts.story.includes("asked power-cut-read-back"));
    const finds = (event = nothingLeft) => {
      parts.engine().says(event);
      parts.engine().says(finished);
      return done;
    };
    return { ...parts, done, finds };
  }

  it("returns no result if it loses the run lock", async () => {
    const state = await interrupted();
    const parts = await readingBack(state, { bootId: "second" });
    parts.engine().says(nothingLeft);
    parts.loseLock();
    await until(() => parts.story.includes("asked stop"));
    parts.engine().says(finished);
    await expect(parts.done).rejects.toThrow(/could not keep a second inspection away/);
    expect(parts.story.at(-1)).toBe("unlock");
  });

  it("refuses to read back a removed test whose folder is gone", async () => {
    const state = await interrupted();
    rmSync(state.plan.folder, { recursive: true });
    const { test, story } = service({ bootId: "second", removedTest: state.plan.testId });
    const done = test.finish(state, { numbers, elapsedNs: null }, "power-button");
    await expect(done).rejects.toThrow(/has removed this plug test/);
    expect(story).toEqual(["lock", "unlock"]);
  });

  it("reads back a test whose folder exists, even if the removal log lists the test", async () => {
    const state = await interrupted();
    const parts = await readingBack(state, { bootId: "second", removedTest: state.plan.testId });
    expect((await parts.finds()).stage).toBe("finished");
  });

  it("refuses to read back a test whose removal has begun", async () => {
    const state = await interrupted();
    mkdirSync(state.plan.folder, { recursive: true });
    writeFileSync(join(state.plan.folder, "removal-begun"), "");
    const { test, story } = service({ bootId: "second" });
    const done = test.finish(state, { numbers, elapsedNs: null }, "power-button");
    await expect(done).rejects.toThrow(/removed already/);
    expect(story).toEqual(["lock", "unlock"]);
  });

  it("reads the files back, judges them, reports the result and saves the result last", async () => {
    const state = await interrupted();
    const onResult: FinishListener["onResult"] = async ({ test, folder }) => {
      expect(folder).toBe(state.plan.folder);
      parts.story.push(`reported ${test.outcome}`);
    };
    const parts = await readingBack(state, { bootId: "second" }, { onResult });
    expect(await parts.finds()).toMatchObject({
      stage: "finished",
      result: { outcome: "lost", control: "lost", cut: { evidence: "person" } },
    });
    expect(parts.story).toEqual([
      "lock",
      "kept reading-back",
      "asked power-cut-read-back",
      "reported lost",
      "kept finished",
      "unlock",
    ]);
  });

  it('does not save the stage "finished" if making the report fails', async () => {
    const onResult = () => Promise.reject(new Error("no place for the report"));
    const parts = await readingBack(await interrupted(), { bootId: "second" }, { onResult });
    await expect(parts.finds()).rejects.toThrow("no place for the report");
    expect(parts.story).not.toContain("kept finished");
  });

  it("reports the drive's counts of unsafe shutdowns before the writing and after the cut, or null if there is none after the cut", async () => {
    const state = await interrupted({ unsafeShutdowns: 41 });
    expect(state.unsafeShutdowns).toBe(41);
    for (const [after, expected] of [
      [42, { before: 41, after: 42, stoodStill: true }],
      [null, null],
    ] as const) {
      const parts = await readingBack(state, { unsafeShutdowns: after });
      expect((await parts.finds()).result?.cut.unsafeShutdowns).toEqual(expected);
    }
  });

  it("refuses a drive whose count of unsafe shutdowns is lower than before as another drive", async () => {
    const state = await interrupted({ unsafeShutdowns: 41 });
    const parts = await readingBack(state, { unsafeShutdowns: 3 });
    await expect(parts.finds()).rejects.toThrow(/another drive/);
    expect(parts.story).not.toContain("kept finished");
  });

  it("accepts a drive whose count of unsafe shutdowns restarted at 0 if the drive has records of this test", async () => {
    const state = await interrupted({ unsafeShutdowns: 2 ** 32 - 1 });
    const parts = await readingBack(state, { bootId: "second", unsafeShutdowns: 0 });
    const written = found("none", { slots: places([{ number: 7 }]) });
    const modes = [written, found("fsync", { missing: true })];
    const { result } = await parts.finds({ type: "power-cut-found", modes });
    expect(result?.cut).toMatchObject({
      evidence: "person",
      unsafeShutdowns: { before: 2 ** 32 - 1, after: 0 },
    });
  });

  it("judges by the person's answer, the evidence of the USB bus and the engine's last numbers", async () => {
    const parts = service({ othersFlushesPerSecond: 2 });
    const { written } = await writing(parts);
    parts.engine().says({ type: "power-cut-ended", ending });
    parts.engine().says({
      type: "finished",
      stopped: false,
      error: failed("volume-gone"),
    });
    const shown = { by: "usb-power-on", lostPower: true } as const;
    const onResult = vi.fn(async () => undefined);
    const again = await readingBack(await written, { shown }, { onResult }, "cable");
    const { result } = await again.finds();
    expect(result?.cut).toMatchObject({
      shown,
      deed: "cable",
      driveLost: true,
    });
    const writingError = expect.objectContaining({ code: "volume-gone" });
    expect(onResult).toHaveBeenCalledWith(expect.objectContaining({ writingError }));
    // The engine had acknowledged number 31 last, and the witness holds only 20.
    expect(result?.modes.find(({ mode }) => mode === "fsync")?.counts.acknowledged).toBe(31);
  });

  it("returns no result if the engine was stopped, and can be called again later", async () => {
    const state = await interrupted();
    const parts = await readingBack(state);
    parts.engine().says(finished);
    const stopped = await parts.done;
    expect(stopped).toMatchObject({ stage: "reading-back", result: null });
    const again = parts.test.finish(stopped, { numbers, elapsedNs: null }, "power-button");
    await until(
      () => parts.story.filter((entry) => entry === "asked power-cut-read-back").length === 2,
    );
    parts.engine().says(nothingLeft);
    parts.engine().says(finished);
    expect((await again).result?.outcome).toBe("not-proven");
  });

  it("rejects with the engine's error and releases the lock if reading back fails", async () => {
    const parts = await readingBack(await interrupted());
    parts.engine().exits(1);
    await expect(parts.done).rejects.toMatchObject({ driveError: { code: "engine-died" } });
    expect(parts.story.at(-1)).toBe("unlock");
  });
});
