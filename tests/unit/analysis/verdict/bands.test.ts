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
  it('rates reading at about 90 % of the link\'s limit "normal" and at the limit "fast", and returns null above the limit', () => {
    expect(thirdOf(sata, 545)).toBe("normal");
    expect(thirdOf(sata, 600)).toBe("fast");
    expect(thirdOf(sata, 601)).toBeNull();
    expect(thirdOf(sata, 2300)).toBeNull();
    expect(thirdOf(nvme, 7000)).toBe("normal");
    expect(thirdOf(nvme, 7870)).toBe("fast");
    expect(thirdOf(nvme, 7880)).toBeNull();
    expect(thirdOf(nvme, 12_000)).toBeNull();
  });

  it('rates 300 MB/s over SATA "slow" only if the volume is known not to be encrypted, and 545 MB/s "normal" in any case', () => {
    expect(thirdOf(sata, 300)).toBe("slow");
    for (const encryption of ["LUKS", "BitLocker", null]) {
      expect(thirdOf(sata, 300, { volume: { encryption } })).toBeNull();
      expect(thirdOf(sata, 545, { volume: { encryption } })).toBe("normal");
    }
  });
});
