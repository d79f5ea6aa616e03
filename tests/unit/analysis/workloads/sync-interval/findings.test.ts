import { describe, expect, it } from "vitest";
import { paragraph } from "#analysis/say";
import { factsOf } from "#analysis/verdict/facts";
import { syncCostFindings } from "#analysis/workloads/sync-interval/findings";
import type { IntervalStrategy, SyncInterval } from "#contract/workloads/sync-interval";
import { said } from "../../../../helpers/judged";
import { sampleUnjudgedReport } from "../../../../helpers/sample-report";

/**
 * The cost of frequent saves at the figures where the texts change, and strategies without a
 * figure.
 */

const report = sampleUnjudgedReport({ interval: {} });
const [sample] = report.syncIntervals;
if (!sample) {
  throw new Error("the sample has the test");
}
const often = 16 * 1024;
const megabyte = 1024 * 1024;

type Times = Partial<Record<"often" | "never" | "end" | "background" | "megabyte", number | null>>;

/**
 * A ladder with these times per strategy; `null`: no figure. Strategies that are not listed are
 * missing.
 */
function ladder(times: Times, mode: SyncInterval["flushMode"] = "fdatasync"): SyncInterval {
  const nameOf = ({ strategy, intervalBytes }: IntervalStrategy) =>
    strategy !== "every" ? strategy : intervalBytes === often ? "often" : "megabyte";
  return {
    ...(sample as SyncInterval),
    flushMode: mode,
    strategies: (sample as SyncInterval).strategies
      .filter(({ strategy, intervalBytes }) =>
        strategy === "every" ? intervalBytes === often || intervalBytes === megabyte : true,
      )
      .flatMap((each) => {
        const p50Ns = times[nameOf(each)];
        return p50Ns === undefined ? [] : [{ ...each, p50Ns, extrapolated: false }];
      }),
  };
}
const made = (first: SyncInterval | null, others: SyncInterval[] = []) =>
  syncCostFindings(
    factsOf({ ...report, syncIntervals: [...(first ? [first] : []), ...others] }),
  ).map((each) => ({ ...each, title: said(each.title).replace(/\s/gu, " ") }));
const codes = (...given: Parameters<typeof made>) => made(...given).map(({ code }) => code);

