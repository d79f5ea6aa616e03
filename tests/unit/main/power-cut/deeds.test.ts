import { expect, it } from "vitest";
import { unknownDrive } from "#contract/volume";
import { deedsFor } from "../../../../electron/main/power-cut/deeds";

const drive = (removable: boolean | null) =>
  ({ ...unknownDrive, kind: "nvme", removable }) as const;

it('deedsFor() returns the possible ways to cut the power of a drive, and always "no-cut"', () => {
  expect(deedsFor(drive(false), true)).toEqual(["power-button", "battery", "plug", "no-cut"]);
  expect(deedsFor(drive(true), false)).toEqual(["cable", "no-cut"]);
  // If the computer stayed on, a drive inside it never lost its power, so only "no cut" is offered.
  expect(deedsFor(drive(false), false)).toEqual(["no-cut"]);
  expect(deedsFor(drive(null), null)).toEqual([
    "cable",
    "power-button",
    "battery",
    "plug",
    "no-cut",
  ]);
});
