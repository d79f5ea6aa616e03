import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import type { RunRecord } from "#analysis/run-record";
import { driveError } from "#contract/drive-error";
import { runPhases, type WordedEvent } from "#contract/engine-messages";
import { reportSchema } from "#contract/report";
import type { FlushLayout } from "#contract/workloads/flush-modes";
import { reportInWords } from "#text/in-words";
import { planWith } from "../../../../helpers/plan-with";
import { recordOf } from "../../../../helpers/sample-record";
import { sampleRound } from "../../../../helpers/sample-round";
import { sampleVolume } from "../../../../helpers/sample-volume";

const second = 1_000_000_000;

const smoke = planFor("smoke", "linux", ["flush-modes"]);

function record(
  events: readonly WordedEvent[] = [],
  fileSystem = "ext4",
  flush = smoke.workloads["flush-modes"],
): RunRecord {
  const volume = { ...sampleVolume(), fileSystem };
  return recordOf(planWith(smoke, { "flush-modes": flush }), [modes, ...events], { volume });
}

const modes: WordedEvent = {
  type: "modes",
  modes: [
    { mode: "none", systemCall: "pwrite(fd, buf, 4096, offset)", refusal: null },
    { mode: "fsync", systemCall: "pwrite(fd, buf, 4096, offset) + fsync(fd)", refusal: null },
    { mode: "o_direct", systemCall: "open(O_DIRECT)", refusal: "open: EINVAL, Invalid argument" },
  ],
};

const round = (
  layout: FlushLayout,
  operations: number,
  deviceFlushes: number | null,
): WordedEvent => ({
  type: "flush-round",
  layout,
  systemCall: `${layout} + fsync(fd)`,
  counts: sampleRound({ mode: "fsync", operations, deviceFlushes }),
});

const begin = (layout: FlushLayout): WordedEvent => ({
  type: "step",
  step: { kind: "flush-round", layout, mode: "fsync", round: 0 },
});

const progress = (operations: number): WordedEvent => ({
  type: "progress",
  operations,
  elapsedNs: 100,
  bytes: operations * 4096,
  totalBytes: null,
  latency: { p50Ns: 10, p99Ns: null },
});

const report = (events: readonly WordedEvent[]) =>
  record(events).report("2026-01-01T00:01:00.000Z");

