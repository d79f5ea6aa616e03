import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  hardDiskCeilingIops,
  nearestReference,
  referenceDrives,
  speedClass,
  speedClasses,
} from "../../../electron/analysis/reference-drives";
import { flushModeIds, flushModes } from "../../../electron/contract/flush-mode";
import { driveKinds } from "../../../electron/contract/volume";

const figure = { mode: z.enum(flushModeIds), iops: z.number().positive() };
const referenceSchema = z.strictObject({
  ...figure,
  id: z.string().regex(/^[a-z0-9-]+$/),
  name: z.string().min(1),
  short: z.string().min(1).max(16),
  kind: z.enum(driveKinds),
  blockBytes: z.number().int().positive().nullable(),
  otherFigures: z.array(z.strictObject(figure)),
  sourceName: z.string().min(1),
  sourceUrl: z.url({ protocol: /^https?$/ }),
  note: z.string().optional(),
});

describe("referenceDrives", () => {
  it("have the shape the program takes them to have", () => {
    expect(referenceDrives.length).toBeGreaterThan(10);
    for (const reference of referenceDrives) {
      expect(referenceSchema.parse(reference)).toEqual(reference);
    }
  });

  it("have different ids and short names", () => {
    expect(new Set(referenceDrives.map(({ id }) => id)).size).toBe(referenceDrives.length);
    expect(new Set(referenceDrives.map(({ short }) => short)).size).toBe(referenceDrives.length);
  });

  it("are rated by a mode that promises to survive a power cut", () => {
    for (const { mode } of referenceDrives) {
      const promises = Object.values(flushModes[mode]).map(({ guarantee }) => guarantee);
      expect(promises).toContain("power-loss");
    }
  });
});

describe("nearestReference", () => {
  it("compares on a logarithmic scale", () => {
    expect(nearestReference(46)?.id).toBe("mac-m1");
    expect(nearestReference(50_000)?.id).toBe("nvme-optane-900p");
    // 300 is nearer to 223 and 440 by factor than by difference: 440 / 300 < 300 / 143.
    expect(nearestReference(320)?.id).toBe("cloud-ssd-doris");
    expect(nearestReference(300)?.id).toBe("usb-flash-marcan");
  });

  it("finds nothing for a rate of 0", () => {
    expect(nearestReference(0)).toBeNull();
  });
});

describe("speedClass", () => {
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

  it.each(published)("puts the published figure of %s into %s", (id, expected) => {
    const reference = referenceDrives.find((each) => each.id === id);
    expect(speedClass(reference?.iops ?? -1).id).toBe(expected);
  });

  it("begins each class exactly at its threshold", () => {
    for (const { id, fromIops } of speedClasses) {
      expect(speedClass(fromIops).id).toBe(id);
    }
    expect(speedClass(hardDiskCeilingIops - 0.1).id).toBe("hard-disk");
  });

  it("lies above what a disk of 7 200 turns a minute can do", () => {
    expect(hardDiskCeilingIops).toBeGreaterThan(7200 / 60);
  });
});
