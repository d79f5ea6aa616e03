import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import type { HostEvent } from "#contract/engine-messages";
import type { RunPlan } from "#contract/run-plan";
import type { WorkloadPlans } from "#contract/workloads/index";
import { type Step, stepSchema, workloadIds } from "#contract/workloads/index";
import type { Whereabouts } from "../../../electron/engine-host/held-folder";
import { InspectionRunner } from "../../../electron/engine-host/inspection-runner";
import { fakeFolder, fakeRunner, ofType, requestFor } from "../../helpers/fake-bench";
import { eio, FakeSession } from "../../helpers/fake-session";
import { planWith } from "../../helpers/plan-with";

const smoke = planFor("smoke", "linux", ["flush-modes"]);
const plan: RunPlan = planWith(smoke, {
  "flush-modes": { rounds: 3, warmupNs: 7, append: null, spaced: null },
});

function runner(
  session: FakeSession,
  changes: Partial<WorkloadPlans["flush-modes"]> = {},
  tests: RunPlan["tests"] = ["flush-modes"],
) {
  return fakeRunner(session, { ...planWith(plan, { "flush-modes": changes }), tests });
}

/** The events and result of a whole run with such a session. */
async function ran(
  session: Partial<FakeSession> = {},
  changes: Partial<WorkloadPlans["flush-modes"]> = {},
  tests?: RunPlan["tests"],
) {
  const made = Object.assign(new FakeSession(), session);
  const { inspection, events } = runner(made, changes, tests);
  await inspection.run();
  return { session: made, events };
}

/** The step of which the event is the result; `null` if the event is no result. */
function stepOf(event: HostEvent): Step | null {
  const { mode, round } = event.type === "flush-round" ? event.counts : {};
  const parsed = stepSchema.safeParse({ mode, round, ...event, kind: event.type });
  return parsed.data ?? null;
}

