import { describe, expect, it } from "vitest";
import type { UnjudgedReport } from "#analysis/facts/facts";
import { failureFindings } from "#analysis/verdict/failures";
import { driveError, type HostError, hostError } from "#contract/drive-error";
import { said } from "../../../helpers/judged";
import { plain } from "../../../helpers/read-verdict";
import { sampleUnjudgedReport } from "../../../helpers/sample-report";

/**
 * Which words a finding uses for an error: the codes in the report, which can be translated, or the
 * error's message if there are none.
 */

const call = { syscall: "fsync", error: "EIO", words: "Input/output error", atByte: 4096 };
const place = { syscall: "fsync", osCode: 5, offset: 4096 };
const naming = [
  { code: "fault.drive-error", params: call },
  { code: "error.kept", params: {} },
];
const nameless = [{ code: "error.kept", params: {} }];

const seenOf = (error: UnjudgedReport["error"]) =>
  failureFindings({ ...sampleUnjudgedReport(), partial: true, verification: null, error })[0]?.seen;

describe("the finding on an error of the drive", () => {
  it.each<[string, HostError]>([
    ["has no message yet", hostError("drive-error", nameless, place)],
    ["has a message, too", { ...driveError("drive-error", "Old.", place), statements: naming }],
  ])("repeats the sentences of an error that %s", (_, error) => {
    expect(seenOf(error)).toEqual(error.statements);
  });

  it.each([
    ["no sentences", {}],
    ["sentences that do not name the call", { statements: nameless }],
  ])(
    "adds system call, error number and place to the message of an error with %s",
    (_, statements) => {
      const error = { ...driveError("drive-error", "A save failed.", place), ...statements };
      expect(plain(said(seenOf(error) ?? null))).toBe(
        "A save failed (fsync, error 5, at byte 4 096 of the test file).",
      );
    },
  );
});

it("the finding that the inspection ended early repeats the sentences of the error, or its message if it has none", () => {
  const error = driveError("system-limit", "Too many files are open");
  expect(said(seenOf(error) ?? null)).toBe("Too many files are open.");
  expect(seenOf({ ...error, statements: nameless })).toEqual(nameless);
});