describe("the record of the flush test", () => {
  it("lists overwriting and appending saves separately, with their system calls, rates and flushes", () => {
    const { flushModes, appendModes } = report([
      round("rewrite", 400, 400),
      round("append", 210, 420),
    ]);
    expect(flushModes[1]).toMatchObject({
      iops: 400,
      systemCall: "rewrite + fsync(fd)",
      deviceFlushesPerSync: 1,
    });
    expect(appendModes?.[1]).toMatchObject({
      iops: 210,
      systemCall: "append + fsync(fd)",
      deviceFlushesPerSync: 2,
      status: "measured",
    });
    expect(appendModes?.[2]).toMatchObject({
      status: "unavailable",
      reason: "open: EINVAL, Invalid argument",
    });
    expect(appendModes?.[0]).toMatchObject({ status: "unavailable", iops: null });
  });

  it("calls no modes equally fast if a person chose the pace of the writes", () => {
    const rates: WordedEvent[] = [0, 1, 2].flatMap((number): WordedEvent[] =>
      (["none", "fsync"] as const).map((mode) => ({
        type: "flush-round",
        layout: "rewrite",
        systemCall: mode,
        counts: sampleRound({ mode, round: number, operations: 30 }),
      })),
    );
    const alike = (paceOperationsPerSecond: number | null) =>
      record(rates, "ext4", { ...smoke.workloads["flush-modes"], paceOperationsPerSecond }).report(
        "2026-01-01T00:01:00.000Z",
      ).flushModes[1]?.notDifferentFrom;
    expect(alike(null)).toEqual(["none"]);
    expect(alike(30)).toEqual([]);
  });

  it("sets the flushes per save to null if a round did not count them", () => {
    const { appendModes } = report([round("rewrite", 400, 400), round("append", 210, null)]);
    expect(appendModes?.[1]?.deviceFlushesPerSync).toBeNull();
  });

  it("lists saves after a pause separately from the rounds, with their flushes but without a rate", () => {
    const { flushModes, spacedSaves } = report([
      round("rewrite", 400, 400),
      round("spaced", 27, 54),
      round("spaced", 27, 54),
    ]);
    expect(flushModes[1]).toMatchObject({ operations: 400, deviceFlushesPerSync: 1 });
    expect(spacedSaves).toMatchObject({
      mode: "fsync",
      systemCall: "spaced + fsync(fd)",
      idleNs: 10_000_000,
      operations: 54,
      deviceFlushesPerSync: 2,
      latencyNs: { p50: Math.round(second / 27) },
    });
    expect(spacedSaves?.rounds.map(({ p50Ns }) => p50Ns)).toEqual([
      Math.round(second / 27),
      Math.round(second / 27),
    ]);
    expect(JSON.stringify(spacedSaves)).not.toContain("iops");
    expect(report([round("rewrite", 400, 400)]).spacedSaves).toBeNull();
  });

  it("contains no live sample of saves after a pause", () => {
    const run = record([begin("rewrite"), progress(1000)]);
    run.apply(progress(3000), 2 * second);
    run.apply(begin("spaced"), 3 * second);
    run.apply(progress(10), 3 * second);
    run.apply(progress(30), 4 * second);
    expect(run.live(4 * second).samples.map(({ iops }) => iops)).toEqual([2000]);
  });

  it("has no list of appending saves before their first round", () => {
    expect(report([round("rewrite", 400, 400)]).appendModes).toBeNull();
  });

  it("matches the report's schema with saves that overwrite, that append and that come after a pause", () => {
    const judged = report([
      round("rewrite", 400, 400),
      round("append", 210, 420),
      round("spaced", 27, 54),
    ]);
    const whole = reportInWords(judged);
    expect(reportSchema.parse(whole)).toEqual(whole);
  });

  it("keeps a mode's figures of overwriting a file if the same mode fails to append to a file", () => {
    const error = driveError("drive-error", "Input/output error");
    const { flushModes, appendModes } = report([
      round("rewrite", 400, 400),
      { type: "mode-failed", layout: "append", mode: "fsync", error },
    ]);
    expect(flushModes[1]?.status).toBe("measured");
    expect(appendModes?.[1]).toMatchObject({ status: "failed", reason: "Input/output error" });
  });

  it("shows the running round of appends as the live step until the phase changes, and does not count it as a rewrite", () => {
    const run = record([round("rewrite", 400, 400), begin("append"), progress(5)]);
    const live = run.live(2 * second);
    expect(live.step).toEqual({ kind: "flush-round", layout: "append", mode: "fsync", round: 0 });
    expect(live.appendModes).toBeNull();
    expect(live.modes[1]).toMatchObject({ status: "measured", iops: 400 });
    run.apply({ type: "phase", phase: "preparing" }, 2 * second);
    expect(run.live(2 * second).step).toBeNull();
  });

  it.each([
    ["a change of layout", "append", 10],
    ["the repetition of a disturbed round", "rewrite", 4000],
  ] as const)(
    "contains no live sample that includes operations both before and after %s",
    (_, layout, from) => {
      const run = record([begin("rewrite"), progress(1000)]);
      run.apply(progress(3000), 2 * second);
      // A repetition of the same round, whose operations are counted from 0 again.
      run.apply(begin(layout), 3 * second);
      run.apply(progress(from), 3 * second);
      run.apply(progress(from + 20), 4 * second);
      expect(run.live(4 * second).samples.map(({ iops }) => iops)).toEqual([2000, 20]);
    },
  );
});