describe("InspectionRunner", () => {
  it("prepares a file, measures the modes in an order that changes each round, drains the cache and verifies the file", async () => {
    const { session, events } = await ran();
    expect(ofType(events, "phase").map(({ phase }) => phase)).toEqual([
      "preparing",
      "measuring",
      "draining",
      "verifying",
    ]);
    const order = ofType(events, "flush-round").map(
      ({ counts }) => `${counts.round} ${counts.mode}`,
    );
    expect(order).toEqual([
      ...["0 none", "0 fsync", "0 none", "1 fsync", "1 none", "2 none", "2 fsync", "2 none"],
    ]);
    expect(events.at(-1)).toEqual({ type: "finished", stopped: false, error: null });
    expect(session.closed).toBe(true);
  });

  it("announces the exact number of steps, including the saves after a pause", async () => {
    const spaced = { rounds: 2, roundNs: 3, idleNs: 1 };
    const { events } = await ran({}, { modes: ["fsync"], spaced });
    expect(ofType(events, "workload")[0]?.steps).toBe(3 + 2);
    expect(ofType(events, "flush-round")).toHaveLength(3 + 2);
  });

  it("reports a mode that the system refuses, with the reason, and never measures it", async () => {
    const { session, events } = await ran();
    const modes = ofType(events, "modes")[0]?.modes ?? [];
    expect(modes.find(({ mode }) => mode === "o_direct")?.refusal).toBe(
      "open: EINVAL, Invalid argument",
    );
    expect(session.calls).not.toContain("measure o_direct");
  });

  it("ends at the first failed flush with an error that states the system call and the offset", async () => {
    const { session, events } = await ran({ faultAtMeasure: 2 });
    expect(session.measured).toHaveLength(2);
    expect(session.calls).not.toContain("verify");
    expect(ofType(events, "mode-failed")).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({
      type: "finished",
      error: { code: "drive-error", syscall: "fsync", osCode: 5, offset: 8192 },
    });
    expect(session.closed).toBe(true);
  });

  it.each([
    ["EIO", "readdir", "drive-error"],
    ["EIO", "open", "drive-error"],
    ["EUCLEAN", "readdir", "unclear"],
    ["ENODEV", "readdir", "volume-gone"],
  ])(
    "ends before it creates a file if the search for files of earlier runs fails with %s in %s",
    async (code, syscall, said) => {
      const { session, events } = await ran({ leftoversFault: { ...eio, code, syscall } });
      expect(events.at(-1)).toMatchObject({ type: "finished", error: { code: said, syscall } });
      expect(session.calls).toEqual([]);
    },
  );

  it.each([
    ["EACCES", "open"],
    // Errors of FUSE and network file systems that cannot list folders.
    ["ENOSYS", "readdir"],
    ["EOVERFLOW", "readdir"],
    ["EPROTO", "readdir"],
  ])(
    "inspects a folder in which the search for files of earlier runs fails with %s in %s",
    async (code, syscall) => {
      const { events } = await ran({ leftoversFault: { ...eio, code, syscall } });
      expect(events.at(-1)).toMatchObject({ type: "finished", error: null });
    },
  );

  it('ends with "no-space" if the space is too small at the start and with "volume-full" if it runs out later', async () => {
    const full = { ...eio, code: "ENOSPC", syscall: "pwrite", osCode: 28 };
    const first = await ran({ prepareFault: full });
    expect(first.events.at(-1)).toMatchObject({ error: { code: "no-space" } });

    const second = await ran({ drainFault: full });
    expect(second.events.at(-1)).toMatchObject({ error: { code: "volume-full" } });
  });

  it.each([
    ["elsewhere", "volume-gone"],
    ["moved", "path-missing"],
  ] as const)(
    'ends with an error that names the running test if the folder is reported as "%s" during the test',
    async (where, code) => {
      const session = new FakeSession();
      let whereabouts: Whereabouts = "here";
      const { inspection, events } = fakeRunner(
        session,
        planWith(plan, { "flush-modes": { rounds: 1_000_000 } }),
        "linux",
        fakeFolder(() => whereabouts),
      );
      const measure = session.measure.bind(session);
      session.measure = async (options) => {
        whereabouts = where;
        // Elapsed time passes only during this wait.
        await new Promise((resolve) => setTimeout(resolve, 1));
        return measure(options);
      };
      await inspection.run();
      expect(session.calls).not.toContain("verify");
      expect(session.closed).toBe(true);
      expect(events.at(-1)).toMatchObject({
        type: "finished",
        stopped: false,
        error: { code, during: "flush-modes", syscall: null },
      });
    },
  );

  it('reports a failed mode as "volume-gone" if the folder is reported as "elsewhere"', async () => {
    const session = new FakeSession();
    session.faultAtMeasure = 1;
    const folder = fakeFolder(() => "elsewhere");
    const { inspection, events } = fakeRunner(session, plan, "linux", folder);
    await inspection.run();
    expect(ofType(events, "mode-failed")[0]?.error).toMatchObject({ code: "volume-gone" });
    expect(events.at(-1)).toMatchObject({ error: { code: "volume-gone", syscall: "fsync" } });
  });

  it("creates its file through the descriptor of the opened folder", async () => {
    const session = new FakeSession();
    const { inspection } = runner(session);
    await inspection.run();
    expect(session.prepared[0]).toMatchObject({ folderDescriptor: 42 });
  });

  it('ends with the error "wrong-data" if the verification finds a mismatch', async () => {
    const { events } = await ran({
      mismatches: [{ offset: 4096, expected: "sequence 2", found: "zeros" }],
    });
    expect(ofType(events, "verification")[0]?.verification.mismatchCount).toBe(1);
    expect(events.at(-1)).toMatchObject({ error: { code: "wrong-data", offset: 4096 } });
  });

  it("announces a stop, ends before the next measurement and keeps the earlier results", async () => {
    const session = new FakeSession();
    const { inspection, events } = runner(session, { warmupNs: 0 });
    session.onMeasure = () => {
      if (session.measured.length === 2) {
        inspection.stop();
      }
    };
    await inspection.run();
    expect(ofType(events, "flush-round")).toHaveLength(2);
    expect(ofType(events, "phase").map(({ phase }) => phase)).toContain("stopping");
    expect(events.at(-1)).toEqual({ type: "finished", stopped: true, error: null });
    expect(session.closed).toBe(true);
  });

  it('ends with the error "engine-missing" if the engine cannot be loaded', async () => {
    const events: HostEvent[] = [];
    const inspection = new InspectionRunner(
      requestFor(plan),
      (event) => events.push(event),
      "linux",
      () => {
        throw new Error("no addon; run `npm run setup`");
      },
    );
    await inspection.run();
    expect(events.at(-1)).toMatchObject({
      error: {
        code: "engine-missing",
        statements: [{ params: { reason: "no addon; run `npm run setup`" } }],
      },
    });
  });

  it("reports each step before the step's result, with the same parameters, unless the system refused the step", async () => {
    const changed = planWith(smoke, {
      "buffer-sweep": { direct: true },
      "sustained-write": planFor("standard", "linux").workloads["sustained-write"],
    });
    const all = { ...changed, tests: [...workloadIds] };
    const session = new FakeSession();
    session.extraModes = ["fdatasync"];
    const { inspection, events } = fakeRunner(session, all);
    await inspection.run();
    const kinds = new Set<Step["kind"]>();
    let step: Step | null = null;
    for (const event of events) {
      if (event.type === "step") {
        step = event.step;
      }
      const result = stepOf(event);
      if (result === null) {
        continue;
      }
      if (step === null) {
        // Only a step whose refusal was known before has a result without a beginning.
        expect(event).toMatchObject({ refusal: expect.any(String) });
      } else {
        expect(step).toEqual(result);
        kinds.add(step.kind);
      }
      step = null;
    }
    expect([...kinds]).toEqual(stepSchema.options.map(({ shape }) => shape.kind.value));
  });

  it("runs one test after the other, each with a separate file", async () => {
    const { session, events } = await ran({}, { rounds: 1 }, [
      "flush-modes",
      "buffer-sweep",
      "sync-interval",
      "chunked-writes",
    ]);
    expect(ofType(events, "workload").map(({ workload }) => workload)).toEqual([
      "flush-modes",
      "buffer-sweep",
      "sync-interval",
      "chunked-writes",
    ]);
    expect(session.calls.filter((call) => call === "prepare")).toHaveLength(4);
    expect(session.calls.filter((call) => call === "close")).toHaveLength(4);
    expect(events.at(-1)).toEqual({ type: "finished", stopped: false, error: null });
  });

  it("writes a file in chunks in every mode, in reverse order in the second pass, and reports refused modes", async () => {
    const { session, events } = await ran({}, {}, ["chunked-writes"]);
    const modes = ofType(events, "chunked-mode");
    expect(plan.workloads["chunked-writes"].passes).toBe(2);
    expect(modes.map(({ mode, pass }) => [mode, pass])).toEqual([
      ["none", 0],
      ["fsync", 0],
      ["o_direct", 0],
      ["o_direct", 1],
      ["fsync", 1],
      ["none", 1],
    ]);
    expect(modes[1]?.systemCall).toBe("pwrite(fd, buf, 1048576, offset) + fsync(fd)");
    expect(modes[2]).toMatchObject({ refusal: "open: EINVAL, Invalid argument", counts: null });
    expect(session.sequentials.map(({ mode, syncEveryBytes }) => [mode, syncEveryBytes])).toEqual([
      ["none", null],
      ["fsync", plan.workloads["chunked-writes"].chunkBytes],
      ["fsync", plan.workloads["chunked-writes"].chunkBytes],
      ["none", null],
    ]);
  });

  it('continues with the next test after "no-space", but not after a drive error', async () => {
    const first = await ran(
      { prepareFault: { ...eio, code: "ENOSPC", syscall: "pwrite", osCode: 28 } },
      {},
      ["buffer-sweep", "chunked-writes"],
    );
    expect(ofType(first.events, "workload")).toHaveLength(2);
    expect(first.events.at(-1)).toMatchObject({ error: { code: "no-space" } });

    const second = await ran({ faultAtSequential: 3 }, {}, ["buffer-sweep", "chunked-writes"]);
    expect(ofType(second.events, "workload").map(({ workload }) => workload)).toEqual([
      "buffer-sweep",
    ]);
    expect(second.events.at(-1)).toMatchObject({
      error: { code: "drive-error", syscall: "fsync" },
    });
  });
});
