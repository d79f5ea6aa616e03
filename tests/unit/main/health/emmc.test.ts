import { describe, expect, it } from "vitest";
import { newnessOf } from "#analysis/health/age";
import { conditionOf } from "#analysis/health/condition";
import { healthSchema } from "#contract/health";
import { HealthReader } from "../../../../electron/main/health/read-health";
import type { SystemAccess } from "../../../../electron/main/volumes/system-access";
import { sampleVolume } from "../../../helpers/sample-volume";

const missing = () => Promise.reject(new Error("ENOENT"));

/**
 * The health of flash memory with these files in its folder of sysfs, and with these answers of
 * UDisks.
 */
function flashHealth(
  disk: string,
  folder: string,
  files: Readonly<Record<string, string>>,
  { realpath = async (path: string) => path, udisks = "Call failed: No such interface" } = {},
) {
  const system = {
    platform: "linux",
    run: async (_: string, args: readonly string[]) =>
      args.includes("get-property")
        ? JSON.stringify({ type: "o", data: "/org/freedesktop/UDisks2/drives/X" })
        : Promise.reject(new Error(`Command failed: busctl\n${udisks}`)),
    readdir: async () => [],
    realpath,
    readFile: async (path: string) => files[path.replace(`${folder}/`, "")] ?? missing(),
  } as unknown as SystemAccess;
  const drive = { ...sampleVolume().drive, kind: "memory-card", disks: 1 } as const;
  const reader = new HealthReader(() => Promise.resolve({}), system);
  return reader.read({ drive, physicalDisks: [disk] });
}

const healthOf = (files: Readonly<Record<string, string>>, udisks?: string) =>
  flashHealth("mmcblk0", "/sys/block/mmcblk0/device", files, { udisks });
const worn = (life_time: string, pre_eol_info = "0x01\n") => healthOf({ life_time, pre_eol_info });

describe("eMMC memory", () => {
  it.each([
    ["0x01 0x01\n", 1],
    ["0x02 0x05\n", 5],
    ["0x0a 0x00\n", 10],
    ["0x00 0x0b\n", 11],
    ["0x0B 0x01\n", 11],
    // Reserved values are ignored.
    ["0x03 0x0c\n", 3],
    ["0xff 0x02\n", 2],
  ])(
    "has the wear of its more worn kind of flash, in tenths of the rated life: %j",
    async (text, tenths) => {
      const health = await worn(text);
      expect(health).toMatchObject({ source: "sysfs", gap: null, percentageUsed: null });
      expect(health.emmc).toEqual({ lifeTenths: tenths, reserve: "normal" });
      expect(healthSchema.parse(JSON.parse(JSON.stringify(health)))).toEqual(health);
    },
  );

  it("counts as healthy if its reserve is normal, and its condition is unknown without a valid report of the reserve", async () => {
    expect(conditionOf(await worn("0x0a 0x01"))).toEqual({ state: "well", signs: [] });
    for (const reserve of ["0x00\n", "0x04\n", "0x01 0x01\n", ""]) {
      expect(conditionOf(await worn("0x01 0x01", reserve))).toEqual({
        state: "not-known",
        signs: [],
      });
    }
    expect(conditionOf(await healthOf({ life_time: "0x01 0x01\n" })).state).toBe("not-known");
  });

  it("calls for care if its rated life is exceeded or four fifths of its reserve are used", async () => {
    expect(conditionOf(await worn("0x0b 0x01"))).toEqual({
      state: "care",
      signs: ["rated-life-used"],
    });
    expect(conditionOf(await worn("0x01 0x01", "0x02"))).toEqual({
      state: "care",
      signs: ["reserve-warning"],
    });
  });

  it("counts as failing if it reports the state of its reserve as urgent", async () => {
    expect(conditionOf(await worn("0x01 0x01", "0x03"))).toEqual({
      state: "failing",
      signs: ["spare-low"],
    });
    expect(conditionOf(await healthOf({ pre_eol_info: "0x03\n" })).state).toBe("failing");
  });

  it("never counts as new, and counts as used once a tenth of its rated life is consumed", async () => {
    const newness = async (text: string) => newnessOf(await worn(text), 64e9);
    expect([await newness("0x01 0x01"), await newness("0x00 0x00")]).toEqual([
      ...["not-known", "not-known"],
    ]);
    expect([await newness("0x02 0x01"), await newness("0x0b 0x0b")]).toEqual(["used", "used"]);
  });

  it("shows its wear even if UDisks refuses access or is not installed", async () => {
    const files = { life_time: "0x03 0x03\n", pre_eol_info: "0x01\n" };
    for (const refusal of ["Call failed: Access denied", "Unit udisks2.service not found"]) {
      expect(await healthOf(files, refusal)).toMatchObject({ gap: null, emmc: { lifeTenths: 3 } });
    }
  });

  it('has the health gap "no-report" if its wear numbers are zero or missing, and "not-read" if they are invalid', async () => {
    expect((await worn("0x00 0x00\n", "0x00\n")).gap).toBe("no-report");
    expect((await healthOf({})).gap).toBe("no-report");
    expect((await worn("0xff 0x0c\n", "0xff\n")).gap).toBe("not-read");
    expect((await worn("3 4\n", "1\n")).gap).toBe("not-read");
  });
});

describe("UFS memory", () => {
  const controller = "/sys/devices/platform/soc/1d84000.ufshc";

  const realpath = async (path: string) =>
    path === "/sys/block/sda" ? `${controller}/host0/target0:0:0/0:0:0:0/block/sda` : missing();
  const ufsHealth = (files: Readonly<Record<string, string>>) =>
    flashHealth("sda", `${controller}/health_descriptor`, files, { realpath });

  const worn = (a: string, b: string, eol_info: string) =>
    ufsHealth({ life_time_estimation_a: a, life_time_estimation_b: b, eol_info });

  it("has its wear, its reserve and its condition, read from its controller, in the same terms as eMMC memory", async () => {
    const health = await worn("0x02\n", "0x05\n", "0x01\n");
    expect(health).toMatchObject({ source: "sysfs", gap: null });
    expect(health.emmc).toEqual({ lifeTenths: 5, reserve: "normal" });
    expect(conditionOf(health)).toEqual({ state: "well", signs: [] });
    expect(conditionOf(await worn("0x0b\n", "0x01\n", "0x02\n")).signs).toEqual([
      ...["rated-life-used", "reserve-warning"],
    ]);
    expect(conditionOf(await worn("0x01\n", "0x01\n", "0x03\n")).state).toBe("failing");
  });

  it('has the health gap "no-report" if its wear and reserve are zero or their files are missing', async () => {
    expect((await worn("0x00\n", "0x00\n", "0x00\n")).gap).toBe("no-report");
    expect((await ufsHealth({})).gap).toBe("no-report");
  });
});
