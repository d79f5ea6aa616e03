import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { hashSources, readStamp, writeStamp } from "../../../scripts/setup/stamp.mjs";
import { foldersOfEach } from "../../helpers/folders";

const newFolder = foldersOfEach();
let root: string;
const write = (file: string, content: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), content);
};
const entries = ["src", "build.json"];
const hash = () => hashSources(entries, { root });

beforeEach(() => {
  root = newFolder();
  write("src/a.ts", "one");
  write("src/deep/b.ts", "two");
  write("build.json", "{}");
});

describe("hashSources()", () => {
  it("returns the same hash for the same sources in another folder", () => {
    const before = hash();
    const first = root;
    root = newFolder();
    // Creates the files in another order, which must not change their hash.
    write("build.json", "{}");
    write("src/deep/b.ts", "two");
    write("src/a.ts", "one");
    expect(root).not.toBe(first);
    expect(hash()).toBe(before);
  });

  it.each([
    ["a change of content", () => write("src/deep/b.ts", "twO")],
    ["a new file", () => write("src/deep/c.ts", "")],
    ["a removed file", () => rmSync(path.join(root, "build.json"))],
    ["a renamed file", () => renameSync(path.join(root, "src/a.ts"), path.join(root, "src/z.ts"))],
    [
      "bytes that moved from one file to the next",
      () => {
        write("src/a.ts", "on");
        write("src/deep/b.ts", "etwo");
      },
    ],
  ])("returns another hash after %s", (_, change) => {
    const before = hash();
    change();
    expect(hash()).not.toBe(before);
  });

  it("ignores hidden files and files outside the given entries", () => {
    const before = hash();
    write("notes.txt", "new");
    write("src/.a.ts.swp", "editor");
    expect(hash()).toBe(before);
  });

  it("returns a hash that depends on the salt", () => {
    expect(hashSources(entries, { root, salt: "linux x64" })).not.toBe(
      hashSources(entries, { root, salt: "linux arm64" }),
    );
  });
});

describe("readStamp()", () => {
  it("returns what writeStamp() wrote, or null without a file", () => {
    const file = path.join(root, "out", "stamp");
    expect(readStamp(file)).toBeNull();
    writeStamp(file, "abc");
    expect(readStamp(file)).toBe("abc");
  });
});
