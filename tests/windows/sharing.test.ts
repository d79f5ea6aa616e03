import { closeSync, openSync, readdirSync, readSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { NativeSession } from "#native/index";
import { folderOfEach, makeTestDirectory } from "../helpers/folders";
import { blockBytes, engine, prepareOptions, testFileName, until } from "../helpers/native-engine";
import { openElsewhere } from "./windows-setting";

// ERROR_SHARING_VIOLATION of winerror.h, and the sharing modes of CreateFile.
const violation = 32;
const share = { nothing: 0, reading: 1, everything: 7 };

const directory = folderOfEach(makeTestDirectory);
let session: NativeSession;
let file: string;
beforeEach(() => {
  file = join(directory(), testFileName);
  session = engine.openSession();
});
afterEach(async () => {
  await session.close();
});

describe("another program", () => {
  it("gets a sharing violation if it opens the test file without allowing writes to it, and the round continues", async () => {
    await session.prepare(prepareOptions(directory()));
    const mode = "flush_file_buffers";
    const round = session.measure({ mode, durationNs: 6e10, maxBytes: 1e12 });
    await until("the round runs", () => session.snapshot().operations > 0);
    expect(openElsewhere(file, share.nothing)).toBe(violation);
    expect(openElsewhere(file, share.reading)).toBe(violation);
    const before = session.snapshot().operations;
    await until("the round went on", () => session.snapshot().operations > before);
    session.stop();
    expect(await round).toMatchObject({ endedBy: "stopped", fault: null });
    expect(await session.verify()).toMatchObject({ mismatchCount: 0 });
  });

  it("can open the test file if it allows all sharing, as a virus scanner does", async () => {
    await session.prepare(prepareOptions(directory()));
    expect(openElsewhere(file, share.everything)).toBe(0);
    const mode = "write_through";
    expect(await session.measure({ mode, durationNs: 2e7, maxBytes: 1e9 })).toMatchObject({
      endedBy: "time",
      fault: null,
    });
  });

  it("does not delay close() while it reads the test file, which is deleted afterwards", async () => {
    await session.prepare(prepareOptions(directory()));
    const scanner = openSync(file, "r");
    try {
      expect(readSync(scanner, Buffer.alloc(blockBytes), 0, blockBytes, 0)).toBe(blockBytes);
      await session.close();
    } finally {
      closeSync(scanner);
    }
    await until("the file is gone", () => readdirSync(directory()).length === 0);
  });

  it("keeps its open file if that file has the name of the test file", async () => {
    writeFileSync(file, "precious");
    const owner = openSync(file, "r+");
    try {
      await expect(session.prepare(prepareOptions(directory()))).rejects.toMatchObject({
        code: "ERROR_FILE_EXISTS",
        syscall: "CreateFileW",
        osCode: 80,
      });
      const content = Buffer.alloc(8);
      readSync(owner, content, 0, 8, 0);
      expect(content.toString()).toBe("precious");
    } finally {
      closeSync(owner);
    }
    expect(readdirSync(directory())).toEqual([testFileName]);
  });
});

describe("the test file", () => {
  it("is visible in its folder after prepare(), and a second session cannot create a file of the same name", async () => {
    await session.prepare(prepareOptions(directory()));
    expect(readdirSync(directory())).toEqual([testFileName]);
    const second = engine.openSession();
    await expect(second.prepare(prepareOptions(directory()))).rejects.toMatchObject({
      code: "ERROR_FILE_EXISTS",
    });
    await second.close();
    expect(readdirSync(directory())).toEqual([testFileName]);
    expect(await session.verify()).toMatchObject({ mismatchCount: 0 });
    await session.close();
    expect(readdirSync(directory())).toEqual([]);
  });
});
