import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HostFault } from "../../../electron/engine-host/fault";
import { type HeldFolder, holdFolder } from "../../../electron/engine-host/held-folder";
import { folderOfEach } from "../../helpers/folders";

/**
 * The volumes that disappear are real ones in tests/native/volume-gone.test.ts; here folders are
 * renamed and removed.
 */
describe("a folder that holdFolder() keeps open", () => {
  const parent = folderOfEach();
  let directory: string;
  let folder: HeldFolder;

  beforeEach(async () => {
    directory = join(parent(), "chosen");
    mkdirSync(directory);
    folder = await holdFolder(directory);
  });
  afterEach(async () => {
    await folder.close();
  });

  it('is reported as "here" while its path leads to it', async () => {
    expect(await folder.whereabouts()).toBe("here");
  });

  it('is reported as "moved" after it was renamed, even if another folder then has its name', async () => {
    renameSync(directory, join(parent(), "renamed"));
    expect(await folder.whereabouts()).toBe("moved");
    mkdirSync(directory);
    expect(await folder.whereabouts()).toBe("moved");
  });

  it('is reported as "moved" after it was removed', async () => {
    rmSync(directory, { recursive: true });
    expect(await folder.whereabouts()).toBe("moved");
  });

  it.skipIf(process.platform === "win32")("is accessible through its descriptor", () => {
    const { ino } = statSync(`/dev/fd/${folder.descriptor}`);
    expect(ino).toBe(statSync(directory).ino);
  });

  it('must be on the volume with the given device number, or else holdFolder() fails with "path-missing"', async () => {
    const { dev } = statSync(directory, { bigint: true });
    await (await holdFolder(directory, `${dev}`)).close();
    await expect(holdFolder(directory, `${dev + 1n}`)).rejects.toMatchObject({
      error: { code: "path-missing", statements: [{ code: "error.folder-covered" }] },
    });
  });

  it.skipIf(process.platform === "win32")(
    'must not be a pipe, or else holdFolder() fails at once with "not-a-directory"',
    async () => {
      const pipe = join(parent(), "pipe");
      execFileSync("mkfifo", [pipe]);
      const opening = holdFolder(pipe).then(
        () => "held",
        ({ error }: HostFault) => error.code,
      );
      const late = setTimeout(2_000, "waiting");
      expect(await Promise.race([opening, late])).toBe("not-a-directory");
    },
  );

  it('must exist, or else holdFolder() fails with "path-missing"', async () => {
    await expect(holdFolder(join(parent(), "missing"))).rejects.toMatchObject({
      error: {
        code: "path-missing",
        syscall: "open",
        osCode: 2,
        statements: [{ params: { words: "no such file or directory" } }],
      },
    });
  });
});
