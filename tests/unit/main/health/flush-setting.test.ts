import { describe, expect, it } from "vitest";
import { flushesTurnedOff, pagesReadings } from "../../../../electron/main/health/health-pages";
import { HealthReader } from "../../../../electron/main/health/read-health";
import { nodeSystemAccess } from "../../../../electron/main/volumes/system-access";
import { noPages, nvmeCaptures, nvmeLogPage } from "../../../fixtures/health/captures";
import { sampleVolume } from "../../../helpers/sample-volume";

const nowMs = Date.UTC(2026, 10, 20);

describe("the flush setting of Windows", () => {
  // STORAGE_WRITE_CACHE_PROPERTY: version and size 28, write-back, enabled, changeable, write-through
  // supported, then three bytes: flushes supported, UserDefinedPowerProtection, NVCacheEnabled.
  const property = (turnedOff: number, size = 28) => [
    ...[28, 0, 0, 0, size, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0],
    ...[1, turnedOff, 0, 0],
  ];

  it.each([
    ["ticked", property(1), true],
    ["not ticked", property(0), false],
    ["nothing at all", [], null],
    ["an answer that ends before it", property(1).slice(0, 25), null],
    ["an answer whose own size ends before it", property(1, 24), null],
  ])("follows the driver's answer: %s", (_, writeCache, expected) => {
    expect(flushesTurnedOff({ writeCache })).toBe(expected);
    // With health and without.
    const nvmeHealth = nvmeCaptures.slice(0, 1).flatMap((capture) => [...nvmeLogPage(capture)]);
    for (const pages of [noPages, { ...noPages, nvmeHealth }]) {
      expect(pagesReadings({ ...pages, writeCache }, nowMs).flushesTurnedOff).toBe(expected);
    }
  });

  it.each([
    ["no cache", 8],
    ["a cache that is switched off", 12],
  ])("does not matter for a drive with %s", (_, at) => {
    const writeCache = property(1).map((byte, place) => (place === at ? 1 : byte));
    expect(flushesTurnedOff({ writeCache })).toBe(false);
  });

  it("arrives with the drive's health in one query", async () => {
    const asked: string[] = [];
    const readWindows = async (disk: string) => {
      asked.push(disk);
      return pagesReadings({ ...noPages, writeCache: property(1) }, nowMs);
    };
    const reader = new HealthReader(readWindows, { ...nodeSystemAccess(), platform: "win32" });
    const volume = sampleVolume({ physicalDisks: ["\\\\.\\PhysicalDrive1"] });
    const answers = await Promise.all([reader.read(volume), reader.flushesTurnedOff(volume)]);
    expect(answers).toMatchObject([{ gap: "no-report" }, true]);
    expect(asked).toEqual(["\\\\.\\PhysicalDrive1"]);
  });

  it.each([
    ["of a volume on several drives", "win32", ["a", "b"]],
    ["of a volume whose drive is not known", "win32", []],
    ["on Linux, which has no such setting", "linux", ["sda"]],
  ] as const)("causes no query %s", async (_, platform, physicalDisks) => {
    const readWindows = () => Promise.reject(new Error("asked"));
    const reader = new HealthReader(readWindows, { ...nodeSystemAccess(), platform });
    expect(await reader.flushesTurnedOff({ physicalDisks: [...physicalDisks] })).toBeNull();
  });
});
