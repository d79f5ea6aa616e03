import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { buildChunked, type ChunkedParts } from "#analysis/workloads/chunked-writes/results";
import { type FlushModeId, flushModesOf } from "#contract/flush-mode";
import { chunkedSchema } from "#contract/workloads/chunked-writes";
import { sampleCounts } from "../../../../helpers/sample-round";

const plan = planFor("quick", "linux").workloads["chunked-writes"];

function part(
  counts: Partial<NonNullable<ChunkedParts["counts"]>> | null,
  more: Partial<ChunkedParts> = {},
): ChunkedParts {
  return {
    mode: "fsync",
    pass: 0,
    systemCall: "pwrite + fsync",
    refusal: null,
    counts: counts && sampleCounts({ bytes: plan.totalBytes, ...counts }),
    ...more,
  };
}

const only = (given: ChunkedParts) => buildChunked([given], plan).modes[0];

/** Parts in which every mode has as many passes as it has times. */
const passesOf = (times: Partial<Record<FlushModeId, readonly number[]>>) =>
  Object.entries(times).flatMap(([mode, each]) =>
    each.map((elapsedNs, pass) => part({ elapsedNs }, { mode: mode as FlushModeId, pass })),
  );
const ratios = (times: Partial<Record<FlushModeId, readonly number[]>>) =>
  Object.fromEntries(
    buildChunked(passesOf(times), plan).modes.map(({ mode, ratioToFastest }) => [
      mode,
      ratioToFastest,
    ]),
  );

describe("buildChunked()", () => {
  it("returns the median of the passes, its interval and each pass", () => {
    const [mode] = buildChunked(passesOf({ fsync: [100, 300] }), plan).modes;
    expect(mode).toMatchObject({
      elapsedNs: 200,
      elapsedIntervalNs: { low: 100, high: 300, coverage: 0.5 },
      passes: [
        { pass: 0, elapsedNs: 100, extrapolated: false },
        { pass: 1, elapsedNs: 300, extrapolated: false },
      ],
    });
  });

  it("returns for each mode the ratio of its time to that of the fastest mode", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 1e12 }), { minLength: 1, maxLength: 7 }),
        (times) => {
          const modes = flushModesOf("linux");
          const parts = [0, 1].flatMap((pass) =>
            times.map((elapsedNs, at) => part({ elapsedNs }, { mode: modes[at] ?? "none", pass })),
          );
          const built = buildChunked(parts, plan).modes;
          expect(built.map(({ elapsedNs }) => elapsedNs)).toEqual(times);
          expect(Math.min(...built.map(({ ratioToFastest }) => ratioToFastest ?? 0))).toBe(1);
          built.forEach(({ ratioToFastest }, index) => {
            expect(ratioToFastest).toBeCloseTo((times[index] ?? 0) / Math.min(...times));
          });
        },
      ),
    );
  });

  it("returns no ratio between two modes if the passes give very different ratios", () => {
    // fsync takes 4 times as long as fdatasync in one pass and 39 times in the other: the mode that
    // is measured second also flushes the first one's data.
    expect(ratios({ fdatasync: [100, 100], fsync: [400, 3900] })).toEqual({
      fdatasync: 1,
      fsync: null,
    });
    expect(ratios({ fdatasync: [100, 300], fsync: [300, 100] }).fsync).toBeNull();
  });

  it("returns the ratio between two modes if both passes give nearly the same, even if both modes became slower", () => {
    expect(ratios({ fdatasync: [100, 200], fsync: [400, 900] }).fsync).toBeCloseTo(650 / 150);
  });

  it("returns no ratio between two modes if one of them has only one pass", () => {
    expect(ratios({ fdatasync: [100], fsync: [400] })).toEqual({ fdatasync: null, fsync: null });
    expect(ratios({ fdatasync: [100, 100], fsync: [400] }).fsync).toBeNull();
  });

  it("extrapolates the time of a mode that a time limit ended, and marks that time as extrapolated", () => {
    const capped = { bytes: plan.totalBytes / 8, elapsedNs: 1000, endedBy: "time" } as const;
    expect(only(part(capped))).toMatchObject({ elapsedNs: 8000, extrapolated: true });
    expect(only(part({ elapsedNs: 1000 }))).toMatchObject({
      elapsedNs: 1000,
      extrapolated: false,
      status: "measured",
      reason: null,
    });
  });

  it("returns the system's reason for a refused mode, and no ratio for that mode", () => {
    const refused = { mode: "o_direct", refusal: "open: EINVAL" } as const;
    const { modes } = buildChunked(
      [
        ...passesOf({ fsync: [500, 500] }),
        part(null, refused),
        part(null, { ...refused, pass: 1 }),
      ],
      plan,
    );
    expect(modes[1]).toMatchObject({
      status: "unavailable",
      reason: "open: EINVAL",
      elapsedNs: null,
      ratioToFastest: null,
      latencyNs: null,
    });
    expect(modes[0]?.ratioToFastest).toBe(1);
  });

  it("returns no time for a mode that failed, even if an earlier pass was complete", () => {
    const broken = part({ elapsedNs: 1, endedBy: "error" });
    expect(only(broken)).toMatchObject({ status: "failed", elapsedNs: null });
    const others = buildChunked([...passesOf({ fdatasync: [9, 9] }), broken], plan);
    expect(others.modes[0]?.ratioToFastest).toBe(1);
    const later = buildChunked([part({ elapsedNs: 9 }), { ...broken, pass: 1 }], plan);
    expect(later.modes).toHaveLength(1);
    expect(later.modes[0]).toMatchObject({ status: "failed", elapsedNs: null, passes: [] });
  });

  it.each([
    ["the run ended during its turn", { endedBy: "stopped" }, "reason.mode-not-reached"],
    ["the computer slept during each attempt", null, "reason.stood-still"],
  ] as const)("states that a mode has no figures because %s", (_why, counts, code) => {
    expect(only(part(counts))).toMatchObject({
      status: "unavailable",
      statements: [{ code, params: {} }],
      elapsedNs: null,
      ratioToFastest: null,
    });
  });

  it("returns the time of the first pass if only the second was stopped", () => {
    const stopped = part({ elapsedNs: 1, endedBy: "stopped" }, { pass: 1 });
    expect(buildChunked([part({ elapsedNs: 70 }), stopped], plan).modes).toMatchObject([
      { status: "measured", elapsedNs: 70, passes: [{ pass: 0 }], ratioToFastest: null },
    ]);
  });

  it("returns the modes in the order in which they ran, in a result that matches the schema", () => {
    const modes = ["none", "fsync", "o_direct"] as const;
    const built = buildChunked(
      modes.map((mode) => part({}, { mode })),
      plan,
    );
    expect(built.modes.map(({ mode }) => mode)).toEqual(modes);
    expect(chunkedSchema.parse(built)).toEqual(built);
    expect(buildChunked([], plan).modes).toEqual([]);
  });
});
