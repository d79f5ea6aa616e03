import { execFileSync, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chance } from "../helpers/chance";
import { folderOfEach, makeTestDirectory } from "../helpers/folders";
import {
  childrenOf,
  complaints,
  isAlive,
  type KilledWorkload,
  killOnce,
} from "../helpers/kill-rounds";
import { startChild } from "../helpers/native-child";
import { commitOptions, endless, usableVariants } from "../helpers/native-commits";
import { engine, until } from "../helpers/native-engine";
import { onLoopVolume, withTmpfs } from "../helpers/native-volumes";
import { skipFor } from "../helpers/skipped";

const run = "0b6f0e3e-5d0c-4a53-8f5b-7e9f0a1b2c3d";
const fileName = `.driveproof-${run}.tmp`;
const folderName = `.driveproof-${run}-3.db`;
const records = ["records.log", "records.db", "records.db-wal", "records.mdbx", "records.mdbx-lck"];
const notEmpty = process.platform === "win32" ? "ERROR_DIR_NOT_EMPTY" : "ENOTEMPTY";
const isRoot = process.getuid?.() === 0;
const noProcesses = process.platform === "linux" ? null : "who guards what is seen on Linux only";

const directory = folderOfEach(makeTestDirectory);

const inside = (...names: string[]) => join(directory(), ...names);

function makeFolder(name = folderName, files: readonly string[] = records): void {
  mkdirSync(inside(name), 0o700);
  for (const file of files) {
    writeFileSync(inside(name, file), "x");
  }
}

/** Expects that removeLeftovers() removes nothing and reports only the names in `held`. */
async function expectUntouched(
  names: readonly string[],
  held: readonly string[] = [],
): Promise<void> {
  expect(await engine.removeLeftovers(directory())).toEqual(
    held.map((name) => ({ name, held: true, fault: null })),
  );
  expect(readdirSync(directory()).sort()).toEqual([...names].sort());
}

