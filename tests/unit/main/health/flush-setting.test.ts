import { describe, expect, it } from "vitest";
import { unknownDrive } from "#contract/volume";
import { flushesTurnedOff, pagesReadings } from "../../../../electron/main/health/health-pages";
import { HealthReader } from "../../../../electron/main/health/read-health";
import { nodeSystemAccess } from "../../../../electron/main/volumes/system-access";
import { noPages, nvmeCaptures, nvmeLogPage } from "../../../fixtures/health/captures";
import { sampleVolume } from "../../../helpers/sample-volume";

const nowMs = Date.UTC(2026, 10, 20);

describe("the flush setting of Windows", () => {
  // STORAGE_WRITE_CACHE_PROPERTY: version and size (28), then write-back, enabled, changeable and
  // write-through supported, then three bytes: flushes supported, UserDefinedPowerProtection,
  // NVCacheEnabled.
  const property = (turnedOff: number, size = 28) => [
    ...[28, 0, 0, 0, size, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0],
    ...[1, turnedOff, 0, 0],
  ];

  it.each([
    ["flushes turned off", property(1), true],
    ["flushes turned on", property(0), false],
    ["no answer", [], null],
    ["an answer that ends before the setting", property(1).slice(0, 25), null],
    ["an answer that states a size that ends before the setting", property(1, 24), null],
  ])(
    "is read from the driver's answer, and is unknown if the answer lacks it: %s",
    (_, writeCache, expected) => {
      expect(flushesTurnedOff({ writeCache })).toBe(expected);
      // Tries pages without and with an NVMe health log.
      const nvmeHealth = nvmeCaptures.slice(0, 1).flatMap((capture) => [...nvmeLogPage(capture)]);
      for (const pages of [noPages, { ...noPages, nvmeHealth }]) {
        expect(pagesReadings({ ...pages, writeCache }, nowMs).flushesTurnedOff).toBe(expected);
      }
    },
  );

  it.each([
    ["no cache", 8],
    ["a cache that is switched off", 12],
  ])("does not count as turned off on a drive with %s", (_, at) => {
    const writeCache = property(1).map((byte, place) => (place === at ? 1 : byte));
    expect(flushesTurnedOff({ writeCache })).toBe(false);
  });

  it("is read in the same query as the drive's health", async () => {
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
    [true, "one drive has flushes turned off", [0, 1]],
    [false, "no drive has flushes turned off", [0, 0]],
    [null, "one drive does not answer", [0, null]],
    [true, "one drive does not answer and one has flushes turned off", [null, 1]],
  ])(
    "gives flushesTurnedOff the value %j for a volume on two drives if %s",
    async (expected, _, settings) => {
      const readWindows = async (disk: string) => {
        const setting = settings[Number(disk)] ?? null;
        return pagesReadings(
          { ...noPages, writeCache: setting === null ? [] : property(setting) },
          nowMs,
        );
      };
      const reader = new HealthReader(readWindows, { ...nodeSystemAccess(), platform: "win32" });
      expect(await reader.flushesTurnedOff({ physicalDisks: ["0", "1"] })).toBe(expected);
    },
  );

  it("is read for a storage space, although the health of the drives in that space is not read", async () => {
    const readWindows = async () =>
      pagesReadings({ ...noPages, writeCache: property(1), predictsFailure: true }, nowMs);
    const reader = new HealthReader(readWindows, { ...nodeSystemAccess(), platform: "win32" });
    const volume = sampleVolume({
      drive: { ...unknownDrive, bus: "Spaces" },
      physicalDisks: ["\\\\.\\PhysicalDrive4"],
    });
    expect(await reader.flushesTurnedOff(volume)).toBe(true);
    expect((await reader.read(volume)).gap).toBe("drive-unknown");
  });

  it.each([
    ["for a volume whose drive is not known", "win32", []],
    ["on Linux, which has no such setting", "linux", ["sda"]],
  ] as const)("is not queried %s", async (_, platform, physicalDisks) => {
    const readWindows = () => Promise.reject(new Error("asked"));
    const reader = new HealthReader(readWindows, { ...nodeSystemAccess(), platform });
    expect(await reader.flushesTurnedOff({ physicalDisks: [...physicalDisks] })).toBeNull();
  });
});
