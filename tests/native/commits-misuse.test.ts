import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  commitOptions,
  endless,
  untilCommitted,
  withCommitSession,
} from "../helpers/native-commits";
import { engine } from "../helpers/native-engine";

const log = { database: "append-log", variant: "log" } as const;

describe("a commit session", () => {
  it("rejects a second run() while one is running", async () => {
    await withCommitSession(async (session, directory) => {
      const running = session.run(commitOptions(directory, log, endless));
      expect(() => session.run(commitOptions(directory, log))).toThrow(
        expect.objectContaining({ code: "ERR_SESSION_BUSY" }),
      );
      await untilCommitted(session, 1);
      session.stop();
      expect(await running).toMatchObject({ endedBy: "stopped" });
    });
  });

  it("accepts only stop() and close() after close()", async () => {
    await withCommitSession(async (session, directory) => {
      expect(await Promise.all([session.close(), session.close()])).toEqual([undefined, undefined]);
      const closed = expect.objectContaining({ code: "ERR_SESSION_CLOSED" });
      expect(() => session.run(commitOptions(directory, log))).toThrow(closed);
      expect(() => session.snapshot()).toThrow(closed);
      expect(session.stop()).toBeUndefined();
      expect(await session.close()).toBeUndefined();
      expect(readdirSync(directory)).toEqual([]);
    });
  });

  it("ends a run before close() resolves", async () => {
    await withCommitSession(async (session, directory) => {
      const order: string[] = [];
      const running = session
        .run(commitOptions(directory, log, endless))
        .then(({ endedBy }) => order.push(endedBy));
      await untilCommitted(session, 1);
      await Promise.all([running, session.close().then(() => order.push("closed"))]);
      expect(order).toEqual(["stopped", "closed"]);
      expect(readdirSync(directory)).toEqual([]);
    });
  });

  it("resolves a run as stopped even if close() comes before the first commit", async () => {
    await withCommitSession(async (session, directory) => {
      const running = session.run(commitOptions(directory, log, endless));
      const closing = session.close();
      expect(await running).toMatchObject({ endedBy: "stopped", recordsFound: null });
      await closing;
    });
  });

  it("ignores a stop() from before the run", async () => {
    await withCommitSession(async (session, directory) => {
      session.stop();
      expect(await session.run(commitOptions(directory, log))).toMatchObject({
        endedBy: "complete",
      });
    });
  });

  it("refuses a variant that this addon was built without", async () => {
    await withCommitSession(async (session, directory) => {
      for (const variant of engine.commitVariants.filter(({ refusal }) => refusal)) {
        expect(() => session.run(commitOptions(directory, variant))).toThrow(
          expect.objectContaining({ code: "ERR_VARIANT_UNAVAILABLE", message: variant.refusal }),
        );
      }
      expect(session.snapshot().task).toBe("idle");
    });
  });

  it("refuses to run its methods on another kind of object", async () => {
    await withCommitSession(async (session) => {
      const other = engine.openSession();
      for (const method of ["run", "snapshot", "stop"] as const) {
        expect(() => Reflect.apply(session[method], other, [])).toThrow(TypeError);
        expect(() => Reflect.apply(session[method], {}, [])).toThrow(TypeError);
      }
      expect(() => Reflect.apply(other.snapshot, session, [])).toThrow(TypeError);
      await other.close();
    });
  });
});

describe("the options of run()", () => {
  it.each<[string, Record<string, unknown>]>([
    ["no database", { database: undefined }],
    ["an unknown database", { database: "leveldb" }],
    ["the variant of another database", { variant: "wal" }],
    ["another durability", { durability: "hopeful" }],
    ["an empty directory", { directory: "" }],
    ["a directory with a null character", { directory: "/tmp\0x" }],
    ["a name with a slash", { folderName: "a/b" }],
    ["a name with a backslash", { folderName: "a\\b" }],
    ["a name with a colon", { folderName: "a:b" }],
    ["the name ..", { folderName: ".." }],
    ["no name", { folderName: undefined }],
    ["no records", { recordsPerTransaction: 0 }],
    ["more records than are held in memory", { recordsPerTransaction: 1_000_001 }],
    ["records as text", { recordsPerTransaction: "10" }],
    ["no transactions", { transactions: 0 }],
    ["half a transaction", { transactions: 0.5 }],
    ["more than a tebibyte", { transactions: 2 ** 50 }],
    ["a transaction of more than a gibibyte", { recordsPerTransaction: 2e5, valueBytes: 65_536 }],
    ["keys that cannot all be different", { keyBytes: 7 }],
    ["too long keys", { keyBytes: 257 }],
    ["no value", { valueBytes: 0 }],
    ["too long values", { valueBytes: 65_537 }],
    ["no time", { maxNs: 0 }],
    ["an endless time", { maxNs: Number.POSITIVE_INFINITY }],
    ["a negative seed", { seed: -1 }],
  ])("throw a TypeError for %s", async (_what, changes) => {
    await withCommitSession(async (session, directory) => {
      const options = { ...commitOptions(directory, log), ...changes };
      expect(() => Reflect.apply(session.run, session, [options])).toThrow(
        expect.objectContaining({ name: "TypeError", code: "ERR_INVALID_ARG" }),
      );
      expect(readdirSync(directory)).toEqual([]);
      // Nothing hangs on to the failed call.
      expect(await session.run(commitOptions(directory, log))).toMatchObject({
        endedBy: "complete",
      });
    });
  });

  it("pass on the error that a getter throws", async () => {
    await withCommitSession(async (session, directory) => {
      const options = {
        ...commitOptions(directory, log),
        get seed(): number {
          throw new RangeError("from the getter");
        },
      };
      expect(() => session.run(options)).toThrow("from the getter");
    });
  });
});
