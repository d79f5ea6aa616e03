import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderOfEach, makeTestDirectory } from "../helpers/folders";
import { engine, prepareOptions, skipped, testFileName } from "../helpers/native-engine";
import { networkFolder } from "./windows-setting";

const home = folderOfEach(makeTestDirectory);

/**
 * Measures in the folder; checks that the test file exists there and nowhere else, and that it is
 * gone afterwards.
 */
async function measureIn(directory: string): Promise<void> {
  const before = readdirSync(directory);
  const session = engine.openSession();
  try {
    const { named } = await session.prepare(prepareOptions(directory));
    expect(named).toBe(true);
    expect(readdirSync(directory).sort()).toEqual([...before, testFileName].sort());
    const mode = "flush_file_buffers";
    const counts = await session.measure({ mode, durationNs: 2e7, maxBytes: 1e9 });
    expect(counts.operations).toBeGreaterThan(0);
    expect(await session.verify()).toMatchObject({ mismatchCount: 0, aroundCache: true });
  } finally {
    await session.close();
  }
  expect(readdirSync(directory)).toEqual(before);
}

describe("a session", () => {
  it.each([
    ["has spaces", "a folder of mine"],
    ["has umlauts", "Müller, größte Ärger"],
    ["is Chinese", "测试 文件夹"],
    ["has an emoji, which takes two units of UTF-16", "drive 💾"],
    ["has an apostrophe, a percent sign and brackets", "100 % of Ann's [files] (new)"],
  ])("measures in a folder whose path %s", async (_, name) => {
    const folder = join(home(), name);
    mkdirSync(folder);
    await measureIn(folder);
  });

  it("measures in a folder whose path is longer than 260 characters", async () => {
    const folder = join(home(), ...Array.from({ length: 8 }, (_, level) => `${level}`.repeat(48)));
    mkdirSync(folder, { recursive: true });
    expect(folder.length).toBeGreaterThan(400);
    await measureIn(folder);
  });

  it("accepts a path that ends with a separator or uses forward slashes", async () => {
    await measureIn(`${home()}\\`);
    await measureIn(home().replaceAll("\\", "/"));
  });

  it("accepts a path in the extended-length form", async () => {
    await measureIn(`\\\\?\\${home()}`);
  });

  it("measures in the root of a drive", async () => {
    await measureIn("C:\\");
  });
});

describe("a network name (UNC)", () => {
  it("leads to a folder that can be measured, in the plain form and in the extended-length form", async (context) => {
    if (!networkFolder) {
      context.skip(skipped("no folder with a network name was given"));
      return;
    }
    expect(networkFolder).toMatch(/^\\\\[^\\?]+\\/);
    await measureIn(networkFolder);
    await measureIn(networkFolder.replace(/^\\\\/, "\\\\?\\UNC\\"));
  });

  it("makes prepare() reject, with CreateFileW as the call, if it does not exist", async () => {
    const session = engine.openSession();
    const prepared = session.prepare(prepareOptions("\\\\driveproof-nobody.invalid\\share"));
    await expect(prepared).rejects.toMatchObject({
      code: expect.stringMatching(/^ERROR/),
      syscall: "CreateFileW",
    });
    await session.close();
  });
});
