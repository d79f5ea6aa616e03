import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { NativeCapacitySession } from "#native/index";
import { folderOfEach, makeTestDirectory } from "../helpers/folders";
import { startChild } from "../helpers/native-child";
import { engine, until } from "../helpers/native-engine";
import { mebibyte } from "../helpers/native-sequential";
import { loopVolumeProblem, withLoopVolume } from "../helpers/native-volumes";
import { secondUser } from "../helpers/second-user";

const run = "0b6f0e3e-5d0c-4a53-8f5b-7e9f0a1b2c3d";
const folderName = `driveproof-capacity-test-${run}`;
const fileBytes = 4 * mebibyte;
const bytes = 10 * mebibyte;
const onWindows = process.platform === "win32";
const isRoot = process.getuid?.() === 0;
const canMount = loopVolumeProblem("ext4") === null;

const directory = folderOfEach(makeTestDirectory);

const folder = (...names: string[]) => join(directory(), folderName, ...names);

async function filled(at = directory()): Promise<NativeCapacitySession> {
  const session = engine.openCapacitySession();
  await session.prepare({ directory: at, folderName, fileBytes, seed: 7 });
  expect(await session.fill({ bytes })).toMatchObject({ bytes, fault: null });
  return session;
}

describe("the space that a capacity session took", () => {
  it.skipIf(onWindows)(
    "is free again after remove(), even if the session's folder was renamed and moved",
    async () => {
      const session = await filled();
      mkdirSync(join(directory(), "trash"));
      renameSync(folder(), join(directory(), "trash", "something"));
      const removed = await session.remove();
      expect(removed).toEqual({ fault: null, folder: null, moved: [], missingBytes: 0 });
      await session.close();
      expect(readdirSync(join(directory(), "trash"))).toEqual([]);
    },
  );

  it.skipIf(onWindows)(
    "is free again after close() without remove(), even if the session's folder was renamed",
    async () => {
      const session = await filled();
      renameSync(folder(), join(directory(), "elsewhere"));
      await session.close();
      expect(readdirSync(directory())).toEqual([]);
    },
  );

  it.skipIf(onWindows)(
    "is free again after remove(), which names a moved test file, even if test files were moved or hard-linked elsewhere",
    async () => {
      const session = await filled();
      const moved = join(directory(), "moved.dat");
      const linked = join(directory(), "linked.dat");
      renameSync(folder("00001.dat"), moved);
      linkSync(folder("00002.dat"), linked);
      const removed = await session.remove();
      await session.close();
      expect(removed).toEqual({ fault: null, folder: null, moved: [moved], missingBytes: 0 });
      expect([statSync(moved).size, statSync(linked).size]).toEqual([0, 0]);
      expect(readdirSync(directory()).sort()).toEqual(["linked.dat", "moved.dat"]);
    },
  );

  it.skipIf(!canMount)(
    "is free again after remove(), which reports EBUSY and keeps the other volume's file if a volume is mounted over the session's folder",
    async () => {
      const session = await filled();
      execFileSync("mount", ["-t", "tmpfs", "tmpfs", folder()]);
      let removed: Awaited<ReturnType<NativeCapacitySession["remove"]>>;
      try {
        writeFileSync(folder("00001.dat"), "theirs");
        removed = await session.remove();
        await session.close();
        expect(readFileSync(folder("00001.dat"), "utf8")).toBe("theirs");
      } finally {
        execFileSync("umount", [folder()]);
      }
      expect(removed).toMatchObject({
        fault: { code: "EBUSY" },
        folder: folder(),
        missingBytes: 0,
      });
      expect(readdirSync(folder())).toEqual([]);
    },
  );

  it("is free again after remove(), which keeps other programs' files and reports that the folder is not empty", async () => {
    const session = await filled();
    for (const name of [".DS_Store", "._00001.dat", "desktop.ini"]) {
      writeFileSync(folder(name), "theirs");
    }
    mkdirSync(folder(".Trashes"));
    mkdirSync(folder("00009.dat"));
    const removed = await session.remove();
    await session.close();
    const code = onWindows ? "ERROR_DIR_NOT_EMPTY" : "ENOTEMPTY";
    expect(removed).toMatchObject({ fault: { code }, folder: folder(), missingBytes: 0 });
    expect(readdirSync(folder()).sort()).toEqual(
      [".DS_Store", ".Trashes", "._00001.dat", "00009.dat", "desktop.ini"].sort(),
    );
  });

  it.skipIf(onWindows)(
    "is free again after SIGKILL, even if the session's folder was renamed",
    async () => {
      const child = startChild(
        `const session = engine.openCapacitySession();
       session.prepare({ directory, folderName: ${JSON.stringify(folderName)},
         fileBytes: ${fileBytes}, seed: 7 })
         .then(() => session.fill({ bytes: ${bytes} })).then(() => say("filled"));
       setInterval(() => undefined, 1000);`,
        { directory: directory() },
      );
      await child.printed("filled");
      renameSync(folder(), join(directory(), "elsewhere"));
      child.process.kill("SIGKILL");
      await child.ended;
      await until("the guardian has removed it", () => readdirSync(directory()).length === 0);
    },
  );

  it("is free again after removeLeftovers(), which removes test files with their ._ files and keeps other files", async () => {
    mkdirSync(folder(), { mode: 0o700 });
    for (const name of ["00001.dat", "00002.dat", ".DS_Store", "._00003.dat"]) {
      writeFileSync(folder(name), "x");
    }
    writeFileSync(folder("._00001.dat"), "\0\u0005\u0016\u0007 of macOS");
    const code = onWindows ? "ERROR_DIR_NOT_EMPTY" : "ENOTEMPTY";
    expect(await engine.removeLeftovers(directory())).toMatchObject([
      { name: folderName, held: false, fault: { code } },
    ]);
    expect(readdirSync(folder()).sort()).toEqual([".DS_Store", "._00003.dat"]);
  });
});

