import { mkdirSync, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { NativePowerCutReadBack } from "#native/index";
import { libraryOfAll } from "../helpers/c-libraries";
import { folderOfAll, makeTestDirectory } from "../helpers/folders";
import { saidUnder } from "../helpers/native-child";
import { plainModes, type Run, readBack, writeUpTo } from "../helpers/power-cut-run";

const always = "1:1000000";

/** One test of the plug, read back on file systems that do not read as they should. */
describe.skipIf(process.platform !== "linux")("reading back where", () => {
  const library = libraryOfAll("failing-calls");
  const parent = folderOfAll(makeTestDirectory);
  const directory = () => join(parent(), ".driveproof-native-test");
  let run: Run;
  let sound: NativePowerCutReadBack;

  beforeAll(async () => {
    mkdirSync(directory());
    run = await writeUpTo(100, directory());
    sound = await readBack(run.files);
  });

  /** What is read while the rules spoil calls. */
  async function readUnder(rules: string): Promise<NativePowerCutReadBack> {
    return saidUnder(
      rules,
      `const session = engine.openPowerCutSession();
       session.readBack(${JSON.stringify(run.files)})
         .then((found) => session.close().then(() => say(JSON.stringify(found))));`,
      { directory: directory(), library: library() },
    );
  }

  const ways = ({ modes }: NativePowerCutReadBack) =>
    modes.map(({ slots, log }) => [slots.aroundCache, log.aroundCache]);
  /** What stands in the files, whatever the way it was read. */
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

  it("all is well: nothing is broken, and the cache is not asked", (context) => {
    context.skip(!sound.modes[1]?.slots.aroundCache, "no direct reads here");
    expect(ways(sound)).toEqual(plainModes.map(() => [true, true]));
    expect(sound.modes.flatMap(({ slots, log }) => [...slots.broken, ...log.broken])).toEqual([]);
  });

  it.each([
    ["direct reads end at once", `dread:END:${always}`],
    ["direct reads fail", `dread:EIO:${always}`],
    ["direct reads give zeros", `dread:ZEROS:${always}`],
    ["a file cannot be opened for direct reads", `openat:EIO:1:1,dread:END:${always}`],
  ])("%s, the cache gives every record, and that is said", async (_what, rules) => {
    const found = await readUnder(rules);
    expect(unreadable(found)).toEqual(plainModes.map(() => 0));
    expect(content(found)).toEqual(content(sound));
    expect(ways(found)).toEqual(plainModes.map(() => [false, false]));
  });

  it("a file cannot be opened for direct reads, only that one is read through the cache", async () => {
    const found = await readUnder("openat:EIO:1:1");
    expect(content(found)).toEqual(content(sound));
    expect(ways(found)).toEqual([
      [false, true],
      [true, true],
    ]);
  });

  // The first direct read takes many places at once, the following ones take them one by one.
  it("a direct read fails and the next one does not, the cache is not needed", async () => {
    const found = await readUnder("dread:EIO:1:1");
    expect(content(found)).toEqual(content(sound));
    expect(ways(found)).toEqual(plainModes.map(() => [true, true]));
  });

  it("one place needs the cache, its file counts as read through it", async () => {
    const found = await readUnder("dread:EIO:1:2");
    expect(content(found)).toEqual(content(sound));
    expect(ways(found)).toEqual([
      [false, true],
      [true, true],
    ]);
  });

  it("no way of reading gives anything, everything is unreadable", async () => {
    const found = await readUnder(`pread:EIO:${always},dread:EIO:${always}`);
    expect(unreadable(found)).toEqual(plainModes.map(() => run.files.slotCount));
    expect(found.modes[1]?.slots.fault).toMatchObject({ code: "EIO", syscall: "pread" });
    expect(found.modes[1]?.newest).toBe(null);
  });

  it.each([
    ["a file is refused, direct or not", `openat:EMFILE:${always}`, "EMFILE"],
    ["reads are refused", `pread:ENOTSUP:${always},dread:ENOTSUP:${always}`, "EOPNOTSUPP"],
    [
      "direct reads lie and no other file opens",
      `dread:ZEROS:${always},openat:EMFILE:2:1000000`,
      "EMFILE",
    ],
    [
      "the drive fails a read, and another error follows",
      `pread:EIO:1:1,pread:ENOTSUP:2:1000000,dread:EIO:${always}`,
      "EOPNOTSUPP",
    ],
  ])("%s, that error is told", async (_what, rules, code) => {
    expect((await readUnder(rules)).faults.map((fault) => fault.code)).toContain(code);
  });

  it("a way around an error is found, no error is told", async () => {
    expect((await readUnder(`dread:EINVAL:${always}`)).faults).toEqual([]);
    expect(sound.faults).toEqual([]);
  });

  it("the folder cannot be listed, files are found by their names", async () => {
    const found = await readUnder(`readdir:EIO:${always}`);
    expect(sound.modes[1]?.names.length).toBeGreaterThan(0);
    expect(content(found)).toEqual(content(sound));
  });

  it("a record is truly damaged, no way makes it whole and none is said to have been needed", async () => {
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
