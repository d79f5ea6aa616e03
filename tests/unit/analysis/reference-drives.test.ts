import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  hardDiskCeilingIops,
  nearestReference,
  randomSavesOfDisk,
  referenceDrives,
  speedClass,
  speedClasses,
} from "#analysis/reference-drives";
import { flushModeIds, flushModes } from "#contract/flush-mode";
import { driveKinds } from "#contract/volume-schema";
import { shortName } from "#text/reference-drives";

const figure = { mode: z.enum(flushModeIds), iops: z.number().positive() };
const referenceSchema = z.strictObject({
  ...figure,
  id: z.string().regex(/^[a-z0-9-]+$/),
  name: z.string().min(1),
  kind: z.enum(driveKinds),
  blockBytes: z.number().int().positive().nullable(),
  otherFigures: z.array(z.strictObject(figure)),
  sourceName: z.string().min(1),
  sourceUrl: z.url({ protocol: /^https?$/ }),
  note: z.string().optional(),
});

describe("referenceDrives", () => {
  it("match their schema", () => {
    expect(referenceDrives.length).toBeGreaterThan(10);
    for (const reference of referenceDrives) {
      expect(referenceSchema.parse(reference)).toEqual(reference);
    }
  });

  it("have unique ids and unique short names of at most 16 characters", () => {
    expect(new Set(referenceDrives.map(({ id }) => id)).size).toBe(referenceDrives.length);
    const shortNames = referenceDrives.map(({ id }) => shortName(id));
    expect(new Set(shortNames).size).toBe(referenceDrives.length);
    for (const [place, name] of shortNames.entries()) {
      expect(name).not.toBe(referenceDrives[place]?.id);
      expect(name.length).toBeLessThanOrEqual(16);
    }
  });

  it("rate every drive by a mode whose saves promise to survive a power cut", () => {
    for (const { mode } of referenceDrives) {
      const promises = Object.values(flushModes[mode]).map(({ guarantee }) => guarantee);
      expect(promises).toContain("power-loss");
    }
  });
});

describe("nearestReference()", () => {
  it("returns the drive whose rate is nearest on a logarithmic scale", () => {
    const nearest = (iops: number) => nearestReference(iops, "fdatasync")?.reference.id;
    expect(nearest(46)).toBe("mac-m1");
    expect(nearest(50_000)).toBe("nvme-optane-900p");
    // 300 is nearer to 223 and 440 by factor than by difference: 440 / 300 < 300 / 143.
    expect(nearest(320)).toBe("cloud-ssd-doris");
    expect(nearest(300)).toBe("usb-flash-marcan");
  });

  it("compares a rate with the published rate of the same system call if there is one, and not with a Mac's plain fsync", () => {
    expect(nearestReference(700, "fsync")).toMatchObject({
      reference: { id: "nvme-970-evo-plus" },
      figure: { mode: "fsync", iops: 687 },
    });
    expect(nearestReference(1420, "fdatasync")?.figure).toMatchObject({ iops: 1417 });
    expect(nearestReference(27_000, "fsync")?.reference.id).toBe("nvme-optane-900p");
  });

  it("returns null for a rate of 0", () => {
    expect(nearestReference(0, "fsync")).toBeNull();
  });
});

describe("speedClass()", () => {
  const published: [string, string][] = [
    ["hdd-wd2002fyps", "hard-disk"],
    ["mac-m1", "hard-disk"],
    ["mac-macbook-pro-16", "hard-disk"],
    ["sata-860-evo", "slow-ssd"],
    ["usb-flash-marcan", "slow-ssd"],
    ["nvme-990-pro", "slow-ssd"],
    ["nvme-970-evo", "good-ssd"],
    ["nvme-sn550", "good-ssd"],
    ["sata-sandisk-ultra-ii", "good-ssd"],
    ["nvme-optane-900p", "server"],
  ];

  it.each(published)("puts the published figure of %s into the class %s", (id, expected) => {
    const reference = referenceDrives.find((each) => each.id === id);
    const { iops, mode } = reference ?? { iops: -1, mode: "none" };
    expect(speedClass(iops, mode).id).toBe(expected);
  });

  it("puts four published NVMe drives into the same class by their fsync rate as by their fdatasync rate", () => {
    for (const id of ["nvme-970-evo", "nvme-970-evo-plus", "nvme-mp600", "nvme-990-pro"]) {
      const reference = referenceDrives.find((each) => each.id === id);
      const fsync = reference?.otherFigures.find(({ mode }) => mode === "fsync");
      expect(speedClass(fsync?.iops ?? -1, "fsync").id).toBe(
        speedClass(reference?.iops ?? -1, "fdatasync").id,
      );
    }
  });

  it("begins each class exactly at its threshold", () => {
    for (const { id, fromIops, fromWholeFileIops } of speedClasses) {
      expect(speedClass(fromIops, "fdatasync").id).toBe(id);
      expect(speedClass(fromWholeFileIops, "fsync").id).toBe(id);
    }
    for (const { id, fromIops, fromWholeFileIops } of speedClasses.filter(
      (one) => one.fromIops > 0,
    )) {
      expect(speedClass(0.999 * fromIops, "fdatasync").id).not.toBe(id);
      expect(speedClass(0.999 * fromWholeFileIops, "fsync").id).not.toBe(id);
    }
    expect(speedClass(129.9, "fdatasync").id).toBe("hard-disk");
  });
});

describe("randomSavesOfDisk()", () => {
  it("assumes half a turn and a short seek for each save", () => {
    // Half a turn is 60 / 7200 / 2 s = 4.17 ms, and the seek takes 0.5 ms.
    expect(randomSavesOfDisk(7200)).toBeCloseTo(214.3, 1);
    expect(randomSavesOfDisk(15_000)).toBeCloseTo(400, 6);
  });

  it("stays below the hard disk ceiling of 500 saves a second at every usual rotation speed", () => {
    for (const turns of [5400, 7200, 10_000, 15_000]) {
      expect(hardDiskCeilingIops).toBeGreaterThan(1.2 * randomSavesOfDisk(turns));
    }
    expect(hardDiskCeilingIops).toBeCloseTo(500, 6);
  });
});
