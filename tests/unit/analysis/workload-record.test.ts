import { describe, expect, it } from "vitest";
import { planFor } from "../../../electron/analysis/plan";
import { WorkloadRecord } from "../../../electron/analysis/workload-record";
import type { HostEvent } from "../../../electron/contract/engine-messages";
import type { FlushModeId } from "../../../electron/contract/flush-mode";
import { sampleCounts } from "../../helpers/sample-workloads";

type EventOf<T extends HostEvent["type"]> = Extract<HostEvent, { type: T }>;

const plan = planFor("smoke");

function step(changes: Partial<EventOf<"buffer-step">> = {}): EventOf<"buffer-step"> {
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

function trial(mode: FlushModeId, elapsedNs: number): EventOf<"interval-trial"> {
  return {
    type: "interval-trial",
    strategy: "end",
    intervalBytes: null,
    mode,
    systemCall: `pwrite + ${mode}`,
    trial: 0,
    counts: sampleCounts({ elapsedNs, syncCalls: 1 }),
  };
}

const refused = (mode: FlushModeId): EventOf<"interval-refused"> => ({
  type: "interval-refused",
  mode,
  systemCall: `pwrite + ${mode}`,
  refusal: "fcntl: ENOTSUP",
});

describe("the sweeps", () => {
  it("are two, and the one around the cache never takes the other's figures", () => {
    const record = new WorkloadRecord(plan);
    record.addBufferStep(step());
    expect(record.results()).toMatchObject({ bufferSweepDirect: null });
    record.addBufferStep(step({ direct: true, systemCall: "open(O_DIRECT), pwrite(…)" }));
    const { bufferSweep, bufferSweepDirect } = record.results();
    expect(bufferSweep).toMatchObject({ systemCall: "pwrite(…)", points: [{ systemCalls: 64 }] });
    expect(bufferSweepDirect).toMatchObject({ systemCall: "open(O_DIRECT), pwrite(…)" });
    expect(bufferSweepDirect?.points).toHaveLength(1);
  });

  it("tell what was refused, under the calls of what was not", () => {
    const record = new WorkloadRecord(plan);
    const refusal = { counts: null, refusal: "pwrite: EINVAL", systemCall: "pwrite" };
    for (const bufferBytes of [1024, 512, 512]) {
      record.addBufferStep(step({ direct: true, bufferBytes, ...refusal }));
    }
    expect(record.results().bufferSweepDirect).toMatchObject({ systemCall: "pwrite", points: [] });
    record.addBufferStep(step({ direct: true, systemCall: "open(O_DIRECT), pwrite(…)" }));
    expect(record.results().bufferSweepDirect).toMatchObject({
      systemCall: "open(O_DIRECT), pwrite(…)",
      points: [{ bufferBytes: 4096 }],
      skipped: [
        { bufferBytes: 512, reason: "pwrite: EINVAL" },
        { bufferBytes: 1024, reason: "pwrite: EINVAL" },
      ],
    });
  });
});

describe("the ladders", () => {
  it("are the first and the others, in the order of their turns", () => {
    const record = new WorkloadRecord(plan);
    expect(record.results()).toMatchObject({ syncInterval: null, syncIntervalOtherModes: [] });
    record.addLadder(trial("fsync", 1000));
    record.addLadder(trial("f_fullfsync", 9000));
    record.addLadder(trial("fsync", 3000));
    const { syncInterval, syncIntervalOtherModes } = record.results();
    expect(syncInterval).toMatchObject({ flushMode: "fsync", systemCall: "pwrite + fsync" });
    expect(syncInterval?.strategies[0]?.trialsNs).toEqual([1000, 3000]);
    expect(syncIntervalOtherModes).toMatchObject([
      { flushMode: "f_fullfsync", strategies: [{ trialsNs: [9000] }] },
    ]);
  });

  it("hold the reason of a refusal, and nothing measured", () => {
    const record = new WorkloadRecord(plan);
    record.addLadder(refused("f_fullfsync"));
    record.addLadder(trial("fsync", 1000));
    expect(record.results()).toMatchObject({
      syncInterval: { flushMode: "f_fullfsync", reason: "fcntl: ENOTSUP", strategies: [] },
      syncIntervalOtherModes: [{ flushMode: "fsync", reason: null }],
    });
  });
});
