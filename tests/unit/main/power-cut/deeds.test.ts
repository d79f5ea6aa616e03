import { expect, it } from "vitest";
import { unknownDrive } from "#contract/volume";
import { deedsFor } from "../../../../electron/main/power-cut/deeds";

const drive = (removable: boolean | null) =>
  ({ ...unknownDrive, kind: "nvme", removable }) as const;

it('deedsFor() returns the possible ways to cut the power of a drive, and always "no-cut"', () => {
  expect(deedsFor(drive(false), true)).toEqual(["power-button", "battery", "plug", "no-cut"]);
  expect(deedsFor(drive(true), false)).toEqual(["cable", "no-cut"]);
  // A drive inside a computer that stayed on never lost its power.
  expect(deedsFor(drive(false), false)).toEqual(["no-cut"]);
  expect(deedsFor(drive(null), null)).toEqual([
    "cable",
    "power-button",
    "battery",
    "plug",
    "no-cut",
  ]);
});
