import { mkdirSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { folderOfEach } from "../helpers/folders";
import { inspect } from "../helpers/inspect-process";

/**
 * A name with escape sequences that move the cursor up and erase, end the line and rename the
 * window, with CSI as a single character, and with characters that reverse the text's direction.
 */
const hostile = "drive\x1b[1A\x1b[2K\r\n\tok\x1b]0;x\x07\u009b2J\u202egnp.exe\u2066\u2028";
const obeyed = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

const parent = folderOfEach();
let folder: string;
beforeEach(() => {
  folder = path.join(parent(), hostile);
  mkdirSync(folder);
});

const smoke = ["--profile", "smoke", "--tests", "commits", "--engines", "append-log"];

describe.skipIf(process.platform === "win32")("a folder with a hostile name", () => {
  it.each([
    [
      "an inspection with its report in it",
      0,
      (at: string) => [...smoke, "--json", `${at}/r.json`],
    ],
    ["an inspection with its report on standard output", 0, () => [...smoke, "--json", "-"]],
    ["a result that cannot be written", 2, (at: string) => ["--csv", `${at}/none/r.csv`]],
    ["a folder that is not there", 3, (at: string) => ["--path", `${at}/none`]],
    [
      "a plug test that is not there",
      3,
      () => ["--plug-test", "finish", "--acknowledged", "fsync=1"],
    ],
    [
      "a witness that is not there",
      2,
      (at: string) => [...["--plug-test", "finish", "--acknowledged", `${at}/none`]],
    ],
    ["a removal", 0, () => ["--plug-test", "remove"]],
    ["a short plug test", 0, () => ["--plug-test", "start", "--seconds", "1", "--modes", "none"]],
    ["an option that does not exist", 2, (at: string) => [`--${at}`]],
  ])("appears with escaped control characters in messages: %s", async (_what, code, args) => {
    const own = args(folder);
    const end = await inspect(own.includes("--path") ? own : [...own, "--path", folder]);
    const said = `${end.stdout}${end.stderr}`;
    expect(end.code, said).toBe(code);
    expect(said.replaceAll("\n", "")).not.toMatch(obeyed);
    // JSON escapes control characters as \u009b, messages escape them as \x9b.
    expect(said).toMatch(/\\(x9b|u009b)2J\\u202egnp\.exe/);
  });
});
