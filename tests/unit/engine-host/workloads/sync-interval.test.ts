import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import type { OperatingSystem } from "#contract/flush-mode";
import type { WorkloadPlans } from "#contract/workloads/index";
import { fakeRunner, ofType } from "../../../helpers/fake-bench";
import { FakeSession } from "../../../helpers/fake-session";
import { planWith } from "../../../helpers/plan-with";

const smoke = planFor("smoke", "linux", ["sync-interval"]);

async function climb(
  session: FakeSession,
  changes: Partial<WorkloadPlans["sync-interval"]>,
  os: OperatingSystem = "linux",
) {
  const plan = planWith(smoke, { "sync-interval": { ...changes } });
  const { inspection, events } = fakeRunner(session, plan, os);
  await inspection.run();
  return events;
}

describe("the sync-interval test", () => {
  it("measures from no sync to the shortest interval and verifies the file after every trial", async () => {
    const session = new FakeSession();
    const events = await climb(session, { modes: ["fsync"] });
    const trials = ofType(events, "interval-trial");
    expect(trials.slice(0, 3).map(({ strategy }) => strategy)).toEqual([
      "never",
      "end",
      "background",
    ]);
    expect(trials.slice(3).map(({ intervalBytes }) => intervalBytes)).toEqual(
      smoke.workloads["sync-interval"].intervalsBytes,
    );
    const [never, end, background] = session.sequentials;
    expect(never).toMatchObject({ mode: "none", syncAtEnd: false, syncEveryBytes: null });
    expect(end).toMatchObject({ mode: "fsync", syncAtEnd: true, syncEveryBytes: null });
    expect(background?.backgroundSyncNs).toBe(smoke.workloads["sync-interval"].backgroundNs);
    expect(session.calls.filter((call) => call === "verify")).toHaveLength(trials.length);
    expect(ofType(events, "workload")[0]?.steps).toBe(trials.length);
  });

  it("reports the system calls of each trial, including the sync call if the trial syncs", async () => {
    const trials = ofType(await climb(new FakeSession(), { modes: ["fsync"] }), "interval-trial");
    expect(trials[0]?.systemCall).toBe("pwrite(fd, buf, 4096, offset)");
    expect(trials[1]?.systemCall).toBe("pwrite(fd, buf, 4096, offset) + fsync(fd)");
  });

  it("measures all intervals of one sync call before those of the next, which it measures in reverse order", async () => {
    const session = new FakeSession();
    session.extraModes = ["fdatasync"];
    const changes = { intervalsBytes: [1 << 20], trials: 1 };
    const events = await climb(session, { modes: ["fsync", "fdatasync"], ...changes });
    const order = ofType(events, "interval-trial").map(
      ({ mode, strategy }) => `${mode} ${strategy}`,
    );
    expect(order).toEqual([
      "fsync never",
      "fsync end",
      "fsync background",
      "fsync every",
      "fdatasync every",
      "fdatasync background",
      "fdatasync end",
      "fdatasync never",
    ]);
  });

  it.each<[OperatingSystem, string[]]>([
    ["linux", ["fdatasync"]],
    ["macos", ["fsync", "f_fullfsync"]],
    ["windows", ["flush_file_buffers"]],
  ])("measures on %s the sync calls %j by default", async (os, usual) => {
    const session = new FakeSession();
    session.extraModes = ["fdatasync", "f_fullfsync", "flush_file_buffers"];
    const { modes: planned } = planFor("smoke", os).workloads["sync-interval"];
    const events = await climb(session, { modes: planned }, os);
    const modes = ofType(events, "interval-trial").map(({ mode }) => mode);
    expect([...new Set(modes)]).toEqual(usual);
  });

  it("reports a refused sync call with its reason and an unknown one without, and measures only the available call", async () => {
    const session = new FakeSession();
    const events = await climb(session, { modes: ["o_direct", "f_fullfsync", "fsync"] });
    expect(ofType(events, "interval-refused")).toEqual([
      {
        type: "interval-refused",
        mode: "o_direct",
        systemCall: "open(O_DIRECT)",
        refusal: "open: EINVAL, Invalid argument",
      },
      {
        type: "interval-refused",
        mode: "f_fullfsync",
        systemCall: "",
        refusal: null,
      },
    ]);
    const measured = ofType(events, "interval-trial").map(({ mode }) => mode);
    expect(new Set(measured)).toEqual(new Set(["fsync"]));
  });
});
