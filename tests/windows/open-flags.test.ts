import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { prepareOptions, skipped, testFileName, withSession } from "../helpers/native-engine";
import { needsWine, openTrace, underWine } from "./windows-setting";

// Flag values from winbase.h.
const flags = {
  writeThrough: 0x8000_0000,
  noBuffering: 0x2000_0000,
  deleteOnClose: 0x0400_0000,
  openReparsePoint: 0x0020_0000,
  normal: 0x80,
};
const disposition = { createNew: 1, openExisting: 3 };

/**
 * Every call of CreateFileW for the test file in Wine's trace, with its disposition, flags and
 * sharing mode.
 */
function opens(trace: string) {
  const line = /CreateFileW L"([^"]*)"(.*) creation (\d+) attributes 0x([0-9a-f]+)/g;
  return [...readFileSync(trace, "latin1").matchAll(line)]
    .filter(([, path]) => path?.endsWith(testFileName))
    .map(([, path = "", words = "", creation, attributes = "0"]) => ({
      extended: path.startsWith("\\\\\\\\?\\\\"), // the trace doubles every backslash
      sharesAll: ["READ", "WRITE", "DELETE"].every((word) => words.includes(`FILE_SHARE_${word}`)),
      creation: Number(creation),
      flags: Number.parseInt(attributes, 16),
    }));
}

describe("prepare()", () => {
  it("opens the test file once for each set of flags that modes, background flushes and verify() need", async (context) => {
    const trace = openTrace;
    if (!underWine || !trace) {
      context.skip(skipped(needsWine));
      return;
    }
    await withSession((session, directory) => session.prepare(prepareOptions(directory)));
    const found = opens(trace);
    const always = flags.openReparsePoint + flags.normal;
    expect(found.map(({ creation, flags: given }) => [creation, given])).toEqual([
      // The new file is deleted with its last handle and is never opened through a link.
      [disposition.createNew, flags.deleteOnClose + always],
      [disposition.openExisting, flags.writeThrough + always],
      [disposition.openExisting, flags.writeThrough + flags.noBuffering + always],
      // A second handle for flushes, since calls on one synchronous handle would wait for each
      // other.
      [disposition.openExisting, always],
      // A handle for reading back around the cache.
      [disposition.openExisting, flags.noBuffering + always],
    ]);
    expect(found.every(({ extended, sharesAll }) => extended && sharesAll)).toBe(true);
  });
});
