import { describe, expect, it } from "vitest";
import { reduce } from "#analysis/workloads/buffer-sweep/reduce";
import type { EventOf } from "#contract/workloads/index";
import { sampleCounts } from "../../../../helpers/sample-round";

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

describe("the reducer of write sizes", () => {
  it("keeps the sweep of uncached writes apart from that of cached ones", () => {
    const reducer = reduce();
    reducer.take(step());
    expect(reducer.results().bufferSweeps).toHaveLength(1);
    reducer.take(step({ direct: true, systemCall: "open(O_DIRECT), pwrite(…)" }));
    const [cached, direct] = reducer.results().bufferSweeps;
    expect(cached).toMatchObject({
      direct: false,
      systemCall: "pwrite(…)",
      points: [{ systemCalls: 64 }],
    });
    expect(direct).toMatchObject({ direct: true, systemCall: "open(O_DIRECT), pwrite(…)" });
    expect(direct?.points).toHaveLength(1);
  });

  it("lists each refused size once, under the system call of the measured sizes if there are any", () => {
    const reducer = reduce();
    const refusal = { counts: null, refusal: "pwrite: EINVAL", systemCall: "pwrite" };
    for (const bufferBytes of [1024, 512, 512]) {
      reducer.take(step({ direct: true, bufferBytes, ...refusal }));
    }
    expect(reducer.results().bufferSweeps[0]).toMatchObject({ systemCall: "pwrite", points: [] });
    reducer.take(step({ direct: true, systemCall: "open(O_DIRECT), pwrite(…)" }));
    expect(reducer.results().bufferSweeps[0]).toMatchObject({
      systemCall: "open(O_DIRECT), pwrite(…)",
      points: [{ bufferBytes: 4096 }],
      skipped: [
        { bufferBytes: 512, reason: "pwrite: EINVAL" },
        { bufferBytes: 1024, reason: "pwrite: EINVAL" },
      ],
    });
  });
});
