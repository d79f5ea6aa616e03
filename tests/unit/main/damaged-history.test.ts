import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { planFor } from "#analysis/plan";
import { HistoryFolder } from "../../../electron/history-host/history-folder";
import { HistoryStore } from "../../../electron/main/window/history-store";
import { damages, endFailing, failReading, lying } from "../../helpers/damage";
import { folderOfEach } from "../../helpers/folders";
import { inspectionOver } from "../../helpers/inspection-over";
import { sampleReport } from "../../helpers/sample-report";
import { sampleVolume } from "../../helpers/sample-volume";
import { skipFor } from "../../helpers/skipped";

/** Damage to each entry of the history's folder, and objects in place of that folder. */

const isWindows = process.platform === "win32";
const report = (id: number) => ({
  ...sampleReport(),
  runId: `aaaaaaaa-0000-4000-8000-00000000000${id}`,
});
const good = [report(1), report(2)];
const damagedId = report(3).runId;

const data = folderOfEach();
let folder: string;
let store: HistoryStore;
beforeEach(async () => {
  folder = path.join(data(), "inspections");
  store = new HistoryStore(folder, new HistoryFolder());
  for (const one of good) {
    await store.save(one);
  }
});
afterEach(() => {
  endFailing();
  chmodSync(folder, 0o700);
});

const goodIds = good.map(({ runId }) => runId);
const listedIds = async () => (await store.list()).entries.map(({ runId }) => runId).sort();

/** Runs an inspection over a fake engine and stores its report as the window does. */
async function inspect() {
  const done = await inspectionOver({
    volume: sampleVolume(),
    plan: planFor("smoke", "linux", ["flush-modes"]),
    powerCutTests: await store.powerCutTests(sampleVolume()),
  });
  const saved = await store.save(done).then(
    () => true,
    () => false,
  );
  return { report: done, saved };
}

const codesOf = ({ warnings }: { warnings: readonly { code: string }[] }) =>
  warnings.map(({ code }) => code);

describe.skipIf(isWindows).each(damages)("a history entry that is $name", (damage) => {
  const name = `${damagedId}.json`;

  it("is listed as unreadable beside the other reports, and the next inspection is saved with a warning", async (context) => {
    const file = path.join(folder, name);
    const undamaged = damage.inflict(file, JSON.stringify(report(3), null, 2));
    skipFor(context.skip, undamaged);
    const { entries, unreadable, problem } = await store.list();
    expect(entries.map(({ runId }) => runId).sort()).toEqual(goodIds);
    expect(problem).toBeNull();
    const removable = damage.isOwnFile && damage.problem !== "newer-version";
    const systemCode = damage.systemCode ?? null;
    const named = { name, path: file, problem: damage.problem, systemCode, removable };
    expect(unreadable).toEqual([named]);
    await expect(store.open(damagedId)).rejects.toThrow(/can no longer be read/);
    const inspected = await inspect();
    expect(inspected.saved).toBe(true);
    // The unreadable entry may be the report of a plug test, so the new report warns that its
    // history may be incomplete.
    expect(codesOf(inspected.report)).toContain("history-incomplete");
    expect(await listedIds()).toEqual([...goodIds, inspected.report.runId].sort());
    expect((await store.open(good[0]?.runId ?? "")).runId).toBe(good[0]?.runId);
  });

  it("is removed on request only if it is the user's own file and not from a newer version", async (context) => {
    const file = path.join(folder, name);
    const undamaged = damage.inflict(file, JSON.stringify(report(3), null, 2));
    skipFor(context.skip, undamaged);
    const before = damage.problem === "no-permission" ? "" : lying(file);
    const others = readdirSync(folder).filter((one) => one !== name);
    const removal = store.removeUnreadable(name);
    if (damage.isOwnFile && damage.problem !== "newer-version") {
      await removal;
      expect(existsSync(file)).toBe(false);
      expect((await store.list()).unreadable).toEqual([]);
    } else {
      await expect(removal).rejects.toThrow(/was not removed/);
      expect(lying(file)).toBe(before);
      if (damage.name === "a folder with a letter in it") {
        expect(readFileSync(path.join(file, "letter.txt"), "utf8")).toBe("precious");
      }
    }
    expect(readdirSync(folder).filter((one) => one !== name)).toEqual(others);
  });
});

