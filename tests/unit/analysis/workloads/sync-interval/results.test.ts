import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import {
  buildSyncInterval,
  type IntervalTrial,
  type SyncStrategy,
} from "#analysis/workloads/sync-interval/results";
import type { SequentialCounts } from "#contract/engine-counts";
import { syncIntervalSchema } from "#contract/workloads/sync-interval";
import { sampleCounts } from "../../../../helpers/sample-round";
import { sampleLatency } from "../../../../helpers/workloads/latency";
import { sampleSyncInterval } from "../../../../helpers/workloads/sync-interval";

const plan = planFor("quick", "linux").workloads["sync-interval"];
const mebibyte = 1024 * 1024;
const complete = { bytes: plan.totalBytes, syncCalls: 1 };

function trial(
  strategy: SyncStrategy,
  intervalBytes: number | null,
  counts: Partial<SequentialCounts>,
  number = 0,
): IntervalTrial {
  const mode = strategy === "never" ? "none" : "fdatasync";
  return { strategy, intervalBytes, trial: number, mode, counts: sampleCounts(counts) };
}

const build = (trials: readonly IntervalTrial[]) =>
  buildSyncInterval(trials, plan, "fdatasync(fd)");
const only = (trials: readonly IntervalTrial[]) => build(trials)?.strategies[0];

describe("buildSyncInterval()", () => {
  it("returns null if there was no trial", () => {
    expect(build([])).toBeNull();
  });

  it("sorts by strategy (never, end, background, every) and then from the largest to the smallest interval", () => {
    const shuffled = [
      trial("every", 4096, complete),
      trial("background", null, complete),
      trial("every", mebibyte, complete),
      trial("end", null, complete),
      trial("never", null, complete),
      trial("every", 65_536, complete),
    ];
    const order = build(shuffled)?.strategies.map((each) => [each.strategy, each.intervalBytes]);
    expect(order).toEqual([
      ["never", null],
      ["end", null],
      ["background", null],
      ["every", mebibyte],
      ["every", 65_536],
      ["every", 4096],
    ]);
  });

  it('returns the mode of the trials that sync, or "none" if no trial syncs', () => {
    const built = build([trial("never", null, complete), trial("end", null, complete)]);
    expect(built).toMatchObject({
      flushMode: "fdatasync",
      systemCall: "fdatasync(fd)",
      totalBytes: plan.totalBytes,
      blockBytes: plan.blockBytes,
    });
    expect(build([trial("never", null, complete)])?.flushMode).toBe("none");
  });

  it("returns the median time of complete trials without extrapolating it", () => {
    const times = [30, 10, 20];
    const built = only(
      times.map((elapsedNs, number) => trial("end", null, { ...complete, elapsedNs }, number)),
    );
    expect(built).toMatchObject({ trialsNs: times, p50Ns: 20, extrapolated: false, syncs: 3 });
  });

  it("extrapolates the time of a trial to all bytes of the plan only if the time limit ended the trial", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: plan.totalBytes / 16_384 }),
        fc.integer({ min: 1, max: 1e12 }),
        (intervals, elapsedNs) => {
          const bytes = intervals * 16_384;
          const counts = { bytes, elapsedNs, endedBy: "time", syncCalls: intervals } as const;
          const built = only([
            trial("every", 16_384, counts),
            trial("every", 16_384, { ...complete, elapsedNs: 7 }, 1),
          ]);
          expect(built?.extrapolated).toBe(true);
          expect(built?.trialsExtrapolated).toEqual([true, false]);
          const [scaled, whole] = built?.trialsNs ?? [];
          expect(whole).toBe(7);
          expect(scaled).toBeGreaterThanOrEqual(elapsedNs);
          expect((scaled ?? 0) / elapsedNs).toBeCloseTo(plan.totalBytes / bytes, -1);
          expect(Number.isInteger(built?.p50Ns)).toBe(true);
        },
      ),
    );
  });

  it.each(["stopped", "error"] as const)('leaves out a trial that ended with "%s"', (endedBy) => {
    const cut = trial("end", null, { ...complete, endedBy, elapsedNs: 1 }, 1);
    expect(only([trial("end", null, { ...complete, elapsedNs: 50 }), cut])?.trialsNs).toEqual([50]);
    expect(only([cut])).toMatchObject({
      trialsNs: [],
      p50Ns: null,
      extrapolated: false,
      syncs: 0,
      latencyNs: null,
    });
  });

  it('returns no time for the strategy "every" if not even the first interval was written and synced', () => {
    const capped = (bytes: number, syncCalls: number) =>
      only([trial("every", mebibyte, { bytes, syncCalls, endedBy: "time" })])?.p50Ns;
    // The strategy "every 1 MiB" has no result if only the final sync was made.
    expect(capped(mebibyte / 2, 1)).toBeNull();
    expect(capped(mebibyte, 0)).toBeNull();
    expect(capped(mebibyte, 1)).not.toBeNull();
  });

  it('returns a time for the strategy "never" even though its trials sync nothing', () => {
    const capped = { bytes: 4096, syncCalls: 0, endedBy: "time", elapsedNs: 10 } as const;
    expect(only([trial("never", null, capped)])?.p50Ns).toBe(10 * (plan.totalBytes / 4096));
  });

  it("includes the syncs of the second thread in the number of syncs", () => {
    const counts = { ...complete, backgroundSyncCalls: 4 };
    expect(only([trial("background", null, counts)])?.syncs).toBe(5);
  });

  it("merges the latencies of all trials", () => {
    const built = only([
      trial("end", null, { ...complete, latency: sampleLatency([100, 3]) }),
      trial("end", null, { ...complete, latency: sampleLatency([900, 1]) }, 1),
    ]);
    expect(built?.latencyNs).toMatchObject({ p50: 100, max: 900, mean: 300 });
  });

  it("returns for trials at every sync interval a result that matches the schema, with times that grow as the interval shrinks", () => {
    const built = sampleSyncInterval(plan, "fdatasync");
    expect(syncIntervalSchema.parse(built)).toEqual(built);
    const ladder = (built?.strategies ?? []).filter(({ strategy }) => strategy === "every");
    expect(ladder).toHaveLength(plan.intervalsBytes.length);
    // The two longest intervals do not divide the total, so the rest needs one more sync at the
    // end.
    const times = ladder
      .filter(({ intervalBytes }) => plan.totalBytes % (intervalBytes ?? 1) === 0)
      .map(({ p50Ns }) => p50Ns ?? 0);
    expect(times.length).toBeGreaterThan(5);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });
});
