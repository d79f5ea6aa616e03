import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { commitOptions, endless, withCommitSession } from "../helpers/native-commits";
import { engine } from "../helpers/native-engine";

const log = { database: "append-log", variant: "log" } as const;

describe("a commit session", () => {
  it("resolves a run as stopped even if close() comes before the first commit", async () => {
    await withCommitSession(async (session, directory) => {
      const running = session.run(commitOptions(directory, log, endless));
      const closing = session.close();
      expect(await running).toMatchObject({ endedBy: "stopped", recordsFound: null });
      await closing;
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
});

describe("the options of run()", () => {
  it.each<[string, Record<string, unknown>]>([
    ["no database", { database: undefined }],
    ["an unknown database", { database: "leveldb" }],
    ["the variant of another database", { variant: "wal" }],
    ["another durability", { durability: "hopeful" }],
    ["an empty directory", { directory: "" }],
    ["a name with a slash", { folderName: "a/b" }],
    ["no name", { folderName: undefined }],
    ["no records", { recordsPerTransaction: 0 }],
    ["more records than are held in memory", { recordsPerTransaction: 1_000_001 }],
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
});
