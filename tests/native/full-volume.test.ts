import { readdirSync, statfsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { blockBytes, engine, prepareOptions, skipped } from "../helpers/native-engine";
import { loopVolumeProblem, withLoopVolume, withTmpfs } from "../helpers/native-volumes";

const mebibyte = 2 ** 20;

async function expectRefusal(mountPoint: string): Promise<void> {
  const free = () => statfsSync(mountPoint).bfree;
  const before = free();
  const session = engine.openSession();
  const prepared = session.prepare(prepareOptions(mountPoint, { fileBytes: 256 * mebibyte }));
  await expect(prepared).rejects.toMatchObject({ code: "ENOSPC", osCode: 28, offset: 0 });
  expect(readdirSync(mountPoint).filter((name) => name !== "lost+found")).toEqual([]);
  expect(free()).toBeGreaterThanOrEqual(before - 16);
  // The session is not lost: a file that fits is made.
  const smaller = prepareOptions(mountPoint, { fileBytes: 256 * blockBytes });
  expect((await session.prepare(smaller)).modes.length).toBeGreaterThan(0);
  await session.close();
}

describe("a volume without room for the test file", () => {
  it("is found out before it is filled up: ext4", async (context) => {
    const problem = loopVolumeProblem("ext4");
    if (problem) {
      context.skip(skipped(problem));
      return;
    }
    await withLoopVolume("ext4", 64, ({ mountPoint }) => expectRefusal(mountPoint));
  });

  it("is found out before it is filled up: tmpfs", async (context) => {
    if (process.platform !== "linux" || process.getuid?.() !== 0) {
      context.skip(skipped("mounting a tmpfs needs Linux and root"));
      return;
    }
    await withTmpfs(16, expectRefusal);
  });
});
