import {
  appendFileSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { expectedUpTo, operationOf } from "../../electron/analysis/power-cut/schedule";
import { flushModesOf } from "../../electron/contract/flush-mode";
import type { PlugLayout } from "../../electron/contract/power-cut-plan";
import type { PlugCounts, PlugModeResult } from "../../electron/contract/power-cut-result";
import { runChild } from "../helpers/native-child";
import { engine, makeTestDirectory, sum } from "../helpers/native-engine";
import { judgeRun, os, plainModes, quickLayout, type Run, writeUpTo } from "../helpers/plug-run";

const slotBytes = quickLayout.slotBlocks * 4096;
let directory: string;
beforeEach(() => {
  directory = makeTestDirectory();
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe("writing and reading back", () => {
  it("finds every operation of every mode of the system where its number says", async () => {
    const run = await writeUpTo(150, directory, flushModesOf(os));
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

  it("gives every operation of the run its own place in the order of all", async () => {
    const { files } = await writeUpTo(60, directory);
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

  it("names the exact calls and writes what it says it wrote", async () => {
    const { prepared, files } = await writeUpTo(1, directory);
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

  it("leaves the log and the names as they are once they are complete", async () => {
    const layout: PlugLayout = { ...quickLayout, logRecords: 5, nameLimit: 2 };
    const run = await writeUpTo(400, directory, plainModes, layout);
    const { found, result } = await judgeRun(run);
    expect(found[0]?.log.numbers).toEqual([4, 12, 20, 28, 36]);
    expect(found[0]?.names.map(({ name }) => name).sort()).toEqual(["1.renamed", "2.renamed"]);
    expect(result.modes.map(({ failed }) => failed)).toEqual([0, 0]);
  });
});

/** What was done to the files by hand, and what must be counted. */
interface Damage {
  readonly what: string;
  readonly counts: Partial<PlugCounts>;
  readonly inflict: (folder: string, last: number) => void;
}

describe("what was damaged by hand", () => {
  const [control = "none", tested = "fsync"] = plainModes;
  const older = (folder: string) => join(folder, "..", "..", "older-slots");

  /** Writes, keeps a copy of the slots as they then are, and goes on in a second run. */
  async function writeAndDamage({ inflict }: Damage): Promise<PlugModeResult> {
    const run = await writeUpTo(200, directory);
    const last = run.acknowledged[1] ?? 0;
    inflict(join(run.files.folder, tested), last);
    const { result } = await judgeRun(run);
    const [other, mode] = result.modes;
    // Nothing that happens to one mode's files is held against another's.
    expect(other).toMatchObject({ mode: control, failed: 0 });
    if (!mode) {
      throw new Error("the tested mode is not in the result");
    }
    return mode;
  }

  /** A slot whose last acknowledged record fills it, and that record's number. */
  function fullSlot(last: number, skip = 0): { slot: number; number: number } {
    const slots = [...expectedUpTo(quickLayout, true, last).slots].filter(
      ([, number]) => operationOf(quickLayout, true, number).blocks === quickLayout.slotBlocks,
    );
    const [slot, number] = slots[skip] ?? [];
    if (slot === undefined || number === undefined) {
      throw new Error("no record fills its slot");
    }
    return { slot, number };
  }

  const damages: readonly Damage[] = [
    {
      what: "a flipped bit",
      counts: { corrupted: 1 },
      inflict: (folder, last) => {
        edit(join(folder, "slots"), fullSlot(last).slot * slotBytes + 5000, 1, (bytes) => {
          bytes[0] = (bytes[0] ?? 0) ^ 1;
        });
      },
    },
    {
      what: "a flipped bit in a checksum, in the log",
      counts: { corrupted: 1 },
      inflict: (folder) => {
        edit(join(folder, "log"), 3 * 4096 + 511, 1, (bytes) => {
          bytes[0] = (bytes[0] ?? 0) ^ 0x80;
        });
      },
    },
    {
      what: "zeros in place of a whole record",
      counts: { lost: 1 },
      inflict: (folder, last) => {
        edit(join(folder, "slots"), fullSlot(last).slot * slotBytes, slotBytes, (bytes) => {
          bytes.fill(0);
        });
      },
    },
    {
      what: "zeros in place of a block in the middle",
      counts: { torn: 1 },
      inflict: (folder, last) => {
        edit(join(folder, "slots"), fullSlot(last).slot * slotBytes + 4096, 4096, (bytes) => {
          bytes.fill(0);
        });
      },
    },
    {
      what: "a record in another's slot",
      counts: { misplaced: 1 },
      inflict: (folder, last) => {
        const file = join(folder, "slots");
        const from = bytesOf(file, fullSlot(last, 1).slot * slotBytes, slotBytes);
        edit(file, fullSlot(last).slot * slotBytes, slotBytes, (bytes) => from.copy(bytes));
      },
    },
    {
      what: "a record of another mode",
      counts: { misplaced: 1 },
      inflict: (folder, last) => {
        const offset = fullSlot(last).slot * slotBytes;
        const from = bytesOf(join(folder, "..", control, "slots"), offset, slotBytes);
        edit(join(folder, "slots"), offset, slotBytes, (bytes) => from.copy(bytes));
      },
    },
    {
      what: "a log that ends early, in the middle of a record",
      counts: { torn: 1 },
      inflict: (folder) => {
        const file = join(folder, "log");
        truncateSync(file, readFileSync(file).length - 1000);
      },
    },
    {
      what: "a log without its last three records",
      counts: { lost: 3 },
      inflict: (folder, last) => {
        truncateSync(
          join(folder, "log"),
          (expectedUpTo(quickLayout, true, last).logRecords - 3) * 4096,
        );
      },
    },
    {
      what: "a file under its old name, one under both, one under none, one that is empty",
      counts: { nameOld: 1, nameBoth: 1, nameMissing: 1, lost: 1 },
      inflict: (folder) => {
        renameSync(join(folder, "1.renamed"), join(folder, "1.created"));
        copyFileSync(join(folder, "2.renamed"), join(folder, "2.created"));
        unlinkSync(join(folder, "3.renamed"));
        truncateSync(join(folder, "4.renamed"), 0);
      },
    },
    {
      what: "files that do not belong there",
      counts: {},
      inflict: (folder) => {
        appendFileSync(join(folder, "notes.txt"), "mine");
        appendFileSync(join(folder, "1.deleted"), "mine");
        mkdirSync(join(folder, "99999.created.d"));
      },
    },
  ];

  it.each(damages)("$what", async (damage) => {
    const { counts, failed } = await writeAndDamage(damage);
    const { acknowledged, replaced, survived, inFlight, ...failures } = counts;
    const nothing = Object.fromEntries(Object.keys(failures).map((key) => [key, 0]));
    expect(failures).toEqual({ ...nothing, ...damage.counts });
    expect(failed).toBe(sum(Object.values(damage.counts)));
    expect(acknowledged).toBe(replaced + survived + inFlight + failed);
  });

  it("slots as they were before the last records", async () => {
    // The acknowledged number of a later state, with the files of an earlier one.
    const run = await writeUpTo(200, directory);
    const last = run.acknowledged[1] ?? 0;
    const later: Run = { ...run, acknowledged: [run.acknowledged[0] ?? 0, last + 30] };
    const { result } = await judgeRun(later);
    const numbers = Array.from({ length: 30 }, (_, index) => last + 1 + index);
    const kinds = numbers.map((number) => operationOf(quickLayout, true, number));
    const placesOf = (kind: string) =>
      new Set(kinds.filter((operation) => operation.kind === kind).map(({ place }) => place)).size;
    const mode = result.modes[1];
    expect(mode?.counts).toMatchObject({
      stale: placesOf("overwrite"),
      lost: placesOf("append"),
      torn: 0,
      corrupted: 0,
    });
    expect((mode?.counts.nameMissing ?? 0) + (mode?.counts.nameOld ?? 0)).toBeGreaterThan(0);
    expect(mode?.reordered).toBe(0);
  });

  it("an older record in one slot, overtaken by all that came after it", async () => {
    const first = await writeUpTo(70, directory);
    const slots = join(first.files.folder, tested, "slots");
    copyFileSync(slots, older(join(first.files.folder, tested)));
    const lastOfFirst = first.acknowledged[1] ?? 0;
    // Another run of the same layout stands for the same test later on.
    rmSync(first.files.folder, { recursive: true });
    const run = await writeUpTo(lastOfFirst + 60, directory);
    const { slot } = [...expectedUpTo(quickLayout, true, run.acknowledged[1] ?? 0).slots]
      .map(([place, number]) => ({ slot: place, number }))
      .reverse()
      .find(({ number }) => number > lastOfFirst) ?? { slot: 0 };
    const before = bytesOf(older(join(run.files.folder, tested)), slot * slotBytes, slotBytes);
    edit(join(run.files.folder, tested, "slots"), slot * slotBytes, slotBytes, (bytes) =>
      before.copy(bytes),
    );
    const mode = (await judgeRun(run)).result.modes[1];
    expect(mode).toMatchObject({ failed: 1, reordered: 1 });
    expect((mode?.counts.stale ?? 0) + (mode?.counts.lost ?? 0)).toBe(1);
  });

  it("no slots at all, and no folder at all", async () => {
    const run = await writeUpTo(100, directory);
    unlinkSync(join(run.files.folder, tested, "slots"));
    const without = (await judgeRun(run)).result.modes[1];
    const expected = expectedUpTo(quickLayout, true, run.acknowledged[1] ?? 0);
    expect(without?.counts.lost).toBe(expected.slots.size);
    rmSync(run.files.folder, { recursive: true });
    const gone = (await judgeRun(run)).result.modes[1];
    expect(gone?.failed).toBe((gone?.counts.acknowledged ?? 0) - (gone?.counts.replaced ?? 0));
    expect(gone?.counts.survived).toBe(0);
  });
});

describe("acknowledged numbers", () => {
  it("are never ahead of what is there, whenever the program is killed", async () => {
    for (const delayMs of [40, 90, 160]) {
      const folder = join(directory, `killed-${delayMs}`);
      mkdirSync(folder);
      const files = { folder, modes: plainModes, ...quickLayout };
      const end = await runChild(
        `const session = engine.openPlugSession();
         session.prepare(${JSON.stringify(files)}).then((prepared) => {
           say(JSON.stringify({ prepared }));
           session.run();
           setTimeout(() => process.kill(process.pid, "SIGKILL"), ${delayMs});
           setInterval(() => say(JSON.stringify(session.snapshot().acknowledged)), 1);
         });`,
        { directory },
      );
      // Windows knows no signals; there the exit code says it.
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
    const folder = join(directory, "plug");
    if (!existsSync(folder)) {
      mkdirSync(folder);
    }
    return { folder, modes: plainModes, ...quickLayout, ...changes };
  };
  const session = () => engine.openPlugSession();

  const onWindows = os === "windows";

  it("a mode's folder that is there", async () => {
    const files = inFolder();
    mkdirSync(join(files.folder, plainModes[0] ?? "none"));
    await expect(session().prepare(files)).rejects.toMatchObject({
      code: onWindows ? "ERROR_ALREADY_EXISTS" : "EEXIST",
    });
  });

  it.skipIf(onWindows)(
    "a link in the place of a mode's folder, and does not follow it",
    async () => {
      const files = inFolder();
      const elsewhere = join(directory, "elsewhere");
      mkdirSync(elsewhere);
      symlinkSync(elsewhere, join(files.folder, plainModes[0] ?? "none"));
      await expect(session().prepare(files)).rejects.toMatchObject({ code: "EEXIST" });
      expect(readdirSync(elsewhere)).toEqual([]);
    },
  );

  it("a folder that is not there", async () => {
    const files = inFolder({ folder: join(directory, "missing") });
    await expect(session().prepare(files)).rejects.toMatchObject({
      code: onWindows ? "ERROR_PATH_NOT_FOUND" : "ENOENT",
    });
  });

  it.each([
    [{ modes: [] }, /modes/],
    [{ modes: ["fsink"] }, /fsink/],
    [{ modes: [plainModes[0], plainModes[0]] }, /twice/],
    [{ run: 0 }, /run/],
    [{ slotStride: 61 }, /slotStride/],
    [{ appendEvery: 3 }, /appendEvery/],
    [{ namesEvery: 24 }, /namesEvery/],
    [{ slotBlocks: 17 }, /slotBlocks/],
    [{ paceNs: 1e15 }, /paceNs/],
  ])("%j", (changes, message) => {
    const files = inFolder(changes);
    const opened = session();
    expect(() => opened.prepare(files)).toThrow(message);
    expect(readdirSync(files.folder)).toEqual([]);
  });

  it("to run unprepared, twice, while busy, or closed", async () => {
    const opened = session();
    const code = (expected: string) => expect.objectContaining({ code: expected });
    expect(() => opened.run()).toThrow(code("ERR_SESSION_NOT_PREPARED"));
    await opened.prepare(inFolder());
    const running = opened.run();
    expect(() => opened.run()).toThrow(code("ERR_SESSION_BUSY"));
    opened.stop();
    expect((await running).endedBy).toBe("stopped");
    expect(() => opened.run()).toThrow(code("ERR_SESSION_HAS_RUN"));
    expect(() => opened.prepare(inFolder())).toThrow(code("ERR_SESSION_PREPARED"));
    await opened.close();
    await opened.close();
    expect(() => opened.snapshot()).toThrow(code("ERR_SESSION_CLOSED"));
    expect(() => opened.readBack(inFolder())).toThrow(code("ERR_SESSION_CLOSED"));
  });
});

describe("stopping", () => {
  it("while the files are made ends with ABORTED", async () => {
    const folder = join(directory, "plug");
    mkdirSync(folder);
    const opened = engine.openPlugSession();
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
    "engine.openPlugSession(); step();",
    "engine.openPlugSession().prepare(files); step();",
    "engine.openPlugSession().prepare(files).then(step);",
    `const session = engine.openPlugSession();
     session.prepare(files).then(() => { session.run(); setTimeout(step, 30); });`,
    `const session = engine.openPlugSession();
     session.prepare(files).then(() => { session.readBack(files); step(); });`,
    `const session = engine.openPlugSession();
     session.prepare(files).then(() => { session.run(); session.close(); step(); });`,
  ])("with the process at any step is clean: %s", async (script) => {
    const files = { folder: directory, modes: plainModes, ...quickLayout };
    const prelude = `const files = ${JSON.stringify(files)}; const step = () => process.exit(0);`;
    const end = await runChild(prelude + script, { directory });
    expect(end).toEqual({ code: 0, signal: null, stdout: "", stderr: "" });
  });
});

function bytesOf(file: string, offset: number, bytes: number): Buffer {
  const handle = openSync(file, "r");
  const content = Buffer.alloc(bytes);
  readSync(handle, content, 0, bytes, offset);
  closeSync(handle);
  return content;
}

function edit(file: string, offset: number, bytes: number, change: (bytes: Buffer) => void): void {
  const content = bytesOf(file, offset, bytes);
  change(content);
  const handle = openSync(file, "r+");
  writeSync(handle, content, 0, bytes, offset);
  closeSync(handle);
}
