import { describe, expect, it } from "vitest";
import { newnessOf } from "#analysis/health/age";
import { doesNotFit } from "#analysis/health/readings";
import type { Health } from "#contract/health";
import type { DriveKind } from "#contract/volume";
import { both, healthOnBoth } from "./both-systems";

/**
 * The health that each system reports of a drive with these hours, eight starts and these raw
 * values.
 */
function healthOn(
  raws: Readonly<Record<number, number>>,
  { kind = "hard-disk" as DriveKind, hours = 5, model = "ST4000VN008" } = {},
): Promise<Health[]> {
  const counts = { 5: 0, 9: hours, 12: 8, 197: 0, ...raws };
  const attributes = Object.entries(counts).map(
    ([id, raw]) => [Number(id), `attribute-${id}`, 50, 100, 100, 0, raw] as const,
  );
  return healthOnBoth(attributes, { model, kind, hours });
}

const newness = async (...args: Parameters<typeof healthOn>) =>
  (await healthOn(...args)).map((health) => newnessOf(health, 4e12));

describe("a count of few power-on hours", () => {
  it.each([
    ["4 000 hours of heads in flight", { 240: 4000 }],
    ["4 000 of them below milliseconds", { 240: 4000 + 2 ** 32 * 77 }],
    ["4 000 hours under load", { 222: 4000 }],
    ["9 000 starts of the motor", { 4: 9000 }],
    ["300 000 parkings of the heads", { 193: 300_000 }],
    ["50 TB written", { 241: 50e12 / 512 }],
    ["50 TB read", { 242: 50e12 / 512 }],
  ])(
    "does not show that a hard disk is new if another count shows far more use: %s",
    async (_, raws) => {
      expect(await newness(raws)).toEqual(both("not-known"));
      for (const { powerOnHours, impossible } of await healthOn(raws)) {
        expect(powerOnHours).toBeNull();
        expect(impossible).toEqual([{ quantity: "powerOnHours", value: 5 }]);
        expect(impossible.every(doesNotFit)).toBe(true);
      }
    },
  );

  it("shows that a SATA SSD is new despite high other counts, unless the SSD wrote more than its link carries in the counted hours", async () => {
    const kind = "sata-ssd";
    expect(await newness({ 241: 50e12 / 512 }, { kind })).toEqual(both("not-known"));
    // Other makers count in units larger than a sector, and some attributes mean something else on
    // an SSD.
    expect(await newness({ 241: 900, 242: 4000 }, { kind })).toEqual(both("new"));
    expect(await newness({ 4: 9000, 193: 300_000, 222: 4000, 240: 4000 }, { kind })).toEqual(
      both("new"),
    );
  });

  it("is compared with the other counts of a USB drive only if a seek counter shows that it is a hard disk", async () => {
    const kind = "usb";
    expect(await newness({ 7: 0, 240: 4000 }, { kind })).toEqual(both("not-known"));
    expect(await newness({ 240: 4000 }, { kind })).toEqual(both("new"));
    expect(await newness({ 7: 0, 240: 4000 }, { kind: "sata-ssd" })).toEqual(both("new"));
  });

  it("is accepted if the other counts of the drive fit it or are impossible", async () => {
    const fitting = { 4: 60, 193: 900, 222: 6, 240: 4, 241: 2e12 / 512, 242: 2e12 / 512 };
    expect(await newness(fitting)).toEqual(both("new"));
    expect(await newness({ 240: 29 })).toEqual(both("new"));
    // 2^47 sectors are more than any drive writes, so the raw value is not a number of sectors.
    expect(await newness({ 241: 2 ** 47 })).toEqual(both("new"));
  });

  it("is compared with other counts up to 100 hours, and accepted without a comparison from 101 hours", async () => {
    for (const { powerOnHours } of await healthOn({ 240: 4000 }, { hours: 100 })) {
      expect(powerOnHours).toBeNull();
    }
    for (const { powerOnHours } of await healthOn({ 240: 4000 }, { hours: 101 })) {
      expect(powerOnHours).toBe(101);
    }
  });
});

describe("the power-on hours of a maker whose old disks count them in another unit", () => {
  it.each([
    ...["TOSHIBA MK5059GSXP", "Maxtor 6Y160P0", "FUJITSU MHZ2160BJ FFS G1", "SAMSUNG SP2504C"],
    "HITACHI_DK23EA-30",
  ])("are unknown for an old disk on Windows, but not on Linux: %s", async (model) => {
    const [linux, windows] = await healthOn({}, { model, hours: 100_000 });
    expect([linux?.powerOnHours, windows?.powerOnHours]).toEqual([100_000, null]);
    expect(windows?.impossible).toEqual([]);
  });

  it.each(["TOSHIBA DT01ACA100", "SAMSUNG HD103SJ", "Hitachi HTS545050A7E380"])(
    "are taken from the counter for a newer disk: %s",
    async (model) => {
      for (const { powerOnHours } of await healthOn({}, { model, hours: 9000 })) {
        expect(powerOnHours).toBe(9000);
      }
    },
  );
});
