import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { reduce } from "#analysis/workloads/sync-interval/reduce";
import type { FlushModeId } from "#contract/flush-mode";
import type { EventOf } from "#contract/workloads/index";
import { sampleCounts } from "../../../../helpers/sample-round";

type Trial = Extract<EventOf<"sync-interval">, { type: "interval-trial" }>;
type Refused = Extract<EventOf<"sync-interval">, { type: "interval-refused" }>;

const plan = planFor("smoke", "linux").workloads["sync-interval"];

function trial(mode: FlushModeId, elapsedNs: number): Trial {
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

const refused = (mode: FlushModeId): Refused => ({
  type: "interval-refused",
  mode,
  systemCall: `pwrite + ${mode}`,
  refusal: "fcntl: ENOTSUP",
});

describe("the reducer of sync intervals", () => {
  it("returns one result per mode with all its trials, in the order in which the modes first had a turn", () => {
    const reducer = reduce(plan);
    expect(reducer.results()).toEqual({ syncIntervals: [] });
    reducer.take(trial("fsync", 1000));
    reducer.take(trial("f_fullfsync", 9000));
    reducer.take(trial("fsync", 3000));
    const [first, ...others] = reducer.results().syncIntervals;
    expect(first).toMatchObject({ flushMode: "fsync", systemCall: "pwrite + fsync" });
    expect(first?.strategies[0]?.trialsNs).toEqual([1000, 3000]);
    expect(others).toMatchObject([
      { flushMode: "f_fullfsync", strategies: [{ trialsNs: [9000] }] },
    ]);
  });

  it("returns the system's reason and no figures for a refused mode", () => {
    const reducer = reduce(plan);
    reducer.take(refused("f_fullfsync"));
    reducer.take(trial("fsync", 1000));
    expect(reducer.results()).toMatchObject({
      syncIntervals: [
        { flushMode: "f_fullfsync", reason: "fcntl: ENOTSUP", strategies: [] },
        { flushMode: "fsync", reason: null },
      ],
    });
  });
});
