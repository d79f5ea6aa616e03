import { describe, expect, it } from "vitest";
import { BufferReducer } from "../../../../../electron/analysis/workloads/buffer-sweep/reduce";
import type { EventOf } from "../../../../../electron/contract/workloads";
import { sampleCounts } from "../../../../helpers/sample-workloads";

type Step = Extract<EventOf<"buffer-sweep">, { type: "buffer-step" }>;

function step(changes: Partial<Step> = {}): Step {
  return {
    type: "buffer-step",
    bufferBytes: 4096,
    direct: false,
    pass: 0,
    systemCall: "pwrite(…)",
    settleSystemCall: "fsync(fd)",
    refusal: null,
    counts: sampleCounts(),
    ...changes,
  };
}

describe("the sweeps", () => {
  it("are two, and the one around the cache never takes the other's figures", () => {
    const reducer = new BufferReducer();
    reducer.take(step());
    expect(reducer.results()).toMatchObject({ bufferSweepDirect: null });
    reducer.take(step({ direct: true, systemCall: "open(O_DIRECT), pwrite(…)" }));
    const { bufferSweep, bufferSweepDirect } = reducer.results();
    expect(bufferSweep).toMatchObject({ systemCall: "pwrite(…)", points: [{ systemCalls: 64 }] });
    expect(bufferSweepDirect).toMatchObject({ systemCall: "open(O_DIRECT), pwrite(…)" });
    expect(bufferSweepDirect?.points).toHaveLength(1);
  });

  it("tell what was refused, under the calls of what was not", () => {
    const reducer = new BufferReducer();
    const refusal = { counts: null, refusal: "pwrite: EINVAL", systemCall: "pwrite" };
    for (const bufferBytes of [1024, 512, 512]) {
      reducer.take(step({ direct: true, bufferBytes, ...refusal }));
    }
    expect(reducer.results().bufferSweepDirect).toMatchObject({ systemCall: "pwrite", points: [] });
    reducer.take(step({ direct: true, systemCall: "open(O_DIRECT), pwrite(…)" }));
    expect(reducer.results().bufferSweepDirect).toMatchObject({
      systemCall: "open(O_DIRECT), pwrite(…)",
      points: [{ bufferBytes: 4096 }],
      skipped: [
        { bufferBytes: 512, reason: "pwrite: EINVAL" },
        { bufferBytes: 1024, reason: "pwrite: EINVAL" },
      ],
    });
  });
});
