import { describe, expect, it } from "vitest";
import { type DriveErrorCode, DriveFault, driveError, exitCodeOf } from "#contract/drive-error";
import { driveErrorCodes, driveErrorSchema } from "#contract/drive-error-schema";

/** The exit codes in the table of `--help`, repeated here on purpose. */
const promised: Record<DriveErrorCode, number> = {
  usage: 2,
  "path-missing": 3,
  "not-a-directory": 3,
  "no-permission": 3,
  "read-only": 3,
  "no-space": 3,
  "space-unknown": 3,
  "network-mount": 3,
  "not-testable": 3,
  "already-running": 3,
  "drive-error": 4,
  "wrong-data": 4,
  // A full volume, and one that has disappeared, say nothing about the drive.
  "volume-full": 3,
  "quota-reached": 3,
  "volume-gone": 3,
  "system-limit": 1,
  "access-blocked": 1,
  unclear: 1,
  "engine-died": 1,
  "engine-missing": 1,
  "output-unusable": 2,
  "print-failed": 1,
  internal: 1,
};

it.each(driveErrorCodes)("exitCodeOf() returns the documented exit code for %s", (code) => {
  expect(exitCodeOf(code)).toBe(promised[code]);
});

describe("driveError()", () => {
  it("sets omitted fields to null and returns an error that driveErrorSchema accepts", () => {
    const error = driveError("no-space", "Too little space.", { osCode: 28 });
    expect(error).toEqual({
      code: "no-space",
      message: "Too little space.",
      syscall: null,
      osCode: 28,
      offset: null,
      during: null,
    });
    expect(driveErrorSchema.parse(error)).toEqual(error);
  });
});

it("a DriveFault is an Error that carries the given drive error and its message", () => {
  const error = driveError("internal", "Something is wrong.");
  const fault = new DriveFault(error);
  expect(fault).toBeInstanceOf(Error);
  expect(fault.message).toBe("Something is wrong.");
  expect(fault.driveError).toBe(error);
});
