import { describe, expect, it } from "vitest";
import {
  commitOptions,
  namedVariants,
  usableVariants,
  withCommitSession,
} from "../helpers/native-commits";
import { skipped } from "../helpers/native-engine";

const wal = usableVariants.find(({ variant }) => variant === "wal");
const records = { recordsPerTransaction: 100, transactions: 60 };

describe("a run with the normal durability setting", () => {
  it("finds every record again and counts the checkpoints of the log: several after 6000 records, none after three", async (context) => {
    if (wal === undefined) {
      return context.skip(skipped("built without SQLite"));
    }
    await withCommitSession(async (session, directory) => {
      const run = (changes: object) =>
        session.run(commitOptions(directory, wal, { durability: "normal", ...changes }));
      // The keys are random, so every transaction changes hundreds of pages and the log soon is so
      // long that SQLite makes a checkpoint.
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

  it.each(namedVariants)(
    "completes if the database variant has this setting; otherwise it is refused, and a relaxed run counts no checkpoints: %s",
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
