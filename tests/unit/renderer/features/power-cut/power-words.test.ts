import { describe, expect, it } from "vitest";
import { unknownDrive } from "#contract/volume";
import {
  likelyMachine,
  machinesFor,
} from "../../../../../renderer/src/features/power-cut/power-words";

const stick = { drive: { ...unknownDrive, kind: "usb", bus: "usb", removable: true } as const };
const inside = {
  drive: { ...unknownDrive, kind: "nvme", bus: "nvme", removable: false } as const,
};

describe("machinesFor()", () => {
  it("offers only to pull out the drive if the drive is external", () => {
    expect(machinesFor(stick)).toEqual(["external"]);
  });

  it("does not offer to pull out an internal drive or the drive that the system runs from", () => {
    expect(machinesFor(inside)).toEqual(["desktop", "laptop"]);
    const card = { drive: { ...stick.drive, kind: "memory-card" }, system: true } as const;
    expect(machinesFor(card)).toEqual(["desktop", "laptop"]);
  });

  it("offers every way to cut the power if it is not known whether the drive is internal or external", () => {
    expect(machinesFor({ drive: unknownDrive })).toEqual(["external", "desktop", "laptop"]);
  });

  it("offers the most likely way to cut the power of an external, an internal and an unknown drive", () => {
    for (const volume of [stick, inside, { drive: unknownDrive }]) {
      expect(machinesFor(volume)).toContain(likelyMachine(volume));
    }
  });
});
