import { readdirSync, statfsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { commitOptions, usableVariants } from "../helpers/native-commits";
import { blockBytes, engine, prepareOptions } from "../helpers/native-engine";
import { onLoopVolume, onTmpfs, tmpfsProblem, withTmpfs } from "../helpers/native-volumes";
import { skipFor } from "../helpers/skipped";

const mebibyte = 2 ** 20;

async function expectRefusal(mountPoint: string): Promise<void> {
  const free = () => statfsSync(mountPoint).bfree;
  const before = free();
  const session = engine.openSession();
  const prepared = session.prepare(prepareOptions(mountPoint, { fileBytes: 256 * mebibyte }));
  await expect(prepared).rejects.toMatchObject({ code: "ENOSPC", osCode: 28, offset: 0 });
  expect(readdirSync(mountPoint).filter((name) => name !== "lost+found")).toEqual([]);
  expect(free()).toBeGreaterThanOrEqual(before - 16);
  // The session is still usable: prepare() makes a file that fits.
  const smaller = prepareOptions(mountPoint, { fileBytes: 256 * blockBytes });
  expect((await session.prepare(smaller)).modes.length).toBeGreaterThan(0);
  await session.close();
}

describe("prepare() on a volume without room for the test file", () => {
  it("rejects with ENOSPC at offset 0 on ext4, leaves no file, and then makes a smaller one", async (context) => {
    await onLoopVolume(context.skip, "ext4", 64, ({ mountPoint }) => expectRefusal(mountPoint));
  });

  it("rejects with ENOSPC at offset 0 on tmpfs, leaves no file, and then makes a smaller one", async (context) => {
    await onTmpfs(context.skip, 16, expectRefusal);
  });
});

describe("a database on a volume that takes no more files", () => {
  const databases = usableVariants.filter(({ database }) => database === "sqlite");

  it.for(databases)(
    "fails with ENOSPC and not with the error for a missing file: $variant",
    async (variant, context) => {
      skipFor(context.skip, tmpfsProblem());
      // Room for three inodes: the mount point, the folder and the database's file, but none for
      // the journal.
      const takesThree = 3;
      await withTmpfs(
        16,
        async (mountPoint) => {
          const session = engine.openCommitSession();
          const run = session.run(commitOptions(mountPoint, variant));
          const failed = await run.then(
            ({ fault }) => fault,
            (refusal: unknown) => refusal,
          );
          expect(failed).toMatchObject({ systemCode: "ENOSPC" });
          await session.close();
          expect(readdirSync(mountPoint)).toEqual([]);
        },
        takesThree,
      );
    },
  );
});