describe("the running step in the live record", () => {
  const step = { kind: "flush-round", layout: "rewrite", mode: "fsync", round: 0 } as const;
  const rate = (run: RunRecord) => run.live(2 * second).modes[1];
  const stepsOf = (run: RunRecord) => {
    const live = run.live(2 * second);
    return { step: live.step, lastStep: live.lastStep };
  };

  it("becomes the last step when its result arrives, and is forgotten when another test begins", () => {
    const run = record([begin("rewrite"), progress(1000)]);
    expect(stepsOf(run)).toEqual({ step, lastStep: null });
    expect(rate(run)?.status).toBe("running");
    run.apply(round("rewrite", 400, 400), second);
    expect(stepsOf(run)).toEqual({ step: null, lastStep: step });
    expect(rate(run)?.status).toBe("measured");
    run.apply({ type: "workload", workload: "chunked-writes", steps: 4 }, second);
    expect(stepsOf(run)).toEqual({ step: null, lastStep: null });
  });

  it('stays the running step in the phase "stopping" and ends when any other phase begins', () => {
    for (const phase of runPhases) {
      const run = record([begin("rewrite"), { type: "phase", phase }]);
      expect(run.live(second).step).toEqual(phase === "stopping" ? step : null);
    }
  });

  it("stays recorded as the last step when a result arrives for which no step began", () => {
    const refused: WordedEvent = {
      type: "chunked-mode",
      mode: "o_direct",
      pass: 0,
      systemCall: "open(O_DIRECT)",
      refusal: "open: EINVAL",
      counts: null,
    };
    const run = record([begin("rewrite"), round("rewrite", 400, 400), refused]);
    expect(stepsOf(run)).toEqual({ step: null, lastStep: step });
  });
});

it("the amount written before saves became slow includes other modes' writes and writes outside of rounds", () => {
  /** A round of saves that all take the same time. */
  const saves = (number: number, operations: number): WordedEvent => ({
    type: "flush-round",
    layout: "rewrite",
    systemCall: "fsync(fd)",
    counts: sampleRound({ mode: "fsync", round: number, operations, elapsedNs: 2 * second }),
  });
  const { flushModes } = report([
    { type: "written", bytes: 64_000_000 },
    saves(0, 1000),
    { type: "written", bytes: 5_000_000 },
    saves(1, 20),
  ]);
  expect(flushModes[1]?.slowdown).toEqual({
    fastUntilBytes: 64_000_000 + 1000 * 4096,
    slowFromBytes: 69_000_000 + 1000 * 4096,
    fastPerSecond: 500,
    slowPerSecond: 10,
  });
  expect(flushModes[0]?.slowdown).toBeNull();
});

describe("a write that failed for lack of room", () => {
  const error = driveError("volume-full", "The drive filled up.", {
    syscall: "pwrite",
    osCode: 28,
  });
  const failed = (layout: FlushLayout): WordedEvent[] => [
    { type: "mode-failed", layout, mode: "fsync", error },
    { type: "workload-failed", workload: "flush-modes", error },
    { type: "finished", stopped: false, error: null },
  ];
  const ended = (events: readonly WordedEvent[], fileSystem: string) =>
    reportInWords(record(events, fileSystem).report("2026-01-01T00:01:00.000Z"));

  it("is reported as an error of the drive if it rewrote a complete file, even if the other tests continued", () => {
    const told = ended(failed("rewrite"), "ext4");
    expect(told.error).toMatchObject({ code: "volume-full", syscall: "pwrite", osCode: 28 });
    expect(told.error?.message).toMatch(/no room to rewrite a file that lay complete/);
    expect(told.verdict.findings.map(({ code }) => code)).toContain("holds-less");
  });

  it("is no error of the drive if it appended or the file system copies on write, and gives way to a later error", () => {
    expect(ended(failed("append"), "ext4").error).toBeNull();
    const gone = driveError("volume-gone", "Gone.");
    const later: WordedEvent = { type: "finished", stopped: false, error: gone };
    expect(ended([...failed("rewrite"), later], "ext4").error).toEqual(gone);
    expect(ended(failed("rewrite"), "btrfs").error).toBeNull();
  });
});
