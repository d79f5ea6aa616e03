import { execFileSync } from "node:child_process";
import {
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { flushModeIds } from "#contract/flush-mode";
import { newPowerCutState } from "#contract/power-cut/state";
import type { NativePowerCutRemoval } from "#native/index";
import { buildLibrary } from "../helpers/c-libraries";
import { folderOfEach, makeTestDirectory } from "../helpers/folders";
import {
  neighbour,
  noNeighbour,
  noProtectedSymlinks,
  swapping,
  withProtectedSymlinks,
} from "../helpers/hostile-neighbour";
import { inspect } from "../helpers/inspect-process";
import { startChild } from "../helpers/native-child";
import { engine } from "../helpers/native-engine";
import { powerCutPlan } from "../helpers/sample-power-cut-test";
import { skipFor } from "../helpers/skipped";

const name = "DriveProof plug test";
const mark = "removal-begun";
const run = powerCutPlan.layout.run;
const directory = folderOfEach(makeTestDirectory);
let folder: string;
beforeEach(() => {
  folder = join(directory(), name);
});

/** The first sector of a record, with the fields that a removal checks. */
function record(ofRun = run): Buffer {
  const sector = Buffer.alloc(512, 7);
  sector.write("DrPfPlg2", 0, "latin1");
  sector.writeBigUInt64LE(BigInt(ofRun), 8);
  return sector;
}

const state = (testId = powerCutPlan.testId) => ({
  ...newPowerCutState({ ...powerCutPlan, testId, folder }),
  stage: "stopped" as const,
});

/** Makes a folder with the files that a plug test leaves. */
function makeTest(files = ["slots", "log", "1.created", "2.renamed"]): void {
  mkdirSync(folder, 0o700);
  writeFileSync(join(folder, "plug-test.json"), JSON.stringify(state()));
  for (const mode of ["none", "fsync"]) {
    mkdirSync(join(folder, mode), 0o700);
    for (const file of files) {
      writeFileSync(join(folder, mode, file), record());
    }
  }
}

const known: Omit<NativePowerCutRemoval, "folder"> = {
  modeNames: flushModeIds,
  testId: powerCutPlan.testId,
  run,
};
const nothingKnown = { ...known, testId: null, run: null };
const remove = (of = known) => engine.removePowerCutTest({ ...of, folder });
const keptStage = () => JSON.parse(readFileSync(join(folder, "plug-test.json"), "utf8")).stage;

const many = [...Array(60).keys()].map((n) => `${n}.created`);
const theirs = ["log", "slots", ...many];

/**
 * Makes files with the names of a plug test's files but other content, which no removal may touch.
 */
function precious(at: string, owner = 0): void {
  const inner = join(at, "fsync");
  mkdirSync(inner, { recursive: true });
  for (const file of theirs) {
    writeFileSync(join(inner, file), "precious");
  }
  for (const path of [...theirs.map((file) => join(inner, file)), inner, at]) {
    chownSync(path, owner, owner);
  }
}

const isWhole = (at: string) =>
  theirs.every((file) => {
    const path = join(at, "fsync", file);
    return existsSync(path) && readFileSync(path, "utf8") === "precious";
  });

describe("removePowerCutTest()", () => {
  it.each([
    ["identified by its state file", known],
    ["whose id and run are not known", nothingKnown],
  ])(
    "removes every file of a test %s, and also succeeds if the test is already gone",
    async (_, what) => {
      makeTest();
      writeFileSync(join(folder, "plug-test.json.0123456789abcdef.part"), "{");
      writeFileSync(join(folder, "plug-test.json.part"), "{");
      // all zeros, as if the drive had lost the content
      writeFileSync(join(folder, "none", "slots"), Buffer.alloc(70_000));
      writeFileSync(join(folder, "none", "log"), ""); // a log file that is still empty
      expect(await remove(what)).toBe(true);
      expect(readdirSync(directory())).toEqual([]);
      expect(await remove(what)).toBe(true);
    },
  );

  it("keeps files that do not belong to the test by name, content or kind", async () => {
    makeTest();
    writeFileSync(join(folder, "letter.txt"), record());
    writeFileSync(join(folder, "plug-test.json.backup"), "mine");
    mkdirSync(join(folder, "photos"));
    writeFileSync(join(folder, "fsync", "3.saved"), record());
    writeFileSync(join(folder, "fsync", "log"), "mine");
    mkdirSync(join(folder, "fsync", "9.created"));
    writeFileSync(join(folder, "fsync", "4.created"), record(run + 1));
    writeFileSync(join(directory(), "theirs"), record());
    linkSync(join(directory(), "theirs"), join(folder, "fsync", "5.created"));
    expect(await remove()).toBe(false);
    expect(readdirSync(folder).sort()).toEqual([
      "fsync",
      "letter.txt",
      "photos",
      "plug-test.json",
      "plug-test.json.backup",
      mark,
    ]);
    expect(readdirSync(join(folder, "fsync")).sort()).toEqual([
      ...["3.saved", "4.created", "5.created", "9.created", "log"],
    ]);
    expect(existsSync(join(directory(), "theirs"))).toBe(true);
  });

  it("keeps the folder of another test, and a folder without the expected state file", async () => {
    makeTest();
    writeFileSync(
      join(folder, "plug-test.json"),
      JSON.stringify(state("0a0b0c0d-0000-4000-8000-00000000000e")),
    );
    expect(await remove()).toBe(false);
    expect(keptStage()).toBe("stopped");
    rmSync(join(folder, "plug-test.json"));
    expect(await remove()).toBe(false);
    expect(readdirSync(join(folder, "fsync"))).toHaveLength(4);
  });

  it("follows no symbolic link in place of the folder, a mode's folder, a file or the state file", async () => {
    const elsewhere = join(directory(), "elsewhere");
    precious(elsewhere, process.getuid?.());
    symlinkSync(elsewhere, folder);
    expect(await remove(nothingKnown)).toBe(false);
    rmSync(folder);
    makeTest();
    rmSync(join(folder, "fsync"), { recursive: true });
    symlinkSync(join(elsewhere, "fsync"), join(folder, "fsync"));
    writeFileSync(join(directory(), "theirs"), record());
    symlinkSync(join(directory(), "theirs"), join(folder, "none", "6.created"));
    expect(await remove()).toBe(false);
    // The program removes the state file last, and keeps it while the folder cannot be removed.
    expect(readdirSync(folder).sort()).toEqual(["fsync", "none", "plug-test.json", mark]);
    expect(readdirSync(join(folder, "none"))).toEqual(["6.created"]);
    expect(existsSync(join(directory(), "theirs"))).toBe(true);
    rmSync(join(folder, "none"), { recursive: true });
    rmSync(join(folder, "plug-test.json"));
    symlinkSync(join(elsewhere, "fsync", "log"), join(folder, "plug-test.json"));
    expect(await remove(nothingKnown)).toBe(false);
    expect(readdirSync(folder).sort()).toEqual(["fsync", "plug-test.json", mark]);
    expect(isWhole(elsewhere)).toBe(true);
  });

  it("does not remove files of a volume mounted over the test's folder", async ({ skip }) => {
    skipFor(
      skip,
      (process.platform !== "linux" || process.getuid?.() !== 0) && "mounting needs root on Linux",
    );
    const victim = join(directory(), "victim");
    precious(victim);
    makeTest();
    for (const [what, where] of [
      [join(victim, "fsync"), join(folder, "fsync")],
      [victim, folder],
    ] as const) {
      execFileSync("mount", ["--bind", what, where]);
      try {
        for (const knowledge of [known, nothingKnown]) {
          await remove(knowledge).catch(() => undefined);
          expect(isWhole(victim)).toBe(true);
          expect(existsSync(folder)).toBe(true);
        }
      } finally {
        execFileSync("umount", [where]);
      }
    }
  });

  it("does not wait for a pipe in place of a file", async ({ skip }) => {
    skipFor(skip, process.platform === "win32" && "Windows has no pipes among its files");
    makeTest();
    rmSync(join(folder, "plug-test.json"));
    execFileSync("mkfifo", [join(folder, "plug-test.json"), join(folder, "fsync", "7.created")]);
    expect(await remove()).toBe(false);
    expect(await remove(nothingKnown)).toBe(false);
    expect(readdirSync(join(folder, "fsync"))).toEqual(["7.created"]);
  });

  it.for([
    ["identified by its state file", known],
    ["whose id and run are not known", nothingKnown],
  ] as const)(
    "leaves the file removal-begun if the removal of a test %s fails midway, and completes it on the next call",
    async ([, what], { skip }) => {
      skipFor(skip, process.platform !== "linux" && "calls are made to fail on Linux only");
      makeTest(["slots", "9.renamed"]);
      const child = startChild(
        `engine.removePowerCutTest(${JSON.stringify({ ...what, folder })}).catch((error) => say(error.code));`,
        {
          directory: directory(),
          environment: {
            LD_PRELOAD: buildLibrary(directory(), "failing-calls"),
            DRIVEPROOF_FAIL: "unlinkat:EIO:1:1", // makes the removal of 9.renamed fail
          },
        },
      );
      await child.printed("EIO");
      await child.ended;
      expect(readdirSync(folder).sort()).toEqual(["fsync", "none", "plug-test.json", mark]);
      expect(await remove(what)).toBe(true);
    },
  );

  it("leaves the file removal-begun if a foreign file stays after the removal of other files, but not if nothing was removed", async () => {
    makeTest();
    writeFileSync(join(folder, "letter.txt"), "mine");
    expect(await remove({ ...nothingKnown, run: run + 1 })).toBe(false);
    expect(existsSync(join(folder, mark))).toBe(false);
    expect(await remove(nothingKnown)).toBe(false);
    expect(readdirSync(folder).sort()).toEqual(["letter.txt", "plug-test.json", mark]);
    expect(await remove()).toBe(false);
    rmSync(join(folder, "letter.txt"));
    expect(await remove()).toBe(true);
  });

  it("removes the .DS_Store and ._ files of macOS with the test", async () => {
    makeTest();
    for (const place of [folder, join(folder, "fsync")]) {
      writeFileSync(join(place, ".DS_Store"), "\0\0\0\u0001Bud1 and more");
      for (const file of ["._slots", "._plug-test.json"]) {
        writeFileSync(join(place, file), "\0\u0005\u0016\u0007 and more");
      }
    }
    expect(await remove()).toBe(true);
    expect(existsSync(folder)).toBe(false);
  });

  it.each(["._mine", ".DS_Store"])(
    "keeps a person's file that has the name of a macOS file (%s)",
    async (theirs) => {
      makeTest();
      writeFileSync(join(folder, "fsync", theirs), "written by a person");
      expect(await remove()).toBe(false);
      expect(readdirSync(join(folder, "fsync"))).toEqual([theirs]);
      rmSync(join(folder, "fsync", theirs));
      writeFileSync(join(folder, theirs), "written by a person");
      expect(await remove()).toBe(false);
      expect(readdirSync(folder).sort()).toEqual([theirs, "plug-test.json", mark].sort());
    },
  );

  it.each(["letter.txt", "._", ".DS_Store2", "x.DS_Store"])(
    "keeps the macOS files beside a file that no plug test makes (%s)",
    async (theirs) => {
      makeTest();
      const inside = join(folder, "fsync");
      for (const file of [theirs, "._letter.txt", ".DS_Store"]) {
        writeFileSync(join(inside, file), "mine");
        writeFileSync(join(folder, file), "mine");
      }
      expect(await remove()).toBe(false);
      expect(readdirSync(inside).sort()).toEqual([theirs, "._letter.txt", ".DS_Store"].sort());
      expect(readdirSync(folder).sort()).toEqual(
        [theirs, "._letter.txt", ".DS_Store", "fsync", "plug-test.json", mark].sort(),
      );
    },
  );

  it("refuses mode names that are paths, and an empty list of mode names", () => {
    const removal = { ...known, folder, modeNames: ["../x"] };
    expect(() => engine.removePowerCutTest(removal)).toThrow(TypeError);
    expect(() => engine.removePowerCutTest({ ...removal, modeNames: [] })).toThrow(TypeError);
  });
});

describe.each([0, 1])("with fs.protected_symlinks = %i,", (value) => {
  const problem = noNeighbour ?? noProtectedSymlinks(value);
  /** Makes the second user the owner of the folder in which root has made a plug test. */
  beforeEach(() => {
    if (problem === null) {
      chownSync(directory(), neighbour, neighbour);
    }
  });

  const decoys: readonly (readonly [string, (victim: string, decoy: string) => void])[] = [
    ["a link to a foreign folder", (victim, decoy) => symlinkSync(victim, decoy)],
    ["a foreign folder", (victim, decoy) => execFileSync("mv", [victim, decoy])],
  ];
  const owners = [
    ["the administrator", 0],
    ["a third user", 12_345],
  ] as const;
  const attacks = decoys.flatMap(([what, plant]) =>
    owners.map(([owner, uid]) => [what, owner, { plant, uid }] as const),
  );

  /**
   * Removes a test again and again while its folder is swapped with another; the foreign files must
   * survive.
   */
  async function attack(
    { plant, uid }: (typeof attacks)[number][2],
    rounds: number,
    removing: () => Promise<unknown>,
  ): Promise<void> {
    const decoy = join(directory(), "decoy");
    precious(join(directory(), "victim"), uid);
    plant(join(directory(), "victim"), decoy);
    let swapped = 0;
    for (let round = 0; round < rounds; round += 1) {
      makeTest([...many, "slots", "log"]);
      const loop = swapping(directory(), name, "decoy");
      await loop.begun;
      await removing().catch(() => undefined);
      loop.end();
      swapped += await loop.swaps;
      const places = ["victim", "decoy", "aside", name].map((place) => join(directory(), place));
      expect(places.filter(isWhole), `after round ${round}`).not.toEqual([]);
      // The loop may have ended while the plug test's folder had another name.
      const [real] = places.filter((place) => existsSync(place) && !isWhole(place));
      if (real !== undefined) {
        rmSync(real, { recursive: true });
      }
      const [moved] = places.slice(2).filter((place) => existsSync(place));
      if (moved !== undefined) {
        execFileSync("mv", ["-T", moved, decoy]);
      }
    }
    expect(swapped).toBeGreaterThan(0);
  }

  it.for(attacks)(
    "the engine removes no file outside the plug test while a user swaps the test's folder for %s of %s",
    async ([, , planted], { skip }) => {
      if (problem !== null) {
        skip(problem);
      }
      await withProtectedSymlinks(value, () =>
        attack(planted, 10, () => remove(Math.random() < 0.5 ? known : nothingKnown)),
      );
    },
  );

  it.for(attacks)(
    "the command line removes no file outside the plug test while a user swaps the test's folder for %s of %s",
    async ([, , planted], { skip }) => {
      if (problem !== null) {
        skip(problem);
      }
      const removing = () => inspect(["--plug-test", "remove", "--path", directory()]);
      await withProtectedSymlinks(value, () => attack(planted, 2, removing));
    },
  );
});
