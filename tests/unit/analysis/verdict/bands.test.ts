import { describe, expect, it } from "vitest";
import { readingStanding } from "#analysis/verdict/glance/bands";
import type { Drive } from "#contract/volume";
import { type SampleOptions, sampleReport } from "../../../helpers/sample-report";

const sata: Partial<Drive> = {
  kind: "sata-ssd",
  bus: "sata",
  link: { type: "sata", gigabitsPerSecond: 6 },
};
const lanes = { gigatransfersPerSecond: 16, lanes: 4 };
const nvme: Partial<Drive> = { kind: "nvme", link: { type: "pcie", ...lanes, most: lanes } };

const thirdOf = (drive: Partial<Drive>, megabytes: number, options: SampleOptions = {}) =>
  readingStanding(sampleReport({ volume: { encryption: "none" }, ...options, drive }), {
    bytesPerSecond: megabytes * 1e6,
    blockBytes: 2 ** 20,
    requests: 8,
    movedBytes: 1e9,
    isFromDrive: true,
  })?.third ?? null;

describe("readingStanding()", () => {
  it("compares a reading rate with the limit of the link, and returns null above that limit", () => {
    expect(thirdOf(sata, 545)).toBe("normal");
    expect(thirdOf(sata, 600)).toBe("fast");
    expect(thirdOf(sata, 601)).toBeNull();
    expect(thirdOf(sata, 2300)).toBeNull();
    expect(thirdOf(nvme, 7000)).toBe("normal");
    expect(thirdOf(nvme, 7870)).toBe("fast");
    expect(thirdOf(nvme, 7880)).toBeNull();
    expect(thirdOf(nvme, 12_000)).toBeNull();
  });

  it("calls a drive slow only when its volume is known not to be encrypted", () => {
    expect(thirdOf(sata, 300)).toBe("slow");
    for (const encryption of ["LUKS", "BitLocker", null]) {
      expect(thirdOf(sata, 300, { volume: { encryption } })).toBeNull();
      expect(thirdOf(sata, 545, { volume: { encryption } })).toBe("normal");
    }
  });
});
