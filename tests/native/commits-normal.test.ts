import { describe, expect, it } from "vitest";
import {
  commitOptions,
  namedVariants,
  usableVariants,
  withCommitSession,
} from "../helpers/native-commits";
import { skipped } from "../helpers/native-engine";
import { flushesOf, loopVolumeProblem, withLoopVolume } from "../helpers/native-volumes";

const wal = usableVariants.find(({ variant }) => variant === "wal");
const records = { recordsPerTransaction: 100, transactions: 60 };

describe("the normal durability setting", () => {
  it("keeps every record and counts the checkpoints of the log", async (context) => {
    if (wal === undefined) {
      return context.skip(skipped("built without SQLite"));
    }
    await withCommitSession(async (session, directory) => {
      const run = (changes: object) =>
        session.run(commitOptions(directory, wal, { durability: "normal", ...changes }));
      // Random keys: every transaction changes some hundred pages of the log.
      expect(await run(records)).toMatchObject({
        endedBy: "complete",
        recordsFound: 6000,
        checkpoints: expect.any(Number),
      });
      const { checkpoints } = await run(records);
      expect(checkpoints).toBeGreaterThan(1);
      expect(checkpoints).toBeLessThan(records.transactions);
      const few = await run({ recordsPerTransaction: 1, transactions: 3 });
      expect(few).toMatchObject({ checkpoints: 0, recordsFound: 3 });
    });
  });

  it("flushes for checkpoints and not for every commit", async (context) => {
    const problem = wal === undefined ? "built without SQLite" : loopVolumeProblem("ext4");
    if (problem !== null || wal === undefined) {
      return context.skip(skipped(problem ?? ""));
    }
    await withLoopVolume("ext4", 128, ({ mountPoint, device }) =>
      withCommitSession(async (session) => {
        const flushed = async (durability: "durable" | "normal" | "relaxed") => {
          const before = flushesOf(device);
          const counts = await session.run(
            commitOptions(mountPoint, wal, { ...records, durability }),
          );
          return { flushes: flushesOf(device) - before, checkpoints: counts.checkpoints ?? 0 };
        };
        const durable = await flushed("durable");
        const normal = await flushed("normal");
        // At least the log before, and mostly the database after each checkpoint.
        expect(normal.flushes).toBeGreaterThanOrEqual(normal.checkpoints);
        expect(durable.flushes).toBeGreaterThanOrEqual(records.transactions);
        expect(normal.flushes).toBeLessThan(records.transactions);
        expect(normal.checkpoints).toBeGreaterThan(0);
      }),
    );
  });

  it.each(namedVariants)(
    "runs with a variant that has it, and every other variant refuses it: %s",
    async (_name, variant) => {
      await withCommitSession(async (session, directory) => {
        const options = commitOptions(directory, variant, { durability: "normal" });
        if (variant.normalSettings === null) {
          expect(() => session.run(options)).toThrow(/has no normal setting/);
          const { checkpoints } = await session.run(commitOptions(directory, variant));
          expect(checkpoints).toBeNull();
        } else {
          expect(await session.run(options)).toMatchObject({ endedBy: "complete" });
        }
      });
    },
  );
});
