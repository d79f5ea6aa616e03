import { describe, expect, it } from "vitest";
import { leastFreeBytes, planFor, requiredFreeBytes } from "#analysis/plan";
import { operatingSystemOf, operatingSystems } from "#contract/flush-mode";
import { usualWorkloads } from "#contract/workloads/index";
import { enoughFreeBytes, tooLittleSpace } from "../../../../electron/main/volumes/testability";

describe("the space that an inspection needs", () => {
  it("is below 1 GiB for the smallest inspection on each operating system", () => {
    for (const os of operatingSystems) {
      expect(leastFreeBytes(os, true), os).toBeLessThan(enoughFreeBytes);
    }
  });

  it.each(usualWorkloads)(
    "is not reported as lacking if the free space suffices for the smoke profile with %s alone",
    async (id) => {
      const needed = requiredFreeBytes(planFor("smoke", operatingSystemOf(process.platform), [id]));
      expect(await tooLittleSpace(needed, { fileSystem: "ext4", mountOptions: "rw" })).toBeNull();
    },
  );
});
