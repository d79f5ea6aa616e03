import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chownSync,
  mkdirSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import fsPromises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { createServer } from "node:net";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type NotOwnFile, readOwnFile } from "../../../../electron/main/files/read-own-file";
import { folderOfEach } from "../../../helpers/folders";
import { skipFor } from "../../../helpers/skipped";

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
const { statfs } = fsPromises;

const folder = folderOfEach();
let file: string;
beforeEach(() => {
  file = path.join(folder(), "file");
});
afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(fsPromises, { statfs });
  syncBuiltinESMExports();
});

const refusal = (place: string, mostBytes = 100) =>
  readOwnFile(place, mostBytes).catch(({ reason }: NotOwnFile) => reason);

describe("readOwnFile()", () => {
  it("returns all bytes of a file that is not larger than the limit", async () => {
    const bytes = Buffer.alloc(700_000, "drive");
    writeFileSync(file, bytes);
    expect((await readOwnFile(file, bytes.length)).equals(bytes)).toBe(true);
    writeFileSync(file, "");
    expect(await readOwnFile(file, 0)).toHaveLength(0);
  });

  it("refuses a file that is larger than the limit, by one byte or by far", async () => {
    writeFileSync(file, "four");
    expect(await refusal(file, 3)).toBe("too-large");
    truncateSync(file, 600 * 1024 ** 2);
    expect(await refusal(file, 1024)).toBe("too-large");
  });

  it.skipIf(process.platform !== "linux")(
    "refuses a file that turns out to be larger than the limit while it is read",
    async () => {
      // The system reports size 0 for this file; a file that has grown since then behaves alike.
      expect(await refusal("/proc/self/maps", 10)).toBe("too-large");
    },
  );

  it("throws the system's error for a missing file", async () => {
    await expect(readOwnFile(file, 1)).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("refuses a folder", async () => {
    mkdirSync(file);
    expect(await refusal(file, 1)).toBe("not-regular");
  });

  it.skipIf(process.platform === "win32")("refuses a symbolic link", async () => {
    writeFileSync(path.join(folder(), "secret"), "mine");
    symlinkSync("secret", file);
    expect(await refusal(file)).toBe("not-regular");
    symlinkSync("loop", path.join(folder(), "loop"));
    expect(await refusal(path.join(folder(), "loop"))).toBe("not-regular");
  });

  it.skipIf(process.platform === "win32")("refuses a pipe or socket", async () => {
    execFileSync("mkfifo", [file]);
    expect(await refusal(file)).toBe("not-regular");
    const socket = path.join(folder(), "socket");
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    expect(await refusal(socket)).toBe("not-regular");
    server.close();
  });

  it("refuses a file of another user, and returns its content once the user owns it", async (context) => {
    skipFor(context.skip, !isRoot && "giving files away needs root");
    writeFileSync(file, "theirs");
    chownSync(file, nobody, nobody);
    expect(await refusal(file)).toBe("foreign-owner");
    chownSync(file, 0, 0);
    appendFileSync(file, " and ours");
    expect((await readOwnFile(file, 100)).toString()).toBe("theirs and ours");
  });

  it.skipIf(process.platform !== "linux")(
    "accepts a file that seems to be another user's on a file system that stores no owners, and refuses it on others",
    async () => {
      writeFileSync(file, "ours");
      vi.spyOn(process, "geteuid").mockReturnValue((process.getuid?.() ?? 0) + 1);
      expect(await refusal(file)).toBe("foreign-owner");
      Object.assign(fsPromises, { statfs: async () => ({ type: 0x4d44 }) });
      syncBuiltinESMExports();
      expect((await readOwnFile(file, 100)).toString()).toBe("ours");
    },
  );
});
