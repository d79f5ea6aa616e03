import { describe, expect, it } from "vitest";
import { DeviceEvidence, flushesBetween } from "../../../electron/engine-host/device-evidence";

const stat = (flushes: number) =>
  `   27933     5297  2210346     7928     5034     5468   309800     2581        0     4488    10666     3173       38   140512      146      ${flushes}       10\n`;

describe("DeviceEvidence", () => {
  it("reads field 16 of every level's stat", async () => {
    const files: Record<string, string> = {
      "/sys/block/loop0/stat": stat(5),
      "/sys/block/vda/stat": stat(238),
    };
    const evidence = new DeviceEvidence(["loop0", "vda"], async (path) => files[path] ?? "");
    expect(await evidence.flushCounters()).toEqual([5, 238]);
  });

  it.each([
    ["no devices", [], stat(1)],
    ["an old kernel without the field", ["sda"], "1 2 3 4 5 6 7 8 9 10 11"],
    ["nonsense", ["sda"], "a b c"],
  ])("knows nothing with %s", async (_name, devices, content) => {
    expect(await new DeviceEvidence(devices, async () => content).flushCounters()).toBeNull();
  });

  it("knows nothing when a device left", async () => {
    const evidence = new DeviceEvidence(["sdb"], async () => {
      throw new Error("ENOENT");
    });
    expect(await evidence.flushCounters()).toBeNull();
  });
});

describe("flushesBetween", () => {
  it("counts what passed every level", () => {
    expect(flushesBetween([10, 100], [20, 115])).toBe(10);
    expect(flushesBetween([10, 100], [20, 100])).toBe(0);
  });

  it("is null without two whole readings or when a counter ran backwards", () => {
    expect(flushesBetween(null, [1])).toBeNull();
    expect(flushesBetween([1], null)).toBeNull();
    expect(flushesBetween([], [])).toBeNull();
    expect(flushesBetween([1, 2], [1])).toBeNull();
    expect(flushesBetween([5], [3])).toBeNull();
  });
});