/**
 * Names that DriveProof gives to no report, so that the entries come from another program or a
 * person.
 */
describe.skipIf(isWindows)("an entry whose name is not the name of a report", () => {
  it.for(damages.filter(({ name }) => !name.startsWith("a link to a sound")))(
    "is listed as unreadable, is not removed on request and causes no warning if it is $name",
    async (damage, context) => {
      const { name, problem, systemCode = null } = damage;
      const file = path.join(folder, "x.json");
      const undamaged = damage.inflict(file, JSON.stringify(report(3), null, 2));
      skipFor(context.skip, undamaged);
      expect((await store.list()).unreadable).toEqual([
        { name: "x.json", path: file, problem, systemCode, removable: false },
      ]);
      await expect(store.removeUnreadable("x.json")).rejects.toThrow(/not a file that DriveProof/);
      expect(existsSync(file) || name.startsWith("a link")).toBe(true);
      // An entry with this name cannot be a report, so no plug test can be missing in the new
      // report.
      const inspected = await inspect();
      expect(codesOf(inspected.report)).not.toContain("history-incomplete");
      expect(await listedIds()).toEqual([...goodIds, inspected.report.runId].sort());
    },
  );

  it("is listed as a file with another name, and not as a second report, if it is the copy of a report", async () => {
    writeFileSync(path.join(folder, "copy.json"), JSON.stringify(good[0]));
    const { entries, unreadable } = await store.list();
    expect(entries).toHaveLength(2);
    expect(unreadable).toMatchObject([{ problem: "other-name", removable: false }]);
  });
});

describe("removeUnreadable()", () => {
  it("refuses to remove a report that can be read", async () => {
    const name = `${goodIds[0]}.json`;
    await expect(store.removeUnreadable(name)).rejects.toThrow(/can be read again/);
    expect(await listedIds()).toEqual(goodIds);
  });

  it("refuses a path in place of a file name with the same message whether or not a file lies there, and opens no file", async () => {
    const asked = vi.fn();
    const unasked = new HistoryStore(folder, { list: asked, look: asked, open: asked });
    const there = `${data()}/there.json`;
    writeFileSync(there, "{");
    const names = [
      "../there.json",
      "../missing.json",
      "..\\there.json",
      there,
      "..",
      "",
      "a\0.json",
      `sub/${damagedId}.json`,
      `./${damagedId}.json`,
    ];
    for (const name of names) {
      await expect(unasked.removeUnreadable(name)).rejects.toThrow(/not a file that DriveProof/);
    }
    expect(asked).not.toHaveBeenCalled();
    expect(existsSync(there)).toBe(true);
  });
});

describe("a report that makes the schema validation throw an exception", () => {
  it("is listed as damaged, and all other reports are listed too", async () => {
    const thrown = vi.spyOn(console, "error").mockImplementation(() => undefined);
    onTestFinished(() => thrown.mockRestore());
    // Creates more entries than a call can take as arguments, so that the schema throws a
    // RangeError.
    const params = Object.fromEntries(Array.from({ length: 600_000 }, (_, key) => [key, 0]));
    const { verdict } = report(3);
    const advice = [[{ code: "x", params }]];
    const hostile = {
      ...report(3),
      verdict: { ...verdict, statements: { ...verdict.statements, advice } },
    };
    const name = `${damagedId}.json`;
    writeFileSync(path.join(folder, name), JSON.stringify(hostile));
    const { entries, unreadable, problem } = await store.list();
    // Checks that reading did throw; otherwise the test would show nothing.
    expect(thrown).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining(name),
      expect.any(RangeError),
    );
    expect(entries.map(({ runId }) => runId).sort()).toEqual(goodIds);
    expect(unreadable).toMatchObject([{ name, problem: "damaged", removable: true }]);
    expect(problem).toBeNull();
    expect(await new HistoryFolder().open(folder, name)).toBeNull();
  });
});

