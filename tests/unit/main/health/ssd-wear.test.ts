import { describe, expect, it } from "vitest";
import type { DriveKind } from "#contract/volume";
import type { AtaCapture } from "../../../fixtures/health/captures";
import { both, healthOnBoth } from "./both-systems";

type Row = AtaCapture["attributes"][number];

/** An attribute of a SATA SSD that warns of nothing and whose worst value is the current one. */
const row = (id: number, value: number, raw: number, threshold = 0, flags = 50): Row => [
  ...([id, `attribute-${id}`, flags, value, value, threshold, raw] as const),
];

const wear = async (model: string, rows: readonly Row[], kind: DriveKind = "sata-ssd") => {
  const hours = 9000;
  const usual = [row(5, 100, 0), row(9, 95, hours), row(12, 99, 800), row(197, 100, 0)];
  const found = await healthOnBoth([...usual, ...rows], { model, kind, hours });
  return found.map(({ percentageUsed, wearAttribute }) => [percentageUsed, wearAttribute]);
};
const used = (percent: number, id: number, value: number, isLast = false) =>
  both([percent, { id, value, isLast }]);
const unknown = both([null, null]);

describe("the wear of a SATA SSD", () => {
  it.each([
    ["Samsung SSD 860 EVO 500GB", row(177, 63, 512, 0, 19), used(37, 177, 63)],
    ["Samsung SSD 860 EVO 500GB", row(177, 100, 0, 0, 19), used(0, 177, 100)],
    ["Samsung SSD 870 QVO 4TB", row(177, 98, 21, 0, 19), used(2, 177, 98)],
    ["SAMSUNG MZ7LN256HMJP-00000", row(177, 40, 900, 0, 19), used(60, 177, 40)],
    // On a published drive of this model the raw value repeats the normalized value.
    ["SAMSUNG MZ7TE256HMHP-000L7", row(177, 95, 95, 0, 19), used(5, 177, 95)],
    ["CT500MX500SSD1", row(202, 100, 0, 1), used(0, 202, 100)],
    ["CT1000MX500SSD1", row(202, 27, 73, 1), used(73, 202, 27)],
    ["Crucial_CT256MX100SSD1", row(202, 96, 4), used(4, 202, 96)],
    ["Micron_1100_MTFDDAK256TBN", row(202, 88, 12, 1), used(12, 202, 88)],
    ["MTFDDAV256TBN-1AR15ABHA", row(202, 88, 12, 1), used(12, 202, 88)],
    ["M4-CT128M4SSD2", row(202, 91, 9), used(9, 202, 91)],
    ["INTEL SSDSC2KW512G8", row(233, 92, 0), used(8, 233, 92)],
    ["INTEL SSDSA2M160G2GC", row(233, 98, 0), used(2, 233, 98)],
    ["KINGSTON SV300S37A120G", row(231, 96, 0, 10, 19), used(4, 231, 96)],
    ["KINGSTON SA400S37480G", row(231, 95, 95), used(5, 231, 95)],
    // For these two drives, Device Statistics in published captures (linuxhw/SMART) say 4 and 7 %
    // used.
    ["KINGSTON SA400M8240G", row(231, 5, 95), used(5, 231, 5)],
    ["KINGSTON SA400S37240G", row(231, 8, 92), used(8, 231, 8)],
    ["KINGSTON SKC400S37256G", row(231, 90, 90), used(10, 231, 90)],
  ])("is, for %s, read from the attribute %j", async (model, attribute, expected) => {
    expect(await wear(model, [attribute])).toEqual(expected);
  });

  it("is marked as a lower bound if the attribute's value is at its lowest and cannot show more wear", async () => {
    expect(await wear("Samsung SSD 850 EVO 250GB", [row(177, 1, 2500, 0, 19)])).toEqual(
      used(100, 177, 1, true),
    );
    expect(await wear("INTEL SSDSC2CT240A4", [row(233, 1, 0)])).toEqual(used(100, 233, 1, true));
    expect(await wear("KINGSTON SH103S3120G", [row(231, 10, 0, 0)])).toEqual(
      used(90, 231, 10, true),
    );
  });

  it("exceeds 100 %, up to 255 %, if the attribute's raw value exceeds 100", async () => {
    expect(await wear("CT500MX500SSD1", [row(202, 0, 104, 1)])).toEqual(used(104, 202, 0));
    expect(await wear("CT500MX500SSD1", [row(202, 0, 300, 1)])).toEqual(used(255, 202, 0));
  });

  it.each([
    ["Samsung SSD 860 EVO 500GB", row(177, 0, 512)],
    ["Samsung SSD 860 EVO 500GB", row(177, 255, 512)],
    ["Samsung SSD 860 EVO 500GB", row(177, 253, 0)],
    ["Samsung SSD 860 EVO 500GB", row(177, 200, 0)],
    ["Samsung SSD 860 EVO 500GB", row(177, 101, 0)],
    ["Samsung SSD 860 EVO 500GB", row(202, 40, 60)],
    ["CT500MX500SSD1", row(202, 100, 73)],
    ["CT500MX500SSD1", row(202, 0, 0)],
    ["CT500MX500SSD1", row(202, 0, 99)],
    ["CT500MX500SSD1", row(202, 0, 2 ** 48 - 1)],
    ["CT500MX500SSD1", row(202, 0, 0xffff)],
    ["INTEL SSDSC2KW512G8", row(233, 0, 0)],
    ["KINGSTON SV300S37A120G", row(233, 0, 23_924)],
    // On SandForce drives a value below 10 counts the remaining blocks.
    ["KINGSTON SH103S3120G", row(231, 9, 0, 10, 19)],
    ["KINGSTON SA400S37480G", row(231, 100, 0)],
    ["KINGSTON SA400S37480G", row(231, 0, 0)],
    ["KINGSTON SA400S37480G", row(231, 100, 31)],
    ["KINGSTON SKC400S37256G", row(231, 10, 90)],
  ])("is not known for %s with the attribute %j", async (model, attribute) => {
    expect(await wear(model, [attribute])).toEqual(unknown);
  });

  it.each([
    // Drives of SanDisk and WD pack several fields into attribute 230; 233 counts the bytes
    // written.
    ["WDC WDS500G2B0A-00SM50", [row(230, 1, 0x2506_0d28_2506), row(233, 100, 9000)]],
    ["SanDisk SDSSDHII240G", [row(230, 100, 57), row(232, 100, 100), row(233, 100, 2047)]],
    // On this published drive the value 1 of attribute 233 does not mean that the drive is worn
    // out.
    ["SK hynix SC311 SATA 512GB", [row(233, 1, 4_294_967_068), row(177, 90, 3)]],
    ["INTEL SSDSC2KW480H6", [row(233, 40, 0)]],
    // On this model of Dell's, attribute 233 counts the bytes written.
    ["INTEL SSDSC2BB960G7R", [row(233, 40, 3), row(202, 40, 0)]],
    ["Corsair Force LS SSD", [row(231, 40, 60)]],
    ["SAMSUNG MZHPV128HDGM-00000", [row(177, 17, 40)]],
    ["Crucial_CT480M500SSD9", [row(177, 40, 60)]],
    ["TOSHIBA THNSNJ512GCST", [row(173, 100, 9), row(177, 40, 60), row(202, 40, 60)]],
    ["SATA SSD", [row(177, 40, 60), row(202, 40, 60), row(231, 40, 60), row(233, 40, 60)]],
  ])(
    "is not known for %s, whose attributes have another meaning or no known meaning",
    async (...args) => {
      expect(await wear(...args)).toEqual(unknown);
    },
  );

  it("is not read from the attributes of a hard disk, but is read for an SSD behind a USB adapter", async () => {
    const rows = [row(177, 40, 60), row(202, 40, 60), row(231, 40, 40), row(233, 40, 0)];
    expect(await wear("ST1000LM035-1RK172", rows)).toEqual(unknown);
    expect(await wear("SAMSUNG HM500JI", rows)).toEqual(unknown);
    for (const model of ["Samsung SSD 860 EVO 500GB", "CT500MX500SSD1", "INTEL SSDSC2KW512G8"]) {
      expect(await wear(model, rows, "hard-disk")).toEqual(unknown);
    }
    // Behind an adapter the kind of drive is not known, but the model is.
    expect(await wear("Samsung SSD 860 EVO 500GB", rows, "usb")).toEqual(used(60, 177, 40));
  });
});
