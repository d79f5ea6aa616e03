import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  findSensor,
  followTemperature,
  readTemperature,
  type TemperatureReading,
} from "../../../../electron/engine-host/readings/temperature";
import { filesOf } from "./files-of";

const sensorAt = (folder: string, name: string, input = "41850\n", max = "84850\n") => ({
  [`${folder}/name`]: `${name}\n`,
  [`${folder}/temp1_input`]: input,
  [`${folder}/temp1_max`]: max,
});

describe("a temperature sensor", () => {
  it.each([
    ["the NVMe controller", "nvme0n1", "/sys/block/nvme0n1/device/hwmon1", "nvme"],
    [
      "the PCI device, as in older kernels",
      "nvme0n1",
      "/sys/block/nvme0n1/device/device/hwmon/hwmon3",
      "nvme",
    ],
  ])("is found for its drive and read if it lies below %s", async (_what, disk, folder, name) => {
    const sys = filesOf({ "/sys/block/sda/device/model": "x", ...sensorAt(folder, name) });
    expect(await findSensor(disk, sys)).toBe(folder);
    expect(await readTemperature(folder, sys)).toEqual({ celsius: 41.85, limitCelsius: 84.85 });
  });

  it("of type drivetemp has no throttling limit, even if it reports a maximum", async () => {
    const folder = "/sys/block/sda/device/hwmon/hwmon0";
    const sys = filesOf({
      ...sensorAt(folder, "drivetemp", "41000\n", "60000\n"),
      [`${folder}/temp1_crit`]: "65000\n",
    });
    expect(await findSensor("sda", sys)).toBe(folder);
    expect(await readTemperature(folder, sys)).toEqual({ celsius: 41, limitCelsius: null });
  });

  it("of an NVMe drive has the warning limit, or the critical limit if that is implausible, or no limit if both are", async () => {
    const limitOf = async (max: string, crit: string) => {
      const sys = filesOf({ ...sensorAt("/s", "nvme", "41850\n", max), "/s/temp1_crit": crit });
      return (await readTemperature("/s", sys))?.limitCelsius;
    };
    expect(await limitOf("0\n", "89850\n")).toBe(89.85);
    expect(await limitOf("-273150\n", "89850\n")).toBe(89.85);
    expect(await limitOf("20850\n", "89850\n")).toBe(89.85);
    expect(await limitOf("84850\n", "89850\n")).toBe(84.85);
    expect(await limitOf("0\n", "0\n")).toBeNull();
  });

  it("of an NVMe drive yields the composite temperature, not that of a further sensor", async () => {
    const folder = "/sys/block/nvme0n1/device/hwmon1";
    const sys = filesOf({
      ...sensorAt(folder, "nvme"),
      [`${folder}/temp2_input`]: "91850\n",
      [`${folder}/temp2_max`]: "65261850\n",
    });
    expect(await readTemperature(folder, sys)).toEqual({ celsius: 41.85, limitCelsius: 84.85 });
  });

  it("is not used if the sensor's driver is not for drives or if the sensor belongs to another disk", async () => {
    const sys = filesOf({
      ...sensorAt("/sys/block/sda/device/hwmon/hwmon0", "coretemp"),
      ...sensorAt("/sys/block/sdb/device/hwmon/hwmon1", "drivetemp"),
    });
    expect(await findSensor("sda", sys)).toBeNull();
  });

  it("is not found if the system lists no sensor", async () => {
    expect(await findSensor("sda", filesOf({}))).toBeNull();
  });

  it.each([
    ["a drive at absolute zero", "-273150\n"],
    ["0 °C as the driver nvme converts 273 Kelvin", "-150\n"],
    ["255 degrees", "255000\n"],
    ["no number", "N/A\n"],
    ["an empty file", ""],
    ["a number that never ends", `${"9".repeat(400)}\n`],
  ])("yields no temperature for an invalid reading: %s", async (_what, input) => {
    const sys = filesOf(sensorAt("/s", "nvme", input));
    expect(await readTemperature("/s", sys)).toBeNull();
  });

  it.each(["0\n", "-273150\n", "65261850\n", ""])(
    "has no limit if the sensor reports %j as its only limit",
    async (max) => {
      const sys = filesOf(sensorAt("/s", "nvme", "40000\n", max));
      expect(await readTemperature("/s", sys)).toEqual({ celsius: 40, limitCelsius: null });
    },
  );
});

describe("followTemperature()", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const sda = sensorAt("/sys/block/sda/device/hwmon/hwmon0", "drivetemp");
  const follow = (disks: readonly string[], files: Record<string, string>) => {
    const told: TemperatureReading[] = [];
    const following = followTemperature(
      disks,
      (reading) => told.push(reading),
      filesOf(files),
      5000,
    );
    return { told, following };
  };

  it("reports the temperature at once, then every five seconds, and never after end()", async () => {
    const { told, following } = follow(["sda"], sda);
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(told).toHaveLength(3);
    following.end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told).toHaveLength(3);
  });

  it("reports temperatures again after the sensor did not answer for a moment", async () => {
    const files: Record<string, string> = { ...sda };
    const input = "/sys/block/sda/device/hwmon/hwmon0/temp1_input";
    const { told, following } = follow(["sda"], files);
    await vi.advanceTimersByTimeAsync(0);
    delete files[input];
    await vi.advanceTimersByTimeAsync(5000);
    expect(told).toHaveLength(1);
    files[input] = "50000\n";
    await vi.advanceTimersByTimeAsync(5000);
    expect(told.map(({ celsius }) => celsius)).toEqual([41.85, 50]);
    following.end();
  });

  it("reports no temperature and leaves no timer if end() is called during the search for the sensor", async () => {
    const { told, following } = follow(["sda"], sda);
    following.end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([[[]], [["sda", "sdb"]]])(
    "reports nothing if the volume is not on exactly one disk, but on %j",
    async (disks) => {
      const { told } = follow(disks, sda);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(told).toEqual([]);
      expect(vi.getTimerCount()).toBe(0);
    },
  );
});