describe("remove() of a capacity session", () => {
  /**
   * Returns how many bytes remove() reports as missing if another program wrote `theirBytes` after
   * fill().
   */
  const missingBesideOthers = (filledBytes: number, theirBytes: number) =>
    withLoopVolume("ext4", 256, async ({ mountPoint }) => {
      const session = engine.openCapacitySession();
      await session.prepare({ directory: mountPoint, folderName, fileBytes, seed: 7 });
      await session.fill({ bytes: filledBytes });
      appendFileSync(join(mountPoint, "theirs"), Buffer.alloc(theirBytes, 1));
      const { fault, missingBytes } = await session.remove();
      await session.close();
      expect(fault).toBeNull();
      return missingBytes;
    });

  it.skipIf(!canMount)(
    "reports about as many missing bytes as another program wrote after the fill",
    async () => {
      const missing = await missingBesideOthers(80 * mebibyte, 40 * mebibyte);
      expect(missing).toBeGreaterThan(36 * mebibyte);
      expect(missing).toBeLessThan(48 * mebibyte);
    },
  );

  it.skipIf(!canMount)(
    "reports at most the filled bytes as missing if another program wrote more, and none after a fill of 8 MiB",
    async () => {
      expect(await missingBesideOthers(32 * mebibyte, 80 * mebibyte)).toBe(32 * mebibyte);
      expect(await missingBesideOthers(8 * mebibyte, 80 * mebibyte)).toBe(0);
    },
  );
});

describe("rewrite() of a capacity session", () => {
  it.skipIf(onWindows)(
    "does not write to a file that replaced a test file, and read() then ends with ESTALE",
    async () => {
      const victim = join(directory(), "victim");
      writeFileSync(victim, "precious");
      const session = await filled();
      unlinkSync(folder("00001.dat"));
      linkSync(victim, folder("00001.dat"));
      await session.rewrite({ bytes: mebibyte });
      expect(readFileSync(victim, "utf8")).toBe("precious");
      const read = await session.read({ fromBytes: 0, bytes });
      expect(read).toMatchObject({ endedBy: "error", fault: { code: "ESTALE" } });
      await session.close();
      expect(readFileSync(victim, "utf8")).toBe("precious");
    },
  );
});

describe("fill() of a capacity session", () => {
  it.skipIf(!canMount)(
    "ends with the reserved space free, to within 4 MiB, while another file on the volume grows",
    async () => {
      await withLoopVolume("ext4", 128, async ({ mountPoint }) => {
        const reserveBytes = 16 * mebibyte;
        const session = engine.openCapacitySession();
        const place = { directory: mountPoint, folderName, fileBytes, seed: 7 };
        const { freeBytes } = await session.prepare(place);
        let savedByOthers = 0;
        const seen: { byUs: number; free: number }[] = [];
        const failed: unknown[] = [];
        const look = () => {
          const { bavail, bsize } = statfsSync(mountPoint);
          seen.push({ byUs: freeBytes - bavail * bsize - savedByOthers, free: bavail * bsize });
        };
        const others = setInterval(() => {
          try {
            appendFileSync(join(mountPoint, "theirs"), Buffer.alloc(mebibyte / 4, 1));
            savedByOthers += mebibyte / 4;
            look();
          } catch (error) {
            failed.push(error);
          }
        }, 5);
        const bytes = Math.floor((freeBytes - reserveBytes) / mebibyte) * mebibyte;
        const result = await session.fill({ bytes, reserveBytes });
        clearInterval(others);
        // Records the free space once more, because on a busy computer the other program may not
        // have run after the last write of fill().
        look();
        await session.close();
        expect(result).toMatchObject({ endedBy: "full", fault: null });
        expect(result.bytes).toBeGreaterThan(0);
        expect(failed).toEqual([]);
        // Checks the free space at the last write of fill(), because other programs may write more
        // while fill() flushes.
        const last = seen.find(({ byUs }) => byUs > result.bytes - mebibyte);
        expect(last?.free).toBeGreaterThan(reserveBytes - 4 * mebibyte);
      });
    },
  );
});

const stateOf = (pid = 0) => / (\w) /.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1];

/**
 * A program of the inspected folder's owner, who is another user than root: it replaces each folder
 * that root makes there by one with links to the owner's files, as fast as it can.
 */
