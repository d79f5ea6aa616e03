import { expect, it } from "vitest";
import { isSameDrive, type VolumeMarks } from "../../../../electron/analysis/power-cut/same-drive";
import { sampleVolumes } from "../../../helpers/sample-laptops";

const { linux } = sampleVolumes;
const marks: VolumeMarks = { ...linux, mountPoint: "/data", fileSystem: "ext4", totalBytes: 1e12 };

it("the same place, file system, size and model are the same drive", () => {
  expect(isSameDrive(marks, { ...marks, drive: { ...marks.drive } })).toBe(true);
  // A cable in another socket changes nothing.
  expect(isSameDrive(marks, { ...marks, drive: { ...marks.drive, bus: "usb" } })).toBe(true);
});

it.each<[string, Partial<VolumeMarks>]>([
  ["place", { mountPoint: "/other" }],
  ["file system", { fileSystem: "xfs" }],
  ["size", { totalBytes: 2e12 }],
  ["model", { drive: { ...marks.drive, model: "Another" } }],
])("another %s alone is another drive", (_, changes) => {
  expect(isSameDrive(marks, { ...marks, ...changes })).toBe(false);
  expect(isSameDrive({ ...marks, ...changes }, marks)).toBe(false);
});

it("nothing in common is another drive", () => {
  const other = { mountPoint: "/o", fileSystem: "xfs", totalBytes: 1, drive: linux.drive };
  expect(isSameDrive(marks, { ...other, drive: { ...linux.drive, model: "Another" } })).toBe(false);
});

it("serial numbers decide where both drives have one, wherever they are", () => {
  const numbered = (serial: string, changes: Partial<VolumeMarks> = {}): VolumeMarks => ({
    ...marks,
    ...changes,
    drive: { ...marks.drive, serial },
  });
  const one = numbered("S6Z1NJ0TA123");
  expect(isSameDrive(numbered("S6Z1NJ0TA123", { mountPoint: "/other" }), one)).toBe(true);
  // Twins that take turns at one place.
  expect(isSameDrive(numbered("S6Z1NJ0TA999"), one)).toBe(false);
  // Another volume of the same drive.
  expect(isSameDrive(numbered("S6Z1NJ0TA123", { totalBytes: 5 }), one)).toBe(false);
  // A number that many sticks share decides nothing.
  expect(isSameDrive(numbered("0000"), numbered("0000"))).toBe(true);
  expect(isSameDrive(numbered("0000", { mountPoint: "/other" }), numbered("0000"))).toBe(false);
  expect(isSameDrive(marks, one)).toBe(true);
});