describe("the finding about frequent saves", () => {
  it("calls frequent saves cheap if writing with them takes at most a quarter longer than without any save", () => {
    expect(codes(ladder({ often: 1251, never: 1000 }))).toEqual(["sync-interval-cost"]);
    expect(codes(ladder({ often: 1250, never: 1000 }))).toEqual(["sync-interval-cheap"]);
  });

  it("does not call frequent saves cheap if they take over a quarter longer than one save at the end", () => {
    const found = (often: number) => made(ladder({ often, never: 1000, end: 100 }))[0];
    expect(found(126)).toMatchObject({
      code: "sync-interval-cost",
      title: "Saving every 16 KiB took 1.3 times as long as saving once at the end",
    });
    expect(found(125)?.code).toBe("sync-interval-cheap");
  });

  it("does not mention waiting if frequent saves take at most a quarter longer than one save at the end", () => {
    const meansOf = (often: number) => {
      const [found] = made(ladder({ often, never: 100, end: 1000 }));
      return paragraph(found?.means ?? null).map(({ code }) => code);
    };
    const dear = ["sync-interval-cost.waits", "sync-interval-cost.means"];
    expect(meansOf(1251)).toEqual(expect.arrayContaining(dear));
    for (const often of [500, 799, 800, 1000, 1250]) {
      expect(meansOf(often)).not.toEqual(expect.arrayContaining([dear[0]]));
      expect(meansOf(often)).not.toEqual(expect.arrayContaining([dear[1]]));
      expect(meansOf(often)).not.toContain(undefined);
    }
    expect(meansOf(1000)).toContain("sync-interval-cost.means-alike");
    expect(meansOf(500)).not.toContain("sync-interval-cost.means-alike");
  });

  it("names short flushes as a possible reason if frequent saves cost little with at most 20 000 flushes a second", () => {
    const { totalBytes } = sample;
    const whyAt = (flushesPerSecond: number) => {
      const ns = ((totalBytes / often) * 1e9) / flushesPerSecond;
      return [made(ladder({ often: ns, never: ns, end: ns }))[0]?.means].flat();
    };
    // Times as on a volume whose every write waits until its data is stored.
    expect(whyAt(90)).toMatchObject([{ code: "unwaited.short-protected-or-dishonest" }]);
    expect(whyAt(20_000)).toMatchObject([{ code: "unwaited.short-protected-or-dishonest" }]);
    expect(whyAt(21_000)).toMatchObject([{ code: "unwaited.protected-or-dishonest" }]);
  });

  it("says that each time comes from a single trial if there was only one trial each, and otherwise does not", () => {
    const seenOf = (trials: number, oftenNs: number, others: SyncInterval[] = []) => {
      const trialsNs = Array.from({ length: trials }, () => 1000);
      const timed = (result: SyncInterval): SyncInterval => ({
        ...result,
        strategies: result.strategies.map((each) => ({ ...each, trialsNs })),
      });
      const found = made(
        timed(ladder({ often: oftenNs, never: 100, end: 500 })),
        others.map(timed),
      );
      return found.map(({ code, seen }) => [code, paragraph(seen).map((one) => one.code)] as const);
    };
    const remark = "sync-interval-cost.timed-once";
    for (const [code, codesSeen] of [
      ...seenOf(1, 1000, [ladder({ often: 3000 }, "fsync")]),
      ...seenOf(1, 110),
    ]) {
      expect(codesSeen, code).toContain(remark);
    }
    for (const [code, codesSeen] of seenOf(3, 1000, [ladder({ often: 3000 }, "fsync")])) {
      expect(codesSeen, code).not.toContain(remark);
    }
  });

  it("says whether both times, one of them or none come from a single trial", () => {
    const remarkOn = (...trials: readonly [number, number]) => {
      const [often, end] = trials.map((count) => Array.from({ length: count }, () => 1000));
      const result = ladder({ often: 1000, never: 100, end: 500 });
      const strategies = result.strategies.map((each) => ({
        ...each,
        trialsNs: (each.strategy === "every" ? often : end) ?? [],
      }));
      return said(made({ ...result, strategies })[0]?.seen ?? []);
    };
    expect(remarkOn(1, 1)).toContain("Each was timed once; another");
    expect(remarkOn(3, 1)).toContain("One of them was timed only once; another");
    expect(remarkOn(1, 3)).toContain("One of them was timed only once; another");
    expect(remarkOn(3, 3)).not.toContain("once; another");
  });

  it("says that frequent saves take about as long as one save at the end if they take 0.8 to 1.25 times as long", () => {
    const beside = (often: number) => made(ladder({ often, never: 100, end: 1000 }))[0]?.title;
    expect(beside(1250)).toBe("Saving every 16 KiB took about as long as saving once at the end");
    expect(beside(1260)).toContain("took 1.3 times as long");
    expect(beside(800)).toContain("about as long");
    expect(beside(700)).toContain("took 0.7 times as long");
  });

  it("compares frequent saves with one save at the end or, if that was not measured, with never saving", () => {
    expect(made(ladder({ often: 4000, never: 1000, end: 2000 }))[0]?.title).toBe(
      "Saving every 16 KiB took 2.0 times as long as saving once at the end",
    );
    expect(made(ladder({ often: 4000, never: 1000 }))[0]?.title).toBe(
      "Saving every 16 KiB took 4.0 times as long as saving never",
    );
    expect(made(ladder({ often: 4000, end: 2000 }))[0]?.title).toMatch(/once at the end$/);
  });

  it("quotes a published figure only if it was measured with the same system call", () => {
    const publishedFor = (mode: SyncInterval["flushMode"]) =>
      said(made(ladder({ often: 4000, end: 2000 }, mode))[0]?.seen ?? [])
        .replace(/\s/gu, " ")
        .match(/\d+ times as long as once at the end \(Wait before you sync/g);
    expect(publishedFor("fdatasync")).toEqual([
      "169 times as long as once at the end (Wait before you sync",
    ]);
    expect(publishedFor("fsync")).toBeNull();
  });

  it("is absent if a figure that it would compare is missing", () => {
    expect(codes(ladder({ never: 1000, end: 2000 }))).toEqual([]);
    expect(codes(ladder({ often: null, never: 1000, end: 2000 }))).toEqual([]);
    expect(codes(ladder({ often: 0, never: 1000, end: 2000 }))).toEqual([]);
    expect(codes(ladder({ often: 4000 }))).toEqual([]);
    expect(codes(ladder({ often: 4000, never: null, end: null }))).toEqual([]);
    expect(codes(null)).toEqual([]);
  });
});

describe("the finding about frequent saves in two modes", () => {
  const first = (ns: number) => ladder({ often: ns });
  const second = (ns: number) => ladder({ often: ns }, "fsync");

  it("says that a mode is slower than another only if it takes over a quarter longer", () => {
    expect(made(first(1000), [second(2000)])[0]?.title).toBe(
      "Saving often: fsync took 2.0 times as long as fdatasync",
    );
    expect(made(first(1000), [second(1260)])[0]?.title).toContain("1.3 times as long");
    expect(made(first(1000), [second(1250)])[0]?.title).toBe(
      "Saving often: the ways of saving are about equally fast",
    );
  });

  it("compares the slowest mode with the fastest, and ignores modes without a figure", () => {
    const none = ladder({ often: null }, "o_sync");
    expect(
      made(first(1000), [second(4000), ladder({ often: 2000 }, "o_dsync"), none])[0]?.title,
    ).toBe("Saving often: fsync took 4.0 times as long as fdatasync");
    expect(codes(first(1000), [none])).toEqual([]);
  });

  it("compares the other modes if the first mode was not measured", () => {
    expect(codes(null, [first(1000), second(2000)])).toEqual(["sync-interval-modes"]);
    const refused = { ...first(1000), reason: "EINVAL", strategies: [] };
    expect(codes(refused, [first(1000), second(2000)])).toEqual(["sync-interval-modes"]);
    expect(codes(refused)).toEqual([]);
  });

  it("says that another run may give other figures if the trials of a clearly slower and a faster mode overlap", () => {
    const seenOf = (fast: number[], slow: number[], slowNs = 3000) => {
      const timed = (result: SyncInterval, trialsNs: number[]): SyncInterval => ({
        ...result,
        strategies: result.strategies.map((each) => ({ ...each, trialsNs })),
      });
      const first = timed(ladder({ often: 1000 }), fast);
      const found = made(first, [timed(ladder({ often: slowNs }, "fsync"), slow)]);
      const modes = found.find(({ code }) => code === "sync-interval-modes");
      return paragraph(modes?.seen ?? null).map(({ code }) => code);
    };
    const remark = "sync-interval-cost.trials-overlap";
    expect(seenOf([900, 1000, 3100], [2900, 3000, 3300])).toContain(remark);
    expect(seenOf([900, 1000, 2900], [2900, 3000, 3300])).toContain(remark);
    expect(seenOf([900, 1000, 2800], [2900, 3000, 3300])).toEqual(["sync-interval-modes.seen"]);
    // If the two modes are about equally fast, the overlap of their trials is no news.
    expect(seenOf([900, 1000, 1300], [1200, 1250, 1300], 1251)).toContain(remark);
    expect(seenOf([900, 1000, 1300], [1200, 1250, 1300], 1250)).not.toContain(remark);
    expect(seenOf([1000], [3000])).toContain("sync-interval-cost.timed-once");
    expect(seenOf([1000], [3000])).not.toContain(remark);
  });
});

describe("the finding about saves in the background", () => {
  /**
   * The finding about background saves: the slowest of a thousand writes takes `besideNs` with
   * them, and `everyNs` with a sync after each MiB.
   */
  const withWaits = (besideNs: number | null, everyNs: number | null, syncs = 9, p50 = 1) => {
    const test = ladder({ background: 1000, megabyte: 1000 });
    const [sampleLatency] = (sample as SyncInterval).strategies.flatMap(
      ({ latencyNs }) => latencyNs ?? [],
    );
    const latency = (p999: number | null) =>
      sampleLatency === undefined ? null : { ...sampleLatency, p50, p999 };
    return {
      ...test,
      strategies: test.strategies.map((each) =>
        each.strategy === "background"
          ? { ...each, latencyNs: latency(besideNs), trialsNs: [1, 1, 1], syncs }
          : { ...each, latencyNs: latency(everyNs) },
      ),
    };
  };

  it("says that background saves keep programs from waiting only if they at least halve the longest wait", () => {
    expect(made(withWaits(1000, 2000))[0]?.title).toBe(
      "Saving in the background keeps programs from waiting",
    );
    expect(made(withWaits(1000, 1999))[0]?.title).toBe(
      "Saving in the background shortens the longest waits of programs",
    );
    expect(made(withWaits(1000, 1250))[0]?.title).toBe(
      "Saving in the background does not keep programs from waiting",
    );
  });

  it("does not say that background saves keep programs from waiting if a write still waits 0.1 s", () => {
    const titleAt = (besideNs: number) => made(withWaits(besideNs, 3_000_000_000))[0]?.title;
    expect(titleAt(99_999_999)).toBe("Saving in the background keeps programs from waiting");
    expect(titleAt(100_000_000)).toBe(
      "Saving in the background shortens the longest waits of programs",
    );
  });

  it("is absent if the longest wait caused by a save is at most ten times the usual one", () => {
    expect(codes(withWaits(1000, 2001, 9, 200))).toEqual(["background-sync"]);
    expect(codes(withWaits(1000, 2000, 9, 200))).toEqual([]);
  });

  it("is absent if the second thread saved nothing before the flush at the end", () => {
    expect(codes(withWaits(1000, 2000, 4))).toEqual(["background-sync"]);
    expect(codes(withWaits(1000, 2000, 3))).toEqual([]);
  });

  it("is absent if the waits during background saves or during the writer's own saves are not known", () => {
    expect(codes(withWaits(null, 2000))).toEqual([]);
    expect(codes(withWaits(1000, null))).toEqual([]);
    const whole = withWaits(1000, 2000);
    for (const missing of ["background", "every"]) {
      const strategies = whole.strategies.filter(({ strategy }) => strategy !== missing);
      expect(codes({ ...whole, strategies })).toEqual([]);
    }
    const untimed = whole.strategies.map((each) => ({ ...each, latencyNs: null }));
    expect(codes({ ...whole, strategies: untimed })).toEqual([]);
  });
});
