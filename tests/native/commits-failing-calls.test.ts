import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CommitOptions, NativeCommitCounts } from "#native/index";
import { folderOfEach, makeTestDirectory } from "../helpers/folders";
import { failingCalls } from "../helpers/native-child";
import { commitOptions, namedVariants } from "../helpers/native-commits";
import { sum } from "../helpers/native-engine";

const refusedRead = "disk I/O error: Input/output error (EIO)";
const log = { database: "append-log", variant: "log" } as const;

/** Imitates failing drives by a library that makes chosen calls fail; see cpp/failing-calls.c. */
describe.skipIf(process.platform !== "linux")("a commit session", () => {
  const { directory, saidUnder } = failingCalls();
  const notes = folderOfEach(makeTestDirectory);

  interface Story {
    counts: NativeCommitCounts | null;
    refusal: Record<string, unknown> | null;
    closed: string;
  }

  async function tell(
    rules: string,
    variant: Parameters<typeof commitOptions>[1],
    changes: Partial<CommitOptions> = {},
    note = "",
  ): Promise<Story> {
    const options = commitOptions(directory(), variant, { durability: "durable", ...changes });
    return saidUnder(
      rules,
      `const describe = ({ code, syscall, osCode, message, systemCode }) =>
         ({ code, syscall, osCode, message, systemCode });
       (async () => {
         const session = engine.openCommitSession();
         const story = { counts: null, refusal: null, closed: "" };
         try { story.counts = await session.run(${JSON.stringify(options)}); }
         catch (error) { story.refusal = describe(error); }
         story.closed = await session.close().then(() => "ok", (error) => error.code);
         say(JSON.stringify(story));
       })();`,
      note,
    );
  }

  const failedFlush: Record<string, object> = {
    log: { code: "EIO", syscall: "fdatasync", message: "Input/output error" },
    wal: {
      code: "SQLITE_IOERR_FSYNC",
      syscall: "sqlite3_step(COMMIT)",
      message: "disk I/O error: Input/output error (EIO)",
    },
    rollback: { code: "SQLITE_IOERR_FSYNC", syscall: "sqlite3_step(COMMIT)" },
    mdbx: { code: "EIO", syscall: "mdbx_txn_commit", message: "Input/output error" },
  };

  it.each(namedVariants)("completes if no call fails: %s", async (_name, variant) => {
    const { counts, closed } = await tell("", variant);
    expect(counts).toMatchObject({ endedBy: "complete", recordsFound: 200, fault: null });
    expect(closed).toBe("ok");
  });

  it.each(namedVariants)(
    "ends the run on EIO from a flush and returns the confirmed commits: %s",
    async (name, variant) => {
      // Making the database takes some of the first 17 flushes, and each commit takes at least one.
      const rules = "fdatasync:EIO:18:1000000";
      const { counts, closed } = await tell(rules, variant, { transactions: 60 });
      expect(counts).toMatchObject({ endedBy: "error", recordsFound: null });
      expect(counts?.fault).toMatchObject({ osCode: 5, offset: null, ...failedFlush[name] });
      expect(counts?.transactions).toBeGreaterThan(0);
      expect(counts?.transactions).toBeLessThan(60);
      expect(counts?.records).toBe((counts?.transactions ?? 0) * 10);
      expect(sum(counts?.latency.counts ?? [])).toBe(counts?.transactions);
      expect(closed).toBe("ok");
      expect(readdirSync(directory())).toEqual([]);
    },
  );

  it.each(namedVariants)(
    "reports the drive's EIO even if all later writes and flushes return EROFS: %s",
    async (_name, variant) => {
      for (const rules of ["fdatasync:BREAKS:18:18", "pwrite:BREAKS:40:40"]) {
        const { counts } = await tell(rules, variant, { transactions: 60 });
        expect(counts).toMatchObject({ endedBy: "error", recordsFound: null });
        const { code, systemCode, osCode } = counts?.fault ?? {};
        expect({ names: systemCode ?? code, osCode }).toEqual({ names: "EIO", osCode: 5 });
      }
    },
  );

  const everyVariant = ["log", "wal", "rollback", "mdbx"];

  /**
   * Only one call fails: a database that continues after it, as SQLite does, must not hide the
   * failure. The variants that a row does not name never make its call.
   */
  it.each(
    (
      [
        ["fdatasync", "EIO", everyVariant],
        ["pread", "EUCLEAN", everyVariant],
        ["ftruncate", "EIO", ["wal", "mdbx"]],
        ["posix_fallocate", "EIO", ["mdbx"]],
        ["mmap", "EIO", ["wal", "mdbx"]],
        ["open", "ENODEV", everyVariant],
      ] satisfies [string, string, string[]][]
    ).flatMap(([call, code, names]) =>
      namedVariants
        .filter(([name]) => names.includes(name))
        .map(([name, variant]) => ({ call, code, name, variant })),
    ),
  )(
    "reports $code if one of the first 20 calls of $call fails with $code: $name",
    async ({ call, code, variant }) => {
      const note = join(notes(), "failed");
      for (let nth = 1; nth <= 20; nth += 1) {
        rmSync(note, { force: true });
        const rules = `${call}:${code}:${nth}:${nth}`;
        const { counts, refusal, closed } = await tell(rules, variant, { transactions: 5 }, note);
        const fault = { ...refusal, ...counts?.fault };
        const said = {
          nth,
          names: fault.systemCode ?? fault.code,
          found: counts?.recordsFound ?? null,
        };
        if (!existsSync(note)) {
          // The run makes no more calls of this function.
          expect({ ...said, endedBy: counts?.endedBy }).toMatchObject({ endedBy: "complete" });
          expect(nth).toBeGreaterThan(1);
          return;
        }
        expect({ ...said, closed }).toEqual({ nth, names: code, found: null, closed: "ok" });
        // The syscall field names the database's function, with the failed statement, if any, in
        // brackets.
        expect(fault.syscall).toMatch(/^[a-z]\w+(\(.+\))?$/);
      }
    },
  );

  // NFS and FUSE may report a failed write only at close(). The first close() is that of the new
  // file, which the log keeps open.
  it.each(namedVariants)(
    "reports EIO if only the close() after the commits fails: %s",
    async (name, variant) => {
      const nth = name === "log" ? 1 : 2;
      const { counts } = await tell(`close:EIO:${nth}:${nth}`, variant);
      const { code, systemCode } = counts?.fault ?? {};
      expect({ names: systemCode ?? code, found: counts?.recordsFound }).toEqual({
        names: "EIO",
        found: null,
      });
    },
  );

  /**
   * Which read fails, and with which fault: the first read of a reopened database, or a later one.
   */
  const failedRead: Record<string, { first: number; fault: object }> = {
    log: { first: 1, fault: { code: "EIO", syscall: "pread", message: "Input/output error" } },
    wal: { first: 16, fault: { code: "SQLITE_IOERR_CORRUPTFS", message: refusedRead } },
    rollback: { first: 6, fault: { code: "SQLITE_IOERR_READ", message: refusedRead } },
    mdbx: { first: 6, fault: { code: "EIO", syscall: "mdbx_env_open" } },
  };

  it.each(namedVariants)(
    "reports failed reads as an error and not as missing records: %s",
    async (name, variant) => {
      const { first, fault } = failedRead[name] ?? { first: 0, fault: {} };
      const { counts, closed } = await tell(`pread:EIO:${first}:1000000`, variant);
      expect(counts).toMatchObject({ endedBy: "error", recordsFound: null });
      expect(counts?.fault).toMatchObject({ osCode: 5, ...fault });
      expect(closed).toBe("ok");
    },
  );

  const mdbx = { database: "mdbx", variant: "mdbx" } as const;

  it.each([
    ["the drive failed a read", "mmap:GONE:4:4,pread:EIO:14:1000000", "EIO", 5],
    ["no room was left", "mmap:GONE:4:4,fallocate:ENOSPC:2:1000000", "ENOSPC", 28],
    ["no cause is known", "mmap:GONE:4:4", "SIGBUS", 0],
  ])(
    "reports the cause of a SIGBUS on a mapped page, or SIGBUS itself: %s",
    async (_, rules, code, osCode) => {
      const { counts, closed } = await tell(rules, mdbx);
      const message: unknown = expect.stringContaining("could not be reached");
      expect(counts).toMatchObject({ endedBy: "error", fault: { code, osCode, message } });
      expect(closed).toBe("ok");
      expect(readdirSync(directory())).toEqual([]);
    },
  );

  /** SQLite has the same code for all three errors, but only EREMOTEIO is an error of the drive. */
  it.each([
    ["EFBIG", "pwrite"],
    ["EDQUOT", "pwrite"],
    ["EREMOTEIO", "fdatasync"],
  ])("reports the system's error %s beside SQLite's own error code", async (systemCode, call) => {
    for (const variant of ["wal", "rollback"]) {
      const rules = `${call}:${systemCode}:${call === "pwrite" ? 60 : 18}:1000000`;
      const changes = { transactions: 60 };
      const { counts } = await tell(rules, { database: "sqlite", variant }, changes);
      expect(counts?.fault).toMatchObject({
        code: expect.stringMatching(/^SQLITE_IOERR_/),
        systemCode,
      });
    }
  });

  it("refuses durable appends but accepts relaxed appends if the system cannot flush", async () => {
    const durable = await tell("fdatasync:ENOTSUP:1:1000000", log);
    expect(durable).toMatchObject({
      counts: null,
      refusal: { code: "EOPNOTSUPP", syscall: "fdatasync" },
      closed: "ok",
    });
    const relaxed = await tell("fdatasync:ENOTSUP:1:1000000", log, { durability: "relaxed" });
    expect(relaxed.counts).toMatchObject({ endedBy: "complete", recordsFound: 200 });
    expect(readdirSync(directory())).toEqual([]);
  });

  it("writes the unwritten part of a transaction after a short write", async () => {
    const { counts } = await tell("pwrite:SHORT:5:5", log);
    expect(counts).toMatchObject({ endedBy: "complete", recordsFound: 200, fault: null });
  });

  it("reports EIO from a write of the log and the offset of that write", async () => {
    const { counts } = await tell("pwrite:EIO:4:4", log);
    const transactionBytes = 10 * (24 + 116) + 24;
    expect(counts).toMatchObject({
      endedBy: "error",
      transactions: 3,
      fault: { code: "EIO", syscall: "pwrite", offset: 3 * transactionBytes },
    });
  });

  it("removes the folder in close() if the run failed to remove it, and rejects close() with the run's EIO", async () => {
    const { counts, closed } = await tell("unlinkat:EIO:1:1", log);
    expect(counts).toMatchObject({ endedBy: "complete", recordsFound: 200 });
    expect(closed).toBe("EIO");
    expect(readdirSync(directory())).toEqual([]);
  });

  it("rejects close() with EIO if the folder cannot be removed", async () => {
    const { counts, closed } = await tell("unlinkat:EIO:1:1000000", log);
    expect(counts).toMatchObject({ endedBy: "complete", recordsFound: 200 });
    expect(closed).toBe("EIO");
  });
});
