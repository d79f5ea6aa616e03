import { mkdirSync, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { NativePowerCutReadBack } from "#native/index";
import { folderOfAll, makeTestDirectory } from "../helpers/folders";
import { failingCalls } from "../helpers/native-child";
import { plainModes, type Run, readBack, writeUpTo } from "../helpers/power-cut-run";

const always = "1:1000000";

/** Reads one plug test back on file systems whose reads fail in different ways. */
describe.skipIf(process.platform !== "linux")("readBack()", () => {
  const parent = folderOfAll(makeTestDirectory);
  const directory = () => join(parent(), ".driveproof-native-test");
  const { saidUnder } = failingCalls(directory);
  let run: Run;
  let sound: NativePowerCutReadBack;

  beforeAll(async () => {
    mkdirSync(directory());
    run = await writeUpTo(100, directory());
    sound = await readBack(run.files);
  });

  /** The result of readBack() while the rules make calls fail. */
  async function readUnder(rules: string): Promise<NativePowerCutReadBack> {
    return saidUnder(
      rules,
      `const session = engine.openPowerCutSession();
       session.readBack(${JSON.stringify(run.files)})
         .then((found) => session.close().then(() => say(JSON.stringify(found))));`,
    );
  }

  const ways = ({ modes }: NativePowerCutReadBack) =>
    modes.map(({ slots, log }) => [slots.aroundCache, log.aroundCache]);
  /** The records in the result, without whether they were read around the page cache. */
  const content = ({ modes }: NativePowerCutReadBack) =>
    modes.map(({ slots, log, names, ...mode }) => ({
      ...mode,
      slots: { ...slots, aroundCache: null },
      log: { ...log, aroundCache: null },
      names: [...names].sort((one, other) => one.name.localeCompare(other.name)),
    }));
  const unreadable = ({ modes }: NativePowerCutReadBack) =>
    modes.map(
      ({ slots }) =>
        slots.broken.filter(({ sectors }) => sectors.every((sector) => sector === -4)).length,
    );

  it("finds no broken record and bypasses the page cache if no call fails", (context) => {
    context.skip(!sound.modes[1]?.slots.aroundCache, "no direct reads here");
    expect(ways(sound)).toEqual(plainModes.map(() => [true, true]));
    expect(sound.modes.flatMap(({ slots, log }) => [...slots.broken, ...log.broken])).toEqual([]);
  });

  it.each([
    ["direct reads end at once", `dread:END:${always}`],
    ["direct reads fail", `dread:EIO:${always}`],
    ["direct reads give zeros", `dread:ZEROS:${always}`],
    ["a file cannot be opened for direct reads", `openat:EIO:1:1,dread:END:${always}`],
  ])(
    "reads every record through the page cache, and reports aroundCache as false, if %s",
    async (_what, rules) => {
      const found = await readUnder(rules);
      expect(unreadable(found)).toEqual(plainModes.map(() => 0));
      expect(content(found)).toEqual(content(sound));
      expect(ways(found)).toEqual(plainModes.map(() => [false, false]));
    },
  );

  it("uses the page cache for a file that cannot be opened for direct reads, and for no other file", async () => {
    const found = await readUnder("openat:EIO:1:1");
    expect(content(found)).toEqual(content(sound));
    expect(ways(found)).toEqual([
      [false, true],
      [true, true],
    ]);
  });

  // The first direct read covers many slots at once; the following ones read slot by slot.
  it("finds the same records, and still bypasses the page cache, if one direct read of many records fails", async () => {
    const found = await readUnder("dread:EIO:1:1");
    expect(content(found)).toEqual(content(sound));
    expect(ways(found)).toEqual(plainModes.map(() => [true, true]));
  });

  it("reports a file as read through the page cache if one of its records was read through the page cache", async () => {
    const found = await readUnder("dread:EIO:1:2");
    expect(content(found)).toEqual(content(sound));
    expect(ways(found)).toEqual([
      [false, true],
      [true, true],
    ]);
  });

  it("reports every slot as unreadable if every read fails", async () => {
    const found = await readUnder(`pread:EIO:${always},dread:EIO:${always}`);
    expect(unreadable(found)).toEqual(plainModes.map(() => run.files.slotCount));
    expect(found.modes[1]?.slots.fault).toMatchObject({ code: "EIO", syscall: "pread" });
    expect(found.modes[1]?.newest).toBe(null);
  });

  it.each([
    [
      "a file cannot be opened, whether for direct reads or not",
      `openat:EMFILE:${always}`,
      "EMFILE",
    ],
    ["reads are refused", `pread:ENOTSUP:${always},dread:ENOTSUP:${always}`, "EOPNOTSUPP"],
    [
      "direct reads give zeros and no further file can be opened",
      `dread:ZEROS:${always},openat:EMFILE:2:1000000`,
      "EMFILE",
    ],
    [
      "the drive fails a read, and another error follows",
      `pread:EIO:1:1,pread:ENOTSUP:2:1000000,dread:EIO:${always}`,
      "EOPNOTSUPP",
    ],
  ])("reports the error of the system if %s", async (_what, rules, code) => {
    expect((await readUnder(rules)).faults.map((fault) => fault.code)).toContain(code);
  });

  it("reports no error if direct reads fail but reads through the page cache succeed", async () => {
    expect((await readUnder(`dread:EINVAL:${always}`)).faults).toEqual([]);
    expect(sound.faults).toEqual([]);
  });

  it("finds files by their names if it cannot list the folder", async () => {
    const found = await readUnder(`readdir:EIO:${always}`);
    expect(sound.modes[1]?.names.length).toBeGreaterThan(0);
    expect(content(found)).toEqual(content(sound));
  });

  it("reports a damaged record as broken and not as a failure of direct reads", async () => {
    const file = openSync(join(directory(), "plug", plainModes[1] ?? "", "slots"), "r+");
    const sector = Buffer.alloc(512);
    readSync(file, sector, 0, 512, 0);
    writeSync(file, Buffer.alloc(512, 7), 0, 512, 0);
    const found = await readBack(run.files);
    writeSync(file, sector, 0, 512, 0);
    expect(found.modes[1]?.slots.broken.map(({ place }) => place)).toEqual([0]);
    expect(ways(found)).toEqual(ways(sound));
  });
});