const swapper = `
  const fs = require("node:fs"); const path = require("node:path");
  const [directory, names] = [process.argv[1], JSON.parse(process.argv[2])];
  let count = 0;
  process.stdout.write("ready");
  for (;;) {
    for (const name of fs.readdirSync(directory)) {
      if (!/^(driveproof-capacity-test-|\\.driveproof-.*\\.(db|docs)$)/.test(name)) continue;
      const theirs = path.join(directory, "theirs-" + ++count);
      try {
        if (fs.lstatSync(path.join(directory, name)).uid === process.getuid()) continue;
        fs.mkdirSync(theirs);
        for (const file of names) fs.linkSync(path.join(directory, "victim"), path.join(theirs, file));
        fs.renameSync(path.join(directory, name), path.join(directory, "taken-" + count));
        fs.renameSync(theirs, path.join(directory, name));
      } catch {}
    }
  }`;

describe.skipIf(!isRoot || process.platform !== "linux")(
  "an engine that root runs in another user's folder",
  () => {
    const files = ["00001.dat", "records.db", "records.log", "records.mdbx", "document"];
    const usable = engine.commitVariants.filter(({ refusal }) => refusal === null);
    const records = { transactions: 20, keyBytes: 16, valueBytes: 100, maxNs: 20e9, seed: 1 };

    /** Runs `work` and closes the session, even if `work` fails. */
    async function closing<Session extends { close(): Promise<void> }>(
      session: Session,
      work: (session: Session) => Promise<unknown>,
    ): Promise<void> {
      try {
        await work(session);
      } finally {
        await session.close().catch(() => undefined);
      }
    }

    const works: [string, (round: number) => Promise<void>][] = [
      [
        "the capacity test",
        () =>
          closing(engine.openCapacitySession(), async (session) => {
            await session.prepare({ directory: directory(), folderName, fileBytes, seed: 7 });
            await session.fill({ bytes: 2 * mebibyte });
            await session.rewrite({ bytes: mebibyte });
          }),
      ],
      ...usable.map(({ database, variant }): (typeof works)[number] => [
        `commits to ${database} ${variant}`,
        (round) =>
          closing(engine.openCommitSession(), (session) =>
            session.run({
              ...records,
              database,
              variant,
              durability: "relaxed",
              directory: directory(),
              folderName: `.driveproof-${run}-${round + 1}.db`,
              recordsPerTransaction: 1,
            }),
          ),
      ]),
      [
        "prepare() of a document session",
        () =>
          closing(engine.openDocumentSession(), (session) =>
            session.prepare({
              directory: directory(),
              folderName: `.driveproof-${run}-1.docs`,
              mostBytes: 4096,
              seed: 1,
            }),
          ),
      ],
    ];

    it.each(usable)(
      "finds every record again and leaves no file behind: $database $variant",
      async ({ database, variant }) => {
        chownSync(directory(), secondUser, secondUser);
        const session = engine.openCommitSession();
        const counts = await session.run({
          ...records,
          database,
          variant,
          durability: "durable",
          directory: directory(),
          folderName: `.driveproof-${run}-1.db`,
          recordsPerTransaction: 5,
        });
        await session.close();
        expect(counts).toMatchObject({ endedBy: "complete", recordsFound: 100, fault: null });
        expect(readdirSync(directory())).toEqual([]);
      },
    );

    it.each(works)(
      "changes no file that the folder's owner swaps in during %s",
      async (_name, work) => {
        const victim = join(directory(), "victim");
        writeFileSync(victim, "precious");
        chownSync(victim, secondUser, secondUser);
        chownSync(directory(), secondUser, secondUser);
        const child = spawn(process.execPath, ["-e", swapper, directory(), JSON.stringify(files)], {
          uid: secondUser,
          gid: secondUser,
          stdio: ["ignore", "pipe", "ignore"],
        });
        await once(child.stdout, "data");
        const trouble: string[] = [];
        let swapped = 0;
        try {
          // On a busy processor a quick round can end before the swapping process gets a turn.
          for (let round = 0; round < 12 || (swapped === 0 && round < 200); round += 1) {
            await work(round).catch(() => undefined);
            child.kill("SIGSTOP");
            await until("it stands still", () => stateOf(child.pid) === "T");
            for (const name of readdirSync(directory())) {
              const at = join(directory(), name);
              if (name === "victim" || statSync(at).uid !== secondUser) {
                continue;
              }
              swapped += 1;
              for (const file of readdirSync(at)) {
                const isOurs = statSync(join(at, file)).uid !== secondUser;
                trouble.push(...(isOurs ? [`round ${round}: ${name}/${file} was written`] : []));
              }
              rmSync(at, { recursive: true });
            }
            child.kill("SIGCONT");
            trouble.push(
              ...(readFileSync(victim, "utf8") === "precious"
                ? []
                : [`round ${round}: overwritten`]),
            );
          }
        } finally {
          child.kill("SIGKILL");
        }
        expect(trouble).toEqual([]);
        expect(swapped).toBeGreaterThan(0);
      },
    );
  },
);
