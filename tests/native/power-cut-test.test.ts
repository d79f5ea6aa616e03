import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { expectedUpTo } from "#analysis/power-cut/schedule";
import { flushModesOf } from "#contract/flush-mode";
import type { PowerCutLayout } from "#contract/power-cut/test";
import { folderOfEach, makeTestDirectory } from "../helpers/folders";
import { runChild } from "../helpers/native-child";
import { engine, sleep } from "../helpers/native-engine";
import { judgeRun, os, plainModes, quickLayout, writeUpTo } from "../helpers/power-cut-run";

const slotBytes = quickLayout.slotBlocks * 4096;
const directory = folderOfEach(makeTestDirectory);

describe("a plug session", () => {
  it("writes the record of every operation, in every available mode, at the position that the operation's number determines", async () => {
    const run = await writeUpTo(150, directory(), flushModesOf(os));
    const { result } = await judgeRun(run);
    const tested = result.modes.filter(({ verdict }) => verdict !== "unavailable");
    expect(tested.length).toBeGreaterThanOrEqual(2);
    for (const mode of tested) {
      const { acknowledged, replaced, survived } = mode.counts;
      expect({ mode: mode.mode, failed: mode.failed }).toEqual({ mode: mode.mode, failed: 0 });
      expect(acknowledged).toBeGreaterThanOrEqual(150);
      expect(replaced + survived).toBe(acknowledged);
      const expected = expectedUpTo(quickLayout, mode.nameRefusal === null, acknowledged);
      expect(survived).toBe(expected.slots.size + expected.logRecords + expected.names);
    }
  });

  it("gives every operation of a run a unique order number", async () => {
    const { files } = await writeUpTo(60, directory());
    const { found } = await judgeRun({
      files,
      prepared: { modes: [], bytesWritten: 0, elapsedNs: 0 },
      acknowledged: [],
    });
    const orders = found.flatMap(({ slots, log, names }) => [
      ...slots.orders.filter((order) => order > 0),
      ...log.orders,
      ...names.map(({ order }) => order),
    ]);
    expect(orders.length).toBeGreaterThan(100);
    expect(new Set(orders).size).toBe(orders.length);
  });

  it("reports its modes, the bytes that it writes and, on Linux, the calls that rename a file", async () => {
    const { prepared, files } = await writeUpTo(1, directory());
    expect(prepared.modes.map(({ mode }) => mode)).toEqual(plainModes);
    expect(prepared.bytesWritten).toBe(plainModes.length * quickLayout.slotCount * slotBytes);
    if (os === "linux") {
      expect(prepared.modes.map(({ nameCall }) => nameCall)).toEqual([
        "renameat",
        "renameat + fsync(folder)",
      ]);
    }
    for (const mode of plainModes) {
      expect(readFileSync(join(files.folder, mode, "slots"))).toHaveLength(
        quickLayout.slotCount * slotBytes,
      );
    }
  });

  it("appends nothing to a full log and creates no more files after the limit of file names", async () => {
    const layout: PowerCutLayout = { ...quickLayout, logRecords: 5, nameLimit: 2 };
    const run = await writeUpTo(400, directory(), plainModes, layout);
    const { found, result } = await judgeRun(run);
    expect(found[0]?.log.numbers).toEqual([4, 12, 20, 28, 36]);
    expect(found[0]?.names.map(({ name }) => name).sort()).toEqual(["1.renamed", "2.renamed"]);
    expect(result.modes.map(({ failed }) => failed)).toEqual([0, 0]);
  });
});

describe("the longest operation of a plug test", () => {
  it("does not include the wait until the pace allows the operation", async () => {
    const paceNs = 700_000_000;
    const { longestNs } = await writeUpTo(2, directory(), plainModes.slice(0, 1), {
      ...quickLayout,
      paceNs,
    });
    expect(longestNs).toBeGreaterThan(0);
    expect(longestNs).toBeLessThan(paceNs);
  });
});

describe("the planned pace of a plug test", () => {
  it("is not exceeded on average, and more than a tenth of the planned operations run", async () => {
    const folder = join(directory(), "plug");
    mkdirSync(folder);
    const paceNs = 500_000;
    const session = engine.openPowerCutSession();
    const modes = plainModes.slice(0, 1);
    await session.prepare({ folder, modes, ...quickLayout, paceNs });
    const start = performance.now();
    const running = session.run();
    await sleep(1000);
    session.stop();
    const { acknowledged } = await running;
    await session.close();
    const planned = ((performance.now() - start) * 1e6) / paceNs;
    expect(acknowledged[0]).toBeLessThanOrEqual(planned + 1);
    // If the pace were kept by timer ticks of 16 ms, only 3 % of the operations would happen; the
    // rest of the margin is for a busy computer.
    expect(acknowledged[0]).toBeGreaterThan(planned / 10);
  });
});

