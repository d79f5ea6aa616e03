import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { sizeTicks } from "../../../../../renderer/src/workloads/buffer-sweep/grid";

const { bufferBytes } = planFor("quick", "linux").workloads["buffer-sweep"];

describe("sizeTicks()", () => {
  it("labels every size if the axis has enough space", () => {
    expect(sizeTicks(bufferBytes, 60)).toEqual(bufferBytes);
  });

  it("labels evenly spaced sizes, including the first and the last, if the axis has less space", () => {
    expect(sizeTicks(bufferBytes, 24)).toEqual([512, 4096, 32_768, 262_144, 2_097_152, 16_777_216]);
    expect(sizeTicks(bufferBytes, 12)).toEqual([512, 16_384, 524_288, 16_777_216]);
    expect(sizeTicks(bufferBytes, 5)).toEqual([512, 16_777_216]);
  });
});