describe("removeLeftovers()", () => {
  it("removes test files and database folders that no process holds", async () => {
    writeFileSync(inside(fileName), "x");
    makeFolder();
    makeFolder(`.driveproof-${run}-120.db`, []);
    const leftovers = [...(await engine.removeLeftovers(directory()))];
    expect(leftovers.sort((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: `.driveproof-${run}-120.db`, held: false, fault: null },
      { name: folderName, held: false, fault: null },
      { name: fileName, held: false, fault: null },
    ]);
    expect(readdirSync(directory())).toEqual([]);
  });

  it("removes the test files of several writers and the folders of a document test and of a capacity test", async () => {
    for (const number of [1, 2, 16]) {
      writeFileSync(inside(`.driveproof-${run}-${number}.tmp`), "x");
    }
    makeFolder(`.driveproof-${run}-1.docs`, ["document", "document.new"]);
    makeFolder(`driveproof-capacity-test-${run}`, ["00001.dat"]);
    expect(await engine.removeLeftovers(directory())).toHaveLength(5);
    expect(readdirSync(directory())).toEqual([]);
  });

  it.each([
    "driveproof.tmp",
    ".driveproof-.tmp",
    `.driveproof-${run}`,
    `.driveproof-${run}.tmp~`,
    `.driveproof-${run}.db`,
    `.driveproof-${run.toUpperCase()}.tmp`,
    `.driveproof-${run.replaceAll("-", "0")}.tmp`,
    `.driveproof-${run.replace("0", "g")}.tmp`,
    `x.driveproof-${run}.tmp`,
    `.driveproof-${run}-03.tmp`,
    `.driveproof-${run}-.tmp`,
    `.driveproof-${run}-3.db`,
    `.driveproof-${run}-3.docs`,
  ])("keeps the file %s, whose name is not that of a test file", async (name) => {
    writeFileSync(inside(name), "precious");
    await expectUntouched([name]);
  });

  it.each([
    `.driveproof-${run}.tmp`,
    `.driveproof-${run}-.db`,
    `.driveproof-${run}-0.db`,
    `.driveproof-${run}-03.db`,
    `.driveproof-${run}-3x.db`,
    `.driveproof-${run}--3.db`,
    `.driveproof-${run}-3.db.old`,
    `.driveproof-${run}.docs`,
    `.driveproof-${run}-3.tmp`,
    `driveproof-capacity-test-${run}x`,
    "driveproof-capacity-test-notes",
  ])("keeps the folder %s, whose name is not that of a test folder", async (name) => {
    makeFolder(name);
    await expectUntouched([name]);
    expect(readdirSync(inside(name))).toHaveLength(records.length);
  });

  it("follows no symbolic link in place of a test file or a test folder, and none inside a test folder", async (context) => {
    skipFor(
      context.skip,
      process.platform === "win32" && "symbolic links need a right of their own on Windows",
    );
    mkdirSync(inside("theirs"));
    for (const file of records) {
      writeFileSync(inside("theirs", file), "precious");
    }
    symlinkSync(inside("theirs", "records.db"), inside(fileName));
    symlinkSync(inside("theirs"), inside(folderName));
    await expectUntouched([fileName, folderName, "theirs"]);
    expect(readdirSync(inside("theirs"))).toHaveLength(records.length);

    const withLink = `.driveproof-${run}-4.db`;
    makeFolder(withLink, ["records.db"]);
    symlinkSync(inside("theirs", "records.log"), inside(withLink, "records.log"));
    expect(await engine.removeLeftovers(directory())).toMatchObject([
      { name: withLink, fault: { code: notEmpty } },
    ]);
    expect(readdirSync(inside(withLink)).sort()).toEqual(["records.db", "records.log"]);
    expect(readFileSync(inside("theirs", "records.log"), "utf8")).toBe("precious");
  });

  it("keeps a whole folder that contains an unknown file", async () => {
    makeFolder();
    writeFileSync(inside(folderName, "letter.txt"), "precious");
    expect(await engine.removeLeftovers(directory())).toMatchObject([
      { name: folderName, fault: { code: notEmpty } },
    ]);
    expect(readdirSync(inside(folderName))).toHaveLength(records.length + 1);
  });

  const attributes = "\0\u0005\u0016\u0007 and more";

  it.each([
    [folderName, records],
    [`driveproof-capacity-test-${run}`, ["00001.dat", "00002.dat"]],
  ])(
    "removes the folder %s with the ._ files that macOS lays beside its test files",
    async (name, files) => {
      makeFolder(name, files);
      for (const file of files) {
        writeFileSync(inside(name, `._${file}`), attributes);
      }
      expect(await engine.removeLeftovers(directory())).toEqual([
        { name, held: false, fault: null },
      ]);
      expect(readdirSync(directory())).toEqual([]);
    },
  );

  it.each([
    ["._letter.txt", attributes],
    ["._records.dbx", attributes],
    ["._", attributes],
    ["._._records.db", attributes],
    ["._records.db", "written by a person"],
    ["._records.db", ""],
  ])(
    "keeps a whole folder with the file %s, which macOS did not lay beside a test file (content %j)",
    async (theirs, text) => {
      makeFolder();
      writeFileSync(inside(folderName, "._records.log"), attributes);
      writeFileSync(inside(folderName, theirs), text);
      expect(await engine.removeLeftovers(directory())).toMatchObject([
        { name: folderName, fault: { code: notEmpty } },
      ]);
      expect(readdirSync(inside(folderName))).toHaveLength(records.length + 2);
    },
  );

  it("removes the ._ files that macOS laid beside test files and test folders, even if only the ._ file is left", async () => {
    const gone = `.driveproof-${run}-2.tmp`;
    writeFileSync(inside(fileName), "x");
    makeFolder();
    for (const name of [fileName, folderName, gone]) {
      writeFileSync(inside(`._${name}`), attributes);
    }
    const removed = (await engine.removeLeftovers(directory())).map(({ name }) => name);
    expect(readdirSync(directory())).toEqual([]);
    expect(removed.sort()).toEqual(
      [fileName, folderName, ...[fileName, folderName, gone].map((name) => `._${name}`)].sort(),
    );
  });

  it.each([
    ["._letter.txt", attributes],
    ["._.driveproof-.tmp", attributes],
    [`._.driveproof-${run}.tmp~`, attributes],
    [`._._.driveproof-${run}.tmp`, attributes],
    [`x._.driveproof-${run}.tmp`, attributes],
    [`._.driveproof-${run}.tmp`, "written by a person"],
    [`._.driveproof-${run}.tmp`, ""],
  ])(
    "keeps the file %s, which macOS did not lay beside a test file (content %j)",
    async (name, text) => {
      writeFileSync(inside(name), text);
      await expectUntouched([name]);
    },
  );

  it("keeps the ._ file beside a test folder that it keeps because of an unknown file", async () => {
    makeFolder();
    writeFileSync(inside(folderName, "letter.txt"), "precious");
    writeFileSync(inside(`._${folderName}`), attributes);
    expect(await engine.removeLeftovers(directory())).toMatchObject([{ name: folderName }]);
    expect(readdirSync(directory()).sort()).toEqual([`._${folderName}`, folderName].sort());
  });

  it("keeps a link, its target and a folder with content if they have the name of a ._ file", async (context) => {
    skipFor(
      context.skip,
      process.platform === "win32" && "symbolic links need a right of their own on Windows",
    );
    writeFileSync(inside("theirs"), attributes);
    symlinkSync(inside("theirs"), inside(`._${fileName}`));
    mkdirSync(inside(`._${folderName}`));
    writeFileSync(inside(`._${folderName}`, "theirs"), attributes);
    await expectUntouched(["theirs", `._${fileName}`, `._${folderName}`]);
    expect(readdirSync(inside(`._${folderName}`))).toEqual(["theirs"]);
  });

  it("keeps files that have the names of test files but a second hard link", async () => {
    writeFileSync(inside("theirs"), "precious");
    linkSync(inside("theirs"), inside(fileName));
    makeFolder();
    rmSync(inside(folderName, "records.db"));
    linkSync(inside("theirs"), inside(folderName, "records.db"));
    expect(await engine.removeLeftovers(directory())).toMatchObject([
      { name: folderName, fault: { code: notEmpty } },
    ]);
    expect(readdirSync(directory()).sort()).toEqual([folderName, fileName, "theirs"].sort());
    expect(readdirSync(inside(folderName))).toHaveLength(records.length);
  });

  it("keeps a pipe with the name of a test file and does not wait for it", async (context) => {
    skipFor(context.skip, process.platform === "win32" && "Windows has no pipes among its files");
    execFileSync("mkfifo", [inside(fileName)]);
    await expectUntouched([fileName]);
  });

  it("keeps files and folders of another user, and folders that contain a file of another user", async (context) => {
    skipFor(context.skip, !isRoot && "giving files away needs root");
    writeFileSync(inside(fileName), "x");
    makeFolder();
    makeFolder(`.driveproof-${run}-4.db`);
    chownSync(inside(fileName), 12_345, 12_345);
    chownSync(inside(folderName), 12_345, 12_345);
    chownSync(inside(`.driveproof-${run}-4.db`, "records.db"), 12_345, 12_345);
    expect(await engine.removeLeftovers(directory())).toMatchObject([
      { name: `.driveproof-${run}-4.db`, fault: { code: notEmpty } },
    ]);
    expect(readdirSync(directory())).toHaveLength(3);
    expect(readdirSync(inside(`.driveproof-${run}-4.db`))).toHaveLength(records.length);
  });

  it("keeps a file or folder that another process has locked until that process ends", async (context) => {
    // /usr/bin/flock exists under Wine, but is a program of Linux.
    skipFor(
      context.skip,
      (process.platform === "win32" || !existsSync("/usr/bin/flock")) && "flock is not installed",
    );
    writeFileSync(inside(fileName), "x");
    makeFolder();
    for (const name of [fileName, folderName]) {
      const holder = spawn("flock", ["--shared", inside(name), "cat"], {
        stdio: ["pipe", "pipe", "ignore"],
      });
      const ended = new Promise((resolve) => holder.once("close", resolve));
      holder.stdin.write("held\n");
      await new Promise((resolve) => holder.stdout.once("data", resolve));
      const other = name === fileName ? folderName : fileName;
      const found = await engine.removeLeftovers(directory());
      expect(found).toContainEqual({ name, held: true, fault: null });
      expect(existsSync(inside(name))).toBe(true);
      expect(existsSync(inside(other))).toBe(false);
      holder.stdin.end();
      await ended;
      expect(await engine.removeLeftovers(directory())).toEqual([
        { name, held: false, fault: null },
      ]);
      makeFolder();
    }
  });

  it("reports a file that it cannot remove", async (context) => {
    skipFor(
      context.skip,
      (process.platform === "win32" || (isRoot && process.platform !== "linux")) &&
        "nothing can be refused here",
    );
    const expectRefused = async (folder: string, code: string) =>
      expect(await engine.removeLeftovers(folder)).toMatchObject([
        { name: fileName, fault: { code, syscall: "unlinkat" } },
      ]);
    if (isRoot) {
      await withTmpfs(16, async (mountPoint) => {
        writeFileSync(join(mountPoint, fileName), "x");
        execFileSync("mount", ["-o", "remount,ro", mountPoint]);
        await expectRefused(mountPoint, "EROFS");
      });
      return;
    }
    writeFileSync(inside(fileName), "x");
    chmodSync(directory(), 0o500);
    await expectRefused(directory(), "EACCES");
    chmodSync(directory(), 0o700);
  });

  it("rejects if it cannot list the folder, and throws a TypeError for a number", async () => {
    await expect(engine.removeLeftovers(inside("missing"))).rejects.toMatchObject({
      syscall: expect.any(String),
    });
    await expect(engine.removeLeftovers(import.meta.filename)).rejects.toMatchObject({
      syscall: expect.any(String),
    });
    expect(() => engine.removeLeftovers(3 as unknown as string)).toThrow(TypeError);
  });
});

