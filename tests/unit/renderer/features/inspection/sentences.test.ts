import { describe, expect, it } from "vitest";
import { runPhases } from "#contract/engine-messages";
import { type Guarantee, guarantees } from "#contract/flush-mode";
import type { LiveState } from "#contract/live-state";
import { type FlushLayout, flushLayouts } from "#contract/workloads/flush-modes";
import { workloadIds } from "#contract/workloads/index";
import { formatBytes } from "#text/format";
import { phaseSentence } from "../../../../../renderer/src/features/inspection/sentences";
import { liveMoment } from "../../../../helpers/mock-app/live-run";

const runId = "0b9d4c1e-5a55-4c5e-9a39-6f4f1b3f7c11";
const preparing = liveMoment(runId, { phase: "preparing" });
const between = liveMoment(runId, { phase: "measuring" });

/** A live state in which a flush mode with this guarantee is being measured. */
function measuring(guarantee: Guarantee, layout: FlushLayout = "rewrite"): LiveState {
  const live = liveMoment(runId, { phase: "measuring", at: 0, layout });
  return { ...live, modes: live.modes.map((mode) => ({ ...mode, guarantee })) };
}

describe("phaseSentence()", () => {
  it("returns a sentence without an exclamation mark for every phase, guarantee and layout", () => {
    const moments = flushLayouts.flatMap((layout) =>
      guarantees.map((guarantee) => measuring(guarantee, layout)),
    );
    for (const phase of runPhases) {
      for (const test of workloadIds) {
        for (const live of [between, ...moments]) {
          expect(phaseSentence({ ...live, phase }, test)).toMatch(/^[A-Z][^!]+\.$/);
        }
      }
    }
  });

  it.each(flushLayouts)(
    "mentions a confirmation of the drive only for modes that request a confirmation: %s",
    (layout) => {
      const of = (guarantee: Guarantee) =>
        phaseSentence(measuring(guarantee, layout), "flush-modes");
      expect(of("power-loss")).toContain("confirm");
      expect(of("os-crash")).not.toContain("confirm");
      expect(of("none")).toContain("without asking");
    },
  );

  it("mentions that the file becomes longer only if the rounds append to the file", () => {
    const of = (layout: FlushLayout) => phaseSentence(measuring("none", layout), "flush-modes");
    expect(of("append")).toContain("longer");
    expect(of("rewrite")).not.toContain("longer");
  });

  it("returns a different sentence for each running test", () => {
    const sentences = workloadIds.map((test) => phaseSentence(between, test));
    expect(new Set(sentences).size).toBe(workloadIds.length);
  });

  it("does not mention a test file if the next test prepares none", () => {
    const { "flush-modes": modes, "sync-interval": interval } = preparing.plan.workloads;
    expect(phaseSentence(preparing, "flush-modes")).toContain(formatBytes(modes.fileBytes));
    expect(phaseSentence(preparing, "sync-interval")).toContain(formatBytes(interval.totalBytes));
    expect(phaseSentence(preparing, "buffer-sweep")).toBe("Preparing the next test.");
    expect(phaseSentence(preparing, "commits")).toBe("Preparing the next test.");
  });
});
