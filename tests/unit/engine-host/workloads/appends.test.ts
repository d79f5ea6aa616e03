import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import type { RunPlan } from "#contract/run-plan";
import type { WorkloadPlans } from "#contract/workloads/index";
import { DeviceEvidence } from "../../../../electron/engine-host/readings/device-evidence";
import { runAppends } from "../../../../electron/engine-host/workloads/flush-modes/appends";
import { fakeBench, fakeRunner, ofType } from "../../../helpers/fake-bench";
import { FakeSession } from "../../../helpers/fake-session";
import { planWith } from "../../../helpers/plan-with";

const smoke = planFor("smoke", "linux", ["flush-modes"]);
const append = { rounds: 2, roundNs: 5_000_000, maxRoundBytes: 1 << 20 };
const planOf = (flush: Partial<WorkloadPlans["flush-modes"]> = {}): RunPlan =>
  planWith(smoke, { "flush-modes": { rounds: 1, append, spaced: null, ...flush } });

/**
 * Evidence of a drive on which emptying the file sends five flushes, and a pass of a hundred writes
 * sends two per write.
 */
function countingEvidence(session: FakeSession): DeviceEvidence {
  const flushes = () => {
    const emptied = session.calls.filter((call) => call === "empty").length;
    return 1000 + 5 * emptied + 200 * session.sequentials.length;
  };
  const read = async () => `${"0 ".repeat(15)}${flushes()} 0`;
  return new DeviceEvidence(
    { evidenceDevices: ["sda"], followedDevices: [] },
    { read, list: async () => [] },
  );
}

async function run(session: FakeSession, plan: RunPlan) {
  const { bench, events } = fakeBench(session, plan, { evidence: countingEvidence(session) });
  const error = await runAppends(bench).catch((cause) => cause);
  return { events, error };
}

describe("the test of appending to a file", () => {
  it("extends an empty file with every write, and syncs after each write in a mode that flushes", async () => {
    const session = new FakeSession();
    const { events } = await run(session, planOf());
    expect(session.prepared).toEqual([expect.objectContaining({ fileBytes: 0, blockBytes: 4096 })]);
    for (const options of session.sequentials) {
      expect(options).toMatchObject({
        layout: "append",
        writeBytes: 4096,
        syncEveryBytes: 4096,
        totalBytes: append.maxRoundBytes,
        maxNs: append.roundNs,
        unbuffered: false,
      });
    }
    const rounds = ofType(events, "flush-round");
    expect(new Set(rounds.map(({ layout }) => layout))).toEqual(new Set(["append"]));
    expect(rounds.map(({ counts }) => `${counts.round} ${counts.mode}`)).toEqual([
      "0 none",
      "0 fsync",
      "1 fsync",
      "1 none",
    ]);
    expect(rounds[1]?.systemCall).toBe("pwrite(fd, buf, 4096, end) + fsync(fd)");
    expect(rounds[0]?.counts).toMatchObject({ operations: 100, endedBy: "bytes" });
  });

  it("empties the file before each round, and reads the flush counters after the emptying", async () => {
    const session = new FakeSession();
    const { events } = await run(session, planOf({ modes: ["fsync"] }));
    expect(session.calls).toEqual([
      "prepare",
      "empty",
      "sequential fsync",
      "empty",
      "sequential fsync",
      "close",
    ]);
    const flushes = ofType(events, "flush-round").map(({ counts }) => counts.deviceFlushes);
    expect(flushes).toEqual([200, 200]);
  });

  it("measures only the modes in the plan, and nothing if the plan contains no appends", async () => {
    const only = new FakeSession();
    await run(only, planOf({ modes: ["none"] }));
    expect(new Set(only.sequentials.map(({ mode }) => mode))).toEqual(new Set(["none"]));
    const without = new FakeSession();
    await run(without, planOf({ append: null }));
    expect(without.calls).toEqual([]);
  });

  it("ends at the first failed save and reports that the mode failed while it appended to a file", async () => {
    const session = new FakeSession();
    session.faultAtSequential = 2;
    const { events, error } = await run(session, planOf());
    expect(ofType(events, "mode-failed")).toMatchObject([{ layout: "append", mode: "fsync" }]);
    expect(ofType(events, "flush-round")[1]?.counts).toMatchObject({ endedBy: "error" });
    expect(error).toMatchObject({ error: { code: "drive-error", syscall: "fsync" } });
    expect(session.sequentials).toHaveLength(2);
    expect(session.closed).toBe(true);
  });

  it("runs after the rewrites with a separate file, and its steps are included in the announced number", async () => {
    const session = new FakeSession();
    const { inspection, events } = fakeRunner(session, planOf({ modes: ["none", "fsync"] }));
    await inspection.run();
    const layouts = ofType(events, "flush-round").map(({ layout }) => layout);
    expect(layouts).toEqual(["rewrite", "rewrite", "refilled", ...Array(4).fill("append")]);
    expect(session.prepared.map(({ fileBytes }) => fileBytes)).toEqual([
      smoke.workloads["flush-modes"].fileBytes,
      0,
    ]);
    expect(ofType(events, "workload")[0]?.steps).toBe(layouts.length);
    expect(events.at(-1)).toEqual({ type: "finished", stopped: false, error: null });
  });

  it("does not start after a stop", async () => {
    const session = new FakeSession();
    const { inspection, events } = fakeRunner(session, planOf({ warmupNs: 0 }));
    session.onMeasure = () => inspection.stop();
    await inspection.run();
    expect(session.prepared).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ type: "finished", stopped: true });
  });
});
