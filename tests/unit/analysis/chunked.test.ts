import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildChunked, type ChunkedParts } from "../../../electron/analysis/chunked";
import { notReachedReason } from "../../../electron/analysis/flush-results";
import { driveError } from "../../../electron/contract/drive-error";
import { planFor } from "../../../electron/contract/run-plan";
import { chunkedSchema } from "../../../electron/contract/workload-results";
import { sampleCounts } from "../../helpers/sample-workloads";

const plan = planFor("quick").chunked;

function part(
  counts: Partial<NonNullable<ChunkedParts["counts"]>> | null,
  more: Partial<ChunkedParts> = {},
): ChunkedParts {
  return {
    mode: "fsync",
    systemCall: "pwrite + fsync",
    refusal: null,
    failure: null,
    counts: counts && sampleCounts({ bytes: plan.totalBytes, ...counts }),
    ...more,
  };
}

const only = (given: ChunkedParts) => buildChunked([given], plan).modes[0];

describe("buildChunked", () => {
  it("relates every time to the fastest one", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 1e12 }), { minLength: 1, maxLength: 7 }),
        (times) => {
          const { modes } = buildChunked(
            times.map((elapsedNs) => part({ elapsedNs })),
            plan,
          );
          expect(modes.map(({ elapsedNs }) => elapsedNs)).toEqual(times);
          expect(Math.min(...modes.map(({ ratioToFastest }) => ratioToFastest ?? 0))).toBe(1);
          modes.forEach(({ ratioToFastest }, index) => {
            expect(ratioToFastest).toBeCloseTo((times[index] ?? 0) / Math.min(...times));
          });
        },
      ),
    );
  });

  it("extrapolates a capped mode and says so", () => {
    const capped = { bytes: plan.totalBytes / 8, elapsedNs: 1000, endedBy: "time" } as const;
    expect(only(part(capped))).toMatchObject({ elapsedNs: 8000, extrapolated: true });
    expect(only(part({ elapsedNs: 1000 }))).toMatchObject({
      elapsedNs: 1000,
      extrapolated: false,
      status: "measured",
      reason: null,
    });
  });

  it("keeps a refusal as a result of its own, which no ratio is made of", () => {
    const { modes } = buildChunked(
      [part({ elapsedNs: 500 }), part(null, { mode: "o_direct", refusal: "open: EINVAL" })],
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

  it("gives a mode that broke off no time, because it would be too short a one", () => {
    const failure = driveError("drive-error", "The drive returned an error.");
    const broken = part({ elapsedNs: 1, endedBy: "error" }, { failure });
    expect(only(broken)).toMatchObject({
      status: "failed",
      reason: "The drive returned an error.",
      elapsedNs: null,
    });
    expect(only(part({ endedBy: "error" }))?.status).toBe("failed");
    expect(buildChunked([part({ elapsedNs: 9 }), broken], plan).modes[0]?.ratioToFastest).toBe(1);
  });

  it("says so when the run ended before or within the mode's turn", () => {
    for (const counts of [null, { endedBy: "stopped" } as const]) {
      expect(only(part(counts))).toMatchObject({
        status: "unavailable",
        reason: notReachedReason,
        elapsedNs: null,
        ratioToFastest: null,
      });
    }
  });

  it("keeps the order of the modes and passes its own schema", () => {
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
