import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import type { HostEvent } from "#contract/engine-messages";
import type { WorkloadPlans } from "#contract/workloads/index";
import { fakeRunner, ofType } from "../../../helpers/fake-bench";
import { FakeSession } from "../../../helpers/fake-session";
import { planWith } from "../../../helpers/plan-with";

const smoke = planFor("smoke", "linux", ["buffer-sweep"]);
const sizes = [512, 4096, 65_536];

async function sweep(session: FakeSession, changes: Partial<WorkloadPlans["buffer-sweep"]> = {}) {
  const buffer = { bufferBytes: sizes, passes: 2, stream: null, ...changes };
  const { inspection, events } = fakeRunner(session, planWith(smoke, { "buffer-sweep": buffer }));
  await inspection.run();
  return events;
}

const stepsOf = (events: readonly HostEvent[]) =>
  ofType(events, "buffer-step").map(
    ({ bufferBytes, direct, pass }) => `${direct ? "direct" : "cached"} ${pass} ${bufferBytes}`,
  );

describe("the buffer sweep", () => {
  it("appends to a file without a sync in each size, in ascending order and in the next pass in descending order", async () => {
    const session = new FakeSession();
    const events = await sweep(session);
    expect(stepsOf(events)).toEqual([
      "cached 0 512",
      "cached 0 4096",
      "cached 0 65536",
      "cached 1 65536",
      "cached 1 4096",
      "cached 1 512",
    ]);
    for (const options of session.sequentials) {
      expect(options).toMatchObject({
        mode: "none",
        layout: "append",
        totalBytes: smoke.workloads["buffer-sweep"].maxStepBytes,
        maxNs: smoke.workloads["buffer-sweep"].stepNs,
        syncEveryBytes: null,
        syncAtEnd: false,
        unbuffered: false,
      });
    }
  });

  it("writes once to warm up, and reports that write's bytes, but does not count it as a step", async () => {
    const session = new FakeSession();
    const events = await sweep(session);
    expect(session.sequentials).toHaveLength(1 + 2 * sizes.length);
    expect(ofType(events, "buffer-step")).toHaveLength(2 * sizes.length);
    // The engine host reports the bytes written by the preparation and then those of the warm-up.
    const written = ofType(events, "written").map(({ bytes }) => bytes);
    expect(written).toEqual([1 << 20, smoke.workloads["buffer-sweep"].maxStepBytes]);
  });

  it("reports one system call for all sizes of cached writes, and another for all sizes of uncached writes", async () => {
    const calls = ofType(await sweep(new FakeSession(), { direct: true }), "buffer-step")
      .filter(({ counts }) => counts !== null)
      .map(({ systemCall }) => systemCall);
    expect(new Set(calls)).toEqual(
      new Set([
        "pwrite(fd, buf, bufferBytes, end)",
        "open(O_RDWR|O_DIRECT), pwrite(fd, buf, bufferBytes, end)",
      ]),
    );
  });

  it("writes all sizes again with uncached calls and reports which sizes the system refuses", async () => {
    const session = new FakeSession();
    const events = await sweep(session, { direct: true, passes: 1 });
    expect(stepsOf(events)).toEqual([
      "cached 0 512",
      "cached 0 4096",
      "cached 0 65536",
      // Every sweep goes through the sizes in the opposite direction of the sweep before.
      "direct 0 65536",
      "direct 0 4096",
      "direct 0 512",
    ]);
    const direct = ofType(events, "buffer-step").filter((step) => step.direct);
    expect(direct.map(({ refusal }) => refusal)).toEqual([
      null,
      null,
      "pwrite: EINVAL, Invalid argument",
    ]);
    expect(direct[2]?.counts).toBeNull();
    expect(session.sequentials.slice(-3).map(({ unbuffered }) => unbuffered)).toEqual([
      true,
      true,
      true,
    ]);
    expect(events.at(-1)).toMatchObject({ type: "finished", error: null });
    expect(ofType(events, "workload")[0]?.steps).toBe(stepsOf(events).length);
  });

  it("ends with an uncached stream that includes its final flush", async () => {
    const session = new FakeSession();
    const plan = { writeBytes: 8192, maxBytes: 65_536, maxNs: 7 };
    const events = await sweep(session, { stream: plan });
    expect(session.sequentials.at(-1)).toEqual({
      // "fsync" stands for the ordinary save, because the fake session has no fdatasync.
      mode: "fsync",
      writeBytes: 8192,
      totalBytes: 65_536,
      maxNs: 7,
      layout: "append",
      syncEveryBytes: null,
      syncAtEnd: true,
      backgroundSyncNs: null,
      unbuffered: true,
    });
    expect(ofType(events, "buffer-stream")).toMatchObject([
      { unbuffered: true, reason: null, counts: { bytes: 65_536 } },
    ]);
    expect(ofType(events, "workload")[0]?.steps).toBe(stepsOf(events).length + 1);
  });

  it("writes its final stream through the cache, with background flushes and at most four steps' bytes, if uncached writes are refused", async () => {
    const session = new FakeSession();
    const stream = {
      writeBytes: 1000,
      maxBytes: 10 * smoke.workloads["buffer-sweep"].maxStepBytes,
      maxNs: 7,
    };
    const events = await sweep(session, { stream });
    const last = session.sequentials.at(-1);
    expect(last).toMatchObject({ unbuffered: false, syncAtEnd: true });
    expect(last?.backgroundSyncNs).toBeGreaterThan(0);
    expect(last?.totalBytes).toBe(4 * smoke.workloads["buffer-sweep"].maxStepBytes);
    expect(ofType(events, "buffer-stream")).toMatchObject([
      { unbuffered: false, reason: "pwrite: EINVAL, Invalid argument" },
    ]);
  });
});