describe("the history cache", () => {
  /** Sets the time forward, so that the files count as settled. */
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10_000 });
  });
  afterEach(() => vi.useRealTimers());

  it("rereads a changed file even if its size and modification time are the same as before", async () => {
    expect(await listedIds()).toEqual(goodIds);
    const file = path.join(folder, `${goodIds[0]}.json`);
    const whole = readFileSync(file);
    const { mtime } = statSync(file);
    writeFileSync(file, Buffer.alloc(whole.length, "x"));
    utimesSync(file, mtime, mtime); // same size and same modification time as before
    const { entries, unreadable } = await store.list();
    expect(entries.map(({ runId }) => runId)).toEqual([goodIds[1]]);
    expect(unreadable).toMatchObject([{ problem: "damaged" }]);
  });

  it("reads an unchanged file only once, but again after its modification time changed", async () => {
    expect(await listedIds()).toEqual(goodIds);
    const file = path.join(folder, `${goodIds[0]}.json`);
    failReading(file, "EIO"); // makes a second reading of the file fail
    expect(await listedIds()).toEqual(goodIds);
    utimesSync(file, 1, 1);
    expect((await store.list()).unreadable).toMatchObject([{ systemCode: "EIO" }]);
  });

  it("rereads a file that had changed only a second before it was last read", async () => {
    vi.setSystemTime(statSync(path.join(folder, `${goodIds[0]}.json`)).ctimeMs + 1000);
    expect(await listedIds()).toEqual(goodIds);
    failReading(path.join(folder, `${goodIds[0]}.json`), "EIO");
    expect(await listedIds()).toEqual([goodIds[1]]);
  });

  it("no longer lists a removed file", async () => {
    await store.list();
    rmSync(path.join(folder, `${goodIds[0]}.json`));
    expect(await listedIds()).toEqual([goodIds[1]]);
  });
});

describe.skipIf(isWindows)("the history folder", () => {
  const cases = [
    ["a file", "not-a-folder", (place: string) => writeFileSync(place, "")],
    ["a link to itself", "not-a-folder", (place: string) => symlinkSync("inspections", place)],
    ["a link that leads nowhere", "not-a-folder", (place: string) => symlinkSync("none", place)],
    ["a pipe", "not-a-folder", (place: string) => damages[5]?.inflict(place, "")],
    [
      "a folder without any permission",
      "no-permission",
      (place: string) => mkdirSync(place, { mode: 0 }),
    ],
  ] as const;

  it.for(cases)(
    "leads to a message, and the next report is not stored but can be opened, if it is %s",
    async ([what, problem, make], context) => {
      rmSync(folder, { recursive: true });
      make(folder);
      skipFor(
        context.skip,
        what.includes("permission") &&
          process.getuid?.() === 0 &&
          "root reads a folder of mode 000 (run as another user)",
      );
      expect(await store.list()).toMatchObject({
        entries: [],
        unreadable: [],
        problem: { path: folder, problem },
      });
      expect(await store.keepingProblem()).toMatchObject({ path: folder, problem });
      const before = lying(folder);
      const inspected = await inspect();
      expect(inspected.saved).toBe(false);
      expect(codesOf(inspected.report)).toContain("history-incomplete");
      // A report that cannot be saved can be opened as long as the program runs.
      expect((await store.open(inspected.report.runId)).runId).toBe(inspected.report.runId);
      expect(lying(folder)).toBe(before);
      if (what.includes("permission")) {
        chmodSync(folder, 0o700); // since Node.js 24 rmSync() reads the folder first
      }
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
    },
  );

  it("is created without a warning if it is missing", async () => {
    rmSync(folder, { recursive: true });
    expect(await store.list()).toEqual({ entries: [], unreadable: [], problem: null });
    expect(await store.keepingProblem()).toBeNull();
    const inspected = await inspect();
    expect(inspected.saved).toBe(true);
    expect(codesOf(inspected.report)).not.toContain("history-incomplete");
  });

  it("may be a symbolic link to another folder", async () => {
    const elsewhere = path.join(data(), "elsewhere");
    rmSync(folder, { recursive: true });
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, folder);
    await store.save(report(1));
    expect(await listedIds()).toEqual([goodIds[0]]);
  });

  it("contains the same files before and after keepingProblem() checks whether it is writable", async () => {
    const before = readdirSync(folder);
    expect(await store.keepingProblem()).toBeNull();
    expect(readdirSync(folder)).toEqual(before);
  });
});
