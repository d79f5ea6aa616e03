import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reduce } from "#analysis/workloads/parallel-saves/index";
import { buildParallelSaves, type ParallelRound } from "#analysis/workloads/parallel-saves/results";
import { driveError } from "#contract/drive-error";
import { parallelSaveSchema, type WriterCounts } from "#contract/workloads/parallel-saves";
import { sampleLatency } from "../../../../helpers/workloads/latency";

const second = 1e9;

function writer(operations: number, changes: Partial<WriterCounts> = {}): WriterCounts {
  const eachNs = Math.round(second / Math.max(1, operations));
  return {
    operations,
    bytes: operations * 4096,
    elapsedNs: second,
    startNs: 0,
    endNs: second,
    latency: sampleLatency([eachNs, operations]),
    endedBy: "time",
    ...changes,
  };
}

function round(
  number: number,
  each: readonly WriterCounts[] | null,
  changes: Partial<ParallelRound> = {},
): ParallelRound {
  return {
    mode: "fsync",
    writers: each?.length ?? 1,
    round: number,
    systemCall: "pwrite + fsync",
    refusal: null,
    counts: each && { each: [...each], deviceFlushes: 300 },
    error: null,
    ...changes,
  };
}

describe("buildParallelSaves()", () => {
  it("returns the median over the rounds of all writers' saves divided by the time from first to last save", () => {
    const [save] = buildParallelSaves([
      round(0, [writer(1000), writer(1000, { elapsedNs: second / 2, endNs: second / 2 })]),
      round(1, [writer(1500), writer(1500)]),
      round(2, [writer(1200), writer(1300)]),
    ]);
    expect(save?.rounds.map(({ iops }) => iops)).toEqual([2000, 3000, 2500]);
    expect(save).toMatchObject({
      status: "measured",
      iops: 2500,
      iopsInterval: { low: 2000, high: 3000, coverage: 0.75 },
      operations: 7500,
      deviceFlushesPerSync: 900 / 7500,
    });
    expect(save?.rounds[0]).toMatchObject({ elapsedNs: second, overlap: 0.5 });
    expect(save?.rounds[1]?.overlap).toBe(1);
  });

  it("divides by the whole time, and does not add up the writers' rates, if writers took turns", () => {
    const turn = (place: number) =>
      writer(1000, {
        elapsedNs: second / 10,
        startNs: (place * second) / 10,
        endNs: ((place + 1) * second) / 10,
      });
    const [save] = buildParallelSaves([
      round(
        0,
        Array.from({ length: 16 }, (_, at) => turn(at)),
      ),
    ]);
    expect(save).toMatchObject({ writers: 16, operations: 16_000, iops: 10_000 });
    expect(save?.rounds[0]).toMatchObject({ elapsedNs: 1.6 * second, overlap: 0 });
  });

  it("returns the 99th percentile of all writers together, and of a single writer only from a thousand saves in all rounds on", () => {
    const [save] = buildParallelSaves([
      round(0, [writer(500), writer(499)]),
      round(1, [writer(500), writer(499)]),
    ]);
    expect(save?.writerP99Ns).toEqual([2_000_000, null]);
    expect(save?.latencyNs?.p99).toBe(Math.round(second / 499));
  });

  it.each(["stopped", "error"] as const)(
    'leaves out a round in which a writer ended with "%s"',
    (endedBy) => {
      const [save] = buildParallelSaves([
        round(0, [writer(100), writer(100)]),
        round(1, [writer(500), writer(1, { endedBy })]),
      ]);
      expect(save?.rounds.map((kept) => kept.round)).toEqual([0]);
    },
  );

  it("returns a separate result for each mode and number of writers, with a single writer first", () => {
    const saves = buildParallelSaves([
      round(0, [writer(9), writer(9)]),
      round(0, [writer(9)], { mode: "f_fullfsync" }),
      round(0, [writer(9)]),
    ]);
    expect(saves.map(({ mode, writers }) => [mode, writers])).toEqual([
      ["fsync", 1],
      ["fsync", 2],
      ["f_fullfsync", 1],
    ]);
  });

  it("sets the flushes per save to null if one round did not count them", () => {
    const unknown = { counts: { each: [writer(9)], deviceFlushes: null } };
    const [save] = buildParallelSaves([round(0, [writer(9)]), round(1, [writer(9)], unknown)]);
    expect(save?.deviceFlushesPerSync).toBeNull();
  });

  it("gives the reason why a mode has no figures", () => {
    const of = (changes: Partial<ParallelRound>) =>
      buildParallelSaves([round(0, null, changes)])[0];
    expect(of({ refusal: "fsync: EINVAL" })).toMatchObject({
      status: "unavailable",
      reason: "fsync: EINVAL",
      iops: null,
      writerP99Ns: [],
    });
    const error = driveError("drive-error", "The drive is broken.", {});
    expect(of({ error })).toMatchObject({ status: "failed", reason: "The drive is broken." });
    expect(of({})).toMatchObject({ statements: [{ code: "reason.stood-still" }] });
  });

  it("returns results that match the report's schema and count the saves of all rounds, for any counts", () => {
    const anyWriter = fc
      .tuple(fc.nat(3000), fc.nat(), fc.constantFrom("time", "bytes", "stopped", "error"))
      .map(([operations, elapsedNs, endedBy]) =>
        writer(operations, {
          elapsedNs,
          startNs: elapsedNs % 7,
          endNs: (elapsedNs % 7) + elapsedNs,
          endedBy: endedBy as WriterCounts["endedBy"],
        }),
      );
    const anyRound = fc
      .tuple(
        fc.nat(5),
        fc.option(fc.array(anyWriter, { minLength: 1, maxLength: 4 })),
        fc.boolean(),
      )
      .map(([number, each, isRefused]) =>
        round(number, each, { refusal: isRefused ? "EINVAL" : null }),
      );
    fc.assert(
      fc.property(fc.array(anyRound), (rounds) => {
        for (const save of buildParallelSaves(rounds)) {
          expect(parallelSaveSchema.safeParse(save).error).toBeUndefined();
          expect(save.operations).toBe(save.rounds.reduce((sum, kept) => sum + kept.operations, 0));
        }
      }),
    );
  });
});

it("reduce() returns no results before the first round and counts the bytes that all writers wrote", () => {
  const reducer = reduce();
  expect(reducer.results()).toEqual({ parallelSaves: null });
  expect(reducer.take({ type: "parallel-round", ...round(0, [writer(2), writer(3)]) })).toEqual({
    endedWithBytes: 5 * 4096,
  });
  expect(reducer.take({ type: "parallel-round", ...round(1, null) })).toEqual({
    endedWithBytes: 0,
  });
  expect(reducer.results().parallelSaves).toHaveLength(2);
});
