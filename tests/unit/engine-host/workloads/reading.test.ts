import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { run } from "../../../../electron/engine-host/workloads/reading";
import { fakeBench, fakeRunner, ofType } from "../../../helpers/fake-bench";
import { FakeSession } from "../../../helpers/fake-session";
import { planWith } from "../../../helpers/plan-with";

const quick = planFor("quick", "linux", ["reading"]);
const { loads } = quick.workloads.reading;
const plan = planWith(quick, { reading: { rounds: 2, loads: loads.slice(0, 3) } });

async function inspect(session: FakeSession, wanted = plan) {
  const { inspection, events } = fakeRunner(session, wanted);
  await inspection.run();
  return { events, told: ofType(events, "reading-round") };
}

describe("the reading test", () => {
  it("measures every load once per round, in rotated order, each after a drain of the drive's cache", async () => {
    const session = new FakeSession();
    const { events } = await inspect(session);
    const [reads, writes, mix] = [100, 0, 70].map((each) => `concurrent random 4096 1 ${each}`);
    expect(session.calls).toEqual([
      "prepare",
      ...[reads, writes, mix, writes, mix, reads].flatMap((call) => ["drain", call]),
      "close",
    ]);
    expect(ofType(events, "workload")).toMatchObject([{ steps: 6 }]);
    expect(ofType(events, "step").map(({ step }) => step.kind)).toEqual(
      Array(6).fill("reading-round"),
    );
  });

  it("uses the block sizes, requests, times, byte limits and file size in the plan", async () => {
    const session = new FakeSession();
    await inspect(session, quick);
    const { fileBytes, warmupNs, roundNs, maxRoundBytes } = quick.workloads.reading;
    expect(session.prepared).toMatchObject([{ fileBytes, blockBytes: 4096 }]);
    expect(session.concurrents).toHaveLength(48);
    expect(session.concurrents[9]).toEqual({
      pattern: "sequential",
      blockBytes: 1 << 20,
      requests: 8,
      readPercent: 100,
      warmupNs,
      durationNs: roundNs,
      maxWrittenBytes: maxRoundBytes,
    });
  });

  it("reports how many bytes the disks delivered during each measurement, or null if a reading is missing or lower", async () => {
    const readings = [1000, 51_000, 60_000, null, 900, 800];
    const { bench, events } = fakeBench(new FakeSession(), plan);
    Object.assign(bench.evidence, { bytesRead: async () => readings.shift() ?? null });
    await run(bench);
    expect(ofType(events, "reading-round").map(({ counts }) => counts?.deviceReadBytes)).toEqual([
      50_000,
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it("tries and reports a refused load only once", async () => {
    const session = new FakeSession();
    session.alignmentBytes = 16_384;
    const { told, events } = await inspect(session);
    expect(told).toMatchObject(
      [1, 0, 0.7].map((readShare) => ({
        load: { readShare },
        refusal: "pread: EINVAL, Invalid argument",
        counts: null,
      })),
    );
    expect(session.concurrents).toHaveLength(3);
    expect(events.at(-1)).toEqual({ type: "finished", stopped: false, error: null });
  });

  it("reports the results up to a drive error and ends with that error", async () => {
    const session = new FakeSession();
    session.faultAtConcurrent = 2;
    const { told, events } = await inspect(session);
    expect(told).toMatchObject([{ counts: { endedBy: "time" } }, { counts: { endedBy: "error" } }]);
    expect(events.at(-1)).toMatchObject({ error: { code: "drive-error" } });
  });

  it("starts no further measurement after a stop", async () => {
    const session = new FakeSession();
    const { bench, events } = fakeBench(session, plan);
    const concurrent = session.concurrent.bind(session);
    session.concurrent = (options) => {
      bench.stop();
      return concurrent(options);
    };
    await run(bench);
    expect(ofType(events, "reading-round")).toHaveLength(1);
    expect(session.closed).toBe(true);
  });
});
