import { describe, expect, it } from "vitest";
import {
  isSameVolume,
  maybeSameVolume,
  type TestedVolume,
  type VolumeMarks,
} from "#analysis/power-cut/same-drive";
import { sampleVolumes } from "../../../helpers/sample-laptops";

const { linux } = sampleVolumes;
const drive = { ...linux.drive, model: "Samsung SSD 990 PRO", capacityBytes: 1_000_204_886_016 };
const marks: TestedVolume = {
  ...linux,
  mountPoint: "/data",
  fileSystem: "ext4",
  totalBytes: 1e12,
  writeCache: "write-back",
  drive: { ...drive, serial: null },
};
const numbered = (serial: string, changes: Partial<VolumeMarks["drive"]> = {}): TestedVolume => ({
  ...marks,
  drive: { ...drive, serial, ...changes },
});
const one = numbered("S6Z1NJ0TA123");

describe("isSameVolume()", () => {
  it("returns true for the same serial number in another spelling or at another mount point", () => {
    expect(isSameVolume({ ...one, mountPoint: "/other" }, one)).toBe(true);
    expect(isSameVolume(numbered("s6z1-nj0t a123"), one)).toBe(true);
  });

  it("returns false if the firmware versions differ, and true if one of them is not known", () => {
    const withFirmware = (firmware: string | null) => numbered("S6Z1NJ0TA123", { firmware });
    const [old, updated] = [withFirmware("4B2QJXD7"), withFirmware("8B2QJXD7")];
    expect(isSameVolume(updated, old)).toBe(false);
    expect(isSameVolume(old, updated)).toBe(false);
    expect(isSameVolume(old, withFirmware("4B2QJXD7"))).toBe(true);
    expect(isSameVolume(old, withFirmware(null))).toBe(true);
  });

  it.each<[string, TestedVolume]>([
    ["another serial number", numbered("S6Z1NJ0TA999")],
    ["another model", numbered("S6Z1NJ0TA123", { model: "Samsung SSD 980" })],
    ["another size", numbered("S6Z1NJ0TA123", { capacityBytes: 2e12 })],
    ["a size that is not known", numbered("S6Z1NJ0TA123", { capacityBytes: null })],
    ["a model that is not known", numbered("S6Z1NJ0TA123", { model: null })],
    ["another bus, such as that of a USB case", numbered("S6Z1NJ0TA123", { bus: "usb" })],
    ["another cache setting", { ...one, writeCache: "write-through" }],
    ["several drives", numbered("S6Z1NJ0TA123", { disks: 2 })],
    ["no serial number", marks],
    ["another file system", { ...one, fileSystem: "xfs" }],
    ["another volume of the drive", { ...one, totalBytes: 5 }],
  ])("returns false for %s", (_, other) => {
    expect(isSameVolume(one, other)).toBe(false);
    expect(isSameVolume(other, one)).toBe(false);
    expect(isSameVolume(other, { ...other })).toBe(
      other.drive.serial !== null &&
        other.drive.disks !== 2 &&
        other.drive.model !== null &&
        other.drive.capacityBytes !== null,
    );
  });

  it("returns true for the same drive and volume even if the cache setting was once not known", () => {
    expect(isSameVolume({ ...one, writeCache: "unknown" }, one)).toBe(true);
  });

  it.each(["152D00539000", "NONE", "012345678901", "0000"])(
    "returns false for the serial number %s, which many drives share",
    (serial) => {
      expect(isSameVolume(numbered(serial), numbered(serial))).toBe(false);
    },
  );
});

describe("maybeSameVolume()", () => {
  it("returns true at the same mount point when file system, size and model agree", () => {
    expect(maybeSameVolume(marks, { ...marks })).toBe(true);
    expect(maybeSameVolume(marks, one)).toBe(true);
    expect(maybeSameVolume(numbered("0000"), numbered("0000"))).toBe(true);
  });

  it.each<[string, Partial<VolumeMarks>]>([
    ["mount point", { mountPoint: "/other" }],
    ["file system", { fileSystem: "xfs" }],
    ["size", { totalBytes: 2e12 }],
    ["model", { drive: { ...marks.drive, model: "Another" } }],
  ])("returns false for another %s", (_, changes) => {
    expect(maybeSameVolume(marks, { ...marks, ...changes })).toBe(false);
    expect(maybeSameVolume({ ...marks, ...changes }, marks)).toBe(false);
  });

  it("returns true for the same two drives in either order, and false for another pair", () => {
    const group = (model: string): VolumeMarks => ({
      ...marks,
      drive: { ...marks.drive, model, capacityBytes: null, disks: 2 },
    });
    expect(maybeSameVolume(group("A + B"), group("B + A"))).toBe(true);
    expect(maybeSameVolume(group("A + B"), group("C + A"))).toBe(false);
  });

  it("returns true for the same serial number at any mount point, and false for another serial number", () => {
    expect(maybeSameVolume({ ...one, mountPoint: "/other" }, one)).toBe(true);
    // Two drives of one model that are mounted alternately at the same mount point.
    expect(maybeSameVolume(numbered("S6Z1NJ0TA999"), one)).toBe(false);
  });
});
