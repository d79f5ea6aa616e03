import { describe, expect, it } from "vitest";
import { estimateRun } from "#analysis/estimate";
import { planFor } from "#analysis/plan";
import { fileBytes } from "#analysis/workloads/parallel-saves/plan";
import { flushModes, operatingSystems } from "#contract/flush-mode";

const second = 1e9;

describe("the plan of the parallel saves", () => {
  it.each(operatingSystems)(
    "contains steps with 1, 2, 4, 8 and 16 writers and only modes that exist on %s",
    (os) => {
      const {
        writers,
        modes,
        fileBytes: each,
        blockBytes,
      } = planFor("quick", os).workloads["parallel-saves"];
      expect(writers).toEqual([1, 2, 4, 8, 16]);
      expect(each % blockBytes).toBe(0);
      expect(modes.length).toBeGreaterThan(0);
      for (const mode of modes) {
        expect(flushModes[mode][os]).toBeDefined();
      }
    },
  );

  it.each(operatingSystems)(
    'takes in the profile "quick" on %s less than eight seconds with the document test, and less than five for its own rounds',
    (os) => {
      const plan = planFor("quick", os, ["document-saves", "parallel-saves"]);
      expect(estimateRun(plan, os).durationNs).toBeLessThan(8 * second);
      const { writers, modes, rounds, roundNs, warmupNs } = plan.workloads["parallel-saves"];
      expect(writers.length * modes.length * rounds * (roundNs + warmupNs)).toBeLessThan(
        5 * second,
      );
    },
  );

  it("reserves room for the files of all writers, twice if the file system keeps two copies", () => {
    const { "parallel-saves": plan } = planFor("quick", "linux").workloads;
    expect(fileBytes(plan, 1)).toBe(16 * plan.fileBytes);
    expect(fileBytes(plan, 2)).toBe(32 * plan.fileBytes);
  });
});
