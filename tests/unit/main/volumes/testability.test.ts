import { describe, expect, it } from "vitest";
import { planFor, requiredFreeBytes } from "#analysis/plan";
import { operatingSystemOf, operatingSystems } from "#contract/flush-mode";
import { enoughFreeBytes, tooLittleSpace } from "../../../../electron/main/volumes/testability";

describe("the space that an inspection needs", () => {
  it("is less than what always suffices, for the shortest inspection of each system", () => {
    for (const os of operatingSystems) {
      expect(requiredFreeBytes(planFor("smoke", os), true), os).toBeLessThan(enoughFreeBytes);
    }
  });

  it.each(["ext4", "btrfs"])("is missing on %s from one byte below it", async (fileSystem) => {
    const os = operatingSystemOf(process.platform);
    const needed = requiredFreeBytes(planFor("smoke", os), fileSystem === "btrfs");
    const mount = { fileSystem, mountOptions: "rw" };
    expect(await tooLittleSpace(needed, mount)).toBeNull();
    expect(await tooLittleSpace(needed - 1, mount)).toMatchObject({ code: "no-space" });
  });
});