describe.skipIf(noProcesses !== null)("removeLeftovers() keeps the folder of a run", () => {
  /** Starts a child whose commits never end; its process and its guardian can be killed. */
  async function committing(): Promise<{
    child: number;
    guardian: number;
    ended: Promise<unknown>;
  }> {
    const [variant] = usableVariants;
    if (!variant) {
      throw new Error("this addon has no database");
    }
    const options = { ...commitOptions(directory(), variant, endless), folderName };
    const child = startChild(
      `engine.openCommitSession().run(${JSON.stringify(options)}); setTimeout(() => say("begun"), 50);
       setInterval(() => {}, 1000);`,
      { directory: directory() },
    );
    await child.printed("begun");
    await until("the folder is there", () => existsSync(inside(folderName)));
    const [guardian] = childrenOf(child.process.pid ?? -1);
    return { child: child.process.pid ?? -1, guardian: guardian ?? -1, ended: child.ended };
  }

  it("while the engine and its guardian live", async () => {
    const { child, ended } = await committing();
    await expectUntouched([folderName], [folderName]);
    process.kill(child, "SIGKILL");
    await ended;
    await until("the guardian has removed it", () => readdirSync(directory()).length === 0);
  });

  it("while the engine lives, even if its guardian was killed", async () => {
    const { child, guardian, ended } = await committing();
    process.kill(guardian, "SIGKILL");
    await until("the guardian has ended", () => !isAlive(guardian));
    await expectUntouched([folderName], [folderName]);
    process.kill(child, "SIGKILL");
    await ended;
    expect(await engine.removeLeftovers(directory())).toEqual([
      { name: folderName, held: false, fault: null },
    ]);
  });

  it("while the guardian lives, even if the engine was killed", async () => {
    const { child, guardian, ended } = await committing();
    process.kill(guardian, "SIGSTOP");
    process.kill(child, "SIGKILL");
    await ended;
    await expectUntouched([folderName], [folderName]);
    process.kill(guardian, "SIGKILL");
    await until("the guardian has ended", () => !isAlive(guardian));
    expect(await engine.removeLeftovers(directory())).toEqual([
      { name: folderName, held: false, fault: null },
    ]);
  });
});

describe.skipIf(noProcesses !== null)("runs killed at random moments", () => {
  const seed = randomInt(2 ** 31);
  const random = chance(seed);

  async function killIn(above: string, workloads: readonly KilledWorkload[]): Promise<void> {
    for (const workload of workloads) {
      const folder = mkdtempSync(join(above, "kill-"));
      const round = await killOnce(workload, folder, random);
      expect(complaints(round), `seed ${seed}: ${JSON.stringify(round)}`).toEqual([]);
      rmSync(folder, { recursive: true });
    }
  }

  it("leave no file after the program's next start, which reports what was removed (a short version of tests/kills)", async () => {
    await killIn(directory(), ["commits", "flush", "commits", "plug-test", "commits", "sustained"]);
  });

  it("leave no test file after the program's next start on btrfs, where test files have names", async (context) => {
    await onLoopVolume(context.skip, "btrfs", 1024, ({ mountPoint }) =>
      killIn(mountPoint, ["flush", "flush"]),
    );
  });
});