describe("the operations that a plug test acknowledges", () => {
  it("all have their records in the test's files, even after the program is killed", async () => {
    for (const delayMs of [40, 90, 160]) {
      const folder = join(directory(), `killed-${delayMs}`);
      mkdirSync(folder);
      const files = { folder, modes: plainModes, ...quickLayout };
      const end = await runChild(
        `const session = engine.openPowerCutSession();
         session.prepare(${JSON.stringify(files)}).then((prepared) => {
           say(JSON.stringify({ prepared }));
           session.run();
           setTimeout(() => process.kill(process.pid, "SIGKILL"), ${delayMs});
           setInterval(() => say(JSON.stringify(session.snapshot().acknowledged)), 1);
         });`,
        { directory: directory() },
      );
      // Windows has no signals, so there only the exit code shows the kill.
      expect([end.code, end.signal]).not.toEqual([0, null]);
      const [first = "", ...looks] = end.stdout.trim().split("\n");
      const acknowledged: number[] = JSON.parse(looks.at(-1) ?? "[]");
      expect(acknowledged[0]).toBeGreaterThan(0);
      const { result } = await judgeRun({ files, ...JSON.parse(first), acknowledged });
      expect(result.modes.map(({ mode, failed }) => [mode, failed])).toEqual(
        plainModes.map((mode) => [mode, 0]),
      );
    }
  });
});

describe("a plug session refuses", () => {
  const inFolder = (changes: object = {}) => {
    const folder = join(directory(), "plug");
    if (!existsSync(folder)) {
      mkdirSync(folder);
    }
    return { folder, modes: plainModes, ...quickLayout, ...changes };
  };
  const session = () => engine.openPowerCutSession();

  const onWindows = os === "windows";

  it("to prepare if the folder of a mode exists already", async () => {
    const files = inFolder();
    mkdirSync(join(files.folder, plainModes[0] ?? "none"));
    await expect(session().prepare(files)).rejects.toMatchObject({
      code: onWindows ? "ERROR_ALREADY_EXISTS" : "EEXIST",
    });
  });

  it.skipIf(onWindows)(
    "a symbolic link in place of a mode's folder, without following it",
    async () => {
      const files = inFolder();
      const elsewhere = join(directory(), "elsewhere");
      mkdirSync(elsewhere);
      symlinkSync(elsewhere, join(files.folder, plainModes[0] ?? "none"));
      await expect(session().prepare(files)).rejects.toMatchObject({ code: "EEXIST" });
      expect(readdirSync(elsewhere)).toEqual([]);
    },
  );

  it("to prepare in a folder that does not exist", async () => {
    const files = inFolder({ folder: join(directory(), "missing") });
    await expect(session().prepare(files)).rejects.toMatchObject({
      // Windows has two errors for a missing folder; which one it returns depends on the file
      // system.
      code: expect.stringMatching(onWindows ? /^ERROR_(FILE|PATH)_NOT_FOUND$/ : /^ENOENT$/),
    });
  });

  it("to run before prepare(), during or after a run, to prepare again after a run, and to show or read anything after close()", async () => {
    const opened = session();
    const code = (expected: string) => expect.objectContaining({ code: expected });
    expect(() => opened.run()).toThrow(code("ERR_SESSION_NOT_PREPARED"));
    await opened.prepare(inFolder());
    const running = opened.run();
    expect(() => opened.run()).toThrow(code("ERR_SESSION_BUSY"));
    opened.stop();
    expect((await running).endedBy).toBe("stopped");
    expect(() => opened.run()).toThrow(code("ERR_SESSION_OVER"));
    expect(() => opened.prepare(inFolder())).toThrow(code("ERR_SESSION_PREPARED"));
    await opened.close();
    await opened.close();
    expect(() => opened.snapshot()).toThrow(code("ERR_SESSION_CLOSED"));
    expect(() => opened.readBack(inFolder())).toThrow(code("ERR_SESSION_CLOSED"));
  });
});

describe("ending a plug session", () => {
  it("by stop() during prepare() makes prepare() reject with ABORTED", async () => {
    const folder = join(directory(), "plug");
    mkdirSync(folder);
    const opened = engine.openPowerCutSession();
    const prepared = opened.prepare({
      folder,
      modes: plainModes,
      ...quickLayout,
      slotCount: 100_003,
    });
    opened.stop();
    await expect(prepared).rejects.toMatchObject({ code: "ABORTED" });
    await opened.close();
  });

  it.each([
    ["before prepare()", "engine.openPowerCutSession(); step();"],
    ["right after prepare() was called", "engine.openPowerCutSession().prepare(files); step();"],
    ["after prepare()", "engine.openPowerCutSession().prepare(files).then(step);"],
    [
      "in the middle of a run",
      `const session = engine.openPowerCutSession();
       session.prepare(files).then(() => { session.run(); setTimeout(step, 30); });`,
    ],
    [
      "right after readBack() was called",
      `const session = engine.openPowerCutSession();
       session.prepare(files).then(() => { session.readBack(files); step(); });`,
    ],
    [
      "right after run() and close() were called",
      `const session = engine.openPowerCutSession();
       session.prepare(files).then(() => { session.run(); session.close(); step(); });`,
    ],
  ])("by process.exit() %s leaves exit code 0 and prints nothing", async (_when, script) => {
    const files = { folder: directory(), modes: plainModes, ...quickLayout };
    const prelude = `const files = ${JSON.stringify(files)}; const step = () => process.exit(0);`;
    const end = await runChild(prelude + script, { directory: directory() });
    expect(end).toEqual({ code: 0, signal: null, stdout: "", stderr: "" });
  });
});
