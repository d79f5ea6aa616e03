import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderOfEach, makeTestDirectory } from "../helpers/folders";
import { startChild } from "../helpers/native-child";
import {
  commitOptions,
  endless,
  folderName,
  namedVariants,
  untilCommitted,
  withCommitSession,
} from "../helpers/native-commits";
import { engine, until } from "../helpers/native-engine";

const onWindows = process.platform === "win32";
const log = { database: "append-log", variant: "log" } as const;

describe("the folder of a run", () => {
  it.each<[string, (path: string) => void]>([
    ["a file", (path) => writeFileSync(path, "precious")],
    [
      "a folder",
      (path) => {
        mkdirSync(path);
        writeFileSync(join(path, "records.log"), "precious");
      },
    ],
    [
      "a link to a folder",
      (path) => {
        mkdirSync(`${path}.target`);
        writeFileSync(join(`${path}.target`, "records.log"), "precious");
        symlinkSync(`${path}.target`, path);
      },
    ],
    ["a link to nowhere", (path) => symlinkSync(`${path}.target`, path)],
  ])(
    "does not replace %s of the same name, and the run fails until that is deleted",
    async (_what, occupy) => {
      await withCommitSession(async (session, directory) => {
        const path = join(directory, folderName);
        occupy(path);
        const picture = () => readdirSync(directory, { recursive: true }).sort();
        const before = [picture(), lstatSync(path).ino];
        await expect(session.run(commitOptions(directory, log))).rejects.toMatchObject({
          name: "Error",
          code: onWindows ? "ERROR_ALREADY_EXISTS" : "EEXIST",
          syscall: onWindows ? "CreateDirectoryW" : "mkdirat",
        });
        expect([picture(), lstatSync(path).ino]).toEqual(before);
        rmSync(path, { recursive: true });
        expect(await session.run(commitOptions(directory, log))).toMatchObject({
          recordsFound: 200,
        });
      });
    },
  );

  it.each([
    ["does not exist", () => undefined, "ENOENT"],
    ["is a file", (path: string) => writeFileSync(path, ""), "ENOTDIR"],
  ])("cannot be created if its parent directory %s", async (_what, occupy, code) => {
    await withCommitSession(async (session, directory) => {
      const path = join(directory, "there");
      occupy(path);
      await expect(session.run(commitOptions(path, log))).rejects.toMatchObject({
        code: onWindows ? "ERROR_PATH_NOT_FOUND" : code,
      });
    });
  });

  it.each(namedVariants)(
    "may have a name with spaces, quotes and umlauts, and lie in a directory behind a link: %s",
    async (_name, variant) => {
      await withCommitSession(async (session, directory) => {
        mkdirSync(join(directory, "real"));
        symlinkSync(join(directory, "real"), join(directory, "Länge 测试"));
        const counts = await session.run(
          commitOptions(join(directory, "Länge 测试"), variant, { folderName: "Prüfung %20 'x'" }),
        );
        expect(counts).toMatchObject({ endedBy: "complete", recordsFound: 200 });
        expect(readdirSync(join(directory, "real"))).toEqual([]);
      });
    },
  );

  it("keeps another program's file, so that close() rejects because the folder is not empty", async () => {
    const directory = makeTestDirectory();
    const session = engine.openCommitSession();
    const running = session.run(commitOptions(directory, log, endless));
    await untilCommitted(session, 4);
    writeFileSync(join(directory, folderName, "foreign"), "precious");
    session.stop();
    expect(await running).toMatchObject({ endedBy: "stopped" });
    expect(readdirSync(join(directory, folderName))).toEqual(["foreign"]);
    const refusal = { code: onWindows ? "ERROR_DIR_NOT_EMPTY" : "ENOTEMPTY" };
    await expect(session.close()).rejects.toMatchObject(refusal);
    await expect(session.close()).rejects.toMatchObject(refusal);
    expect(readFileSync(join(directory, folderName, "foreign"), "utf8")).toBe("precious");
    rmSync(directory, { recursive: true });
  });

  it("is removed by close() once another program has deleted its own file in the folder", async () => {
    await withCommitSession(async (session, directory) => {
      const running = session.run(commitOptions(directory, log, endless));
      await untilCommitted(session, 4);
      const foreign = join(directory, folderName, "foreign");
      writeFileSync(foreign, "");
      session.stop();
      await running;
      rmSync(foreign);
      await session.close();
      expect(readdirSync(directory)).toEqual([]);
    });
  });

  it.skipIf(onWindows)(
    "can be replaced by another folder during the run, and the session changes no file of that folder",
    async () => {
      await withCommitSession(async (session, directory) => {
        const path = join(directory, folderName);
        const running = session.run(commitOptions(directory, log, endless));
        await untilCommitted(session, 4);
        renameSync(path, `${path}.moved`);
        mkdirSync(path);
        writeFileSync(join(path, "records.log"), "precious");
        session.stop();
        await running;
        expect(readFileSync(join(path, "records.log"), "utf8")).toBe("precious");
      });
    },
  );
});

describe.skipIf(onWindows)("after SIGKILL in the middle of durable commits, the guardian", () => {
  const directory = folderOfEach(makeTestDirectory);

  const start = (variant: { database: string; variant: string }) =>
    startChild(
      `const session = engine.openCommitSession();
       session.run({ database: ${JSON.stringify(variant.database)},
         variant: ${JSON.stringify(variant.variant)}, durability: "durable", directory,
         folderName: ${JSON.stringify(folderName)}, recordsPerTransaction: 10,
         transactions: 1e6, keyBytes: 16, valueBytes: 100, maxNs: 3600e9, seed: 1 });
       setInterval(() => { if (session.snapshot().operations > 5) say("commits are made"); }, 5);`,
      { directory: directory() },
    );

  it.each(namedVariants)("removes the folder of the run: %s", async (_name, variant) => {
    const child = start(variant);
    await child.printed("commits are made");
    expect(readdirSync(directory())).toEqual([folderName]);
    child.process.kill("SIGKILL");
    expect(await child.ended).toMatchObject({ signal: "SIGKILL", stderr: "" });
    await until("the guardian has removed it", () => readdirSync(directory()).length === 0);
  });

  it("keeps another program's file in the folder of the run", async () => {
    const child = start(log);
    await child.printed("commits are made");
    const folder = join(directory(), folderName);
    writeFileSync(join(folder, "foreign"), "precious");
    child.process.kill("SIGKILL");
    await child.ended;
    await until("the log is removed", () => readdirSync(folder).join() === "foreign");
    expect(readFileSync(join(folder, "foreign"), "utf8")).toBe("precious");
  });
});
