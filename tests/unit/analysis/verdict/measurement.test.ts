import { describe, expect, it } from "vitest";
import { factsOf } from "#analysis/verdict/facts";
import { failureFindings } from "#analysis/verdict/failures";
import { honestyFindings } from "#analysis/verdict/honesty";
import { measurementFindings } from "#analysis/verdict/measurement";
import { pauseFindings } from "#analysis/verdict/pauses";
import { amountOf, slowedFindings } from "#analysis/verdict/slowed";
import { driveError } from "#contract/drive-error";
import type { FlushModeResult } from "#contract/mode-result";
import { tell } from "#text/statements";
import { typicalTime } from "#text/verdict/words";
import { databaseName } from "#text/workloads/commits";
import { said, verdictOn } from "../../../helpers/judged";
import { plain } from "../../../helpers/read-verdict";
import { type SampleMode, sampleModes } from "../../../helpers/sample-modes";
import { type SampleOptions, sampleUnjudgedReport } from "../../../helpers/sample-report";
import { linux } from "./scenario";

describe("the finding that figures vary", () => {
  /** The severity of a mode with these rates in its rounds. */
  const severityOf = (...rates: number[]) => {
    const report = sampleUnjudgedReport({ modes: linux(1000, 1).slice(1, 2) });
    const flushModes = report.flushModes.map((mode) => ({
      ...mode,
      rounds: rates.flatMap((iops, round) => {
        const [sample] = mode.rounds;
        return sample === undefined ? [] : [{ ...sample, round, iops }];
      }),
    }));
    return measurementFindings(factsOf({ ...report, flushModes }))
      .filter(({ code }) => code === "figures-vary")
      .map(({ severity }) => severity);
  };

  it("needs at least three rounds", () => {
    expect(severityOf(500, 1000, 1200)).toEqual(["caution"]);
    expect(severityOf(500, 1200)).toEqual([]);
    expect(severityOf()).toEqual([]);
  });

  it("requires a range of more than a fifth of the median", () => {
    expect(severityOf(900, 1000, 1100)).toEqual([]);
    expect(severityOf(899, 1000, 1100)).toEqual(["info"]);
  });

  it("is a caution when the best round is more than double the worst", () => {
    expect(severityOf(500, 800, 1000)).toEqual(["info"]);
    expect(severityOf(499, 800, 1000)).toEqual(["caution"]);
  });

  it("is absent when the run measured no saves", () => {
    const modes = [{ mode: "none" as const, iops: 1000, deviation: 0.9 }];
    expect(measurementFindings(factsOf(sampleUnjudgedReport({ modes })))).toEqual([]);
  });
});

describe("the finding that saves are slow", () => {
  const severityOn = (modes: readonly SampleMode[], drive: SampleOptions["drive"] = {}) =>
    measurementFindings(factsOf(sampleUnjudgedReport({ os: "macos", modes, drive })))
      .filter(({ code }) => code === "slow-saves")
      .map(({ severity }) => severity);

  it('has the severity "info" for slow full flushes of a Mac only if its ordinary saves are at least ten times as fast', () => {
    const beside = (iops: number) =>
      severityOn([
        { mode: "fsync", iops },
        { mode: "f_fullfsync", iops: 46 },
      ]);
    expect(beside(460)).toEqual(["info"]);
    expect(beside(459)).toEqual(["caution"]);
  });

  it('has the severity "caution" for a Mac\'s full flushes that are slower than those of hard disks or go to an external drive', () => {
    const slow = [
      { mode: "fsync", iops: 26_000 },
      { mode: "f_fullfsync", iops: 2 },
    ] as const;
    expect(severityOn(slow)).toEqual(["caution"]);
    expect(severityOn(sampleModes.macos, { kind: "usb", removable: true })).toEqual(["caution"]);
  });

  it('has the severity "caution" for a Mac\'s full flushes that became slow during the run', () => {
    const full = { mode: "f_fullfsync", iops: 800, slowsTo: 46 } as const;
    expect(severityOn([{ mode: "fsync", iops: 26_000 }, full])).toEqual(["caution"]);
  });
});

it("the finding about modes with missing flushes lists each of these modes with its flushes per save to two decimals", () => {
  const modes = linux(900, 1).map((mode) =>
    mode.mode === "fdatasync" || mode.mode === "o_sync" ? { ...mode, flushesPerSave: 0.05 } : mode,
  );
  const found = honestyFindings(factsOf(sampleUnjudgedReport({ modes }))).find(
    ({ code }) => code === "other-saves-unflushed",
  );
  expect(said(found?.seen ?? null)).toContain(": fdatasync (0.05), O_SYNC (0.05).");
});

describe("the findings about modes without a recorded reason", () => {
  const without = (options: SampleOptions) => {
    const report = sampleUnjudgedReport(options);
    const flushModes = report.flushModes.map((mode) => ({ ...mode, reason: null }));
    return { ...report, flushModes };
  };

  it('say "no reason given" for a refused mode', () => {
    const report = without({ modes: [{ mode: "o_sync", refusal: "EINVAL" }] });
    expect(measurementFindings(factsOf(report)).map(({ seen }) => said(seen))).toContain(
      "Refused: O_SYNC (no reason given).",
    );
  });

  it('say "no reason given" for a failed mode', () => {
    const failure = driveError("drive-error", "Input/output error.");
    const report = without({ modes: [{ mode: "o_sync", failure }] });
    expect(failureFindings(report).map(({ seen }) => said(seen))).toContain(
      "O_SYNC: no reason given.",
    );
  });
});

describe("the finding about long pauses", () => {
  /**
   * The finding about a slowest save of `slowestNs` ns, whose window has a given length or is not
   * known.
   */
  const pauseOf = (slowestNs: number, changes: Partial<FlushModeResult> = {}) => {
    const report = sampleUnjudgedReport({
      modes: linux(1400, 1).map((mode) => ({ ...mode, slowestNs })),
    });
    const flushModes = report.flushModes.map((mode) => ({ ...mode, ...changes }));
    return plain(
      pauseFindings(factsOf({ ...report, flushModes }))
        .map(({ seen }) => said(seen))
        .join(),
    );
  };
  const window = { round: 1, startNs: 300_000_000, elapsedNs: 1_300_000_000 };

  it("appears from pauses of half a second on and counts them", () => {
    expect(pauseOf(499_999_999)).toBe("");
    expect(pauseOf(500_000_000)).toMatch(/^The slowest save took 500 ms \(fsync\); a typical one/);
    expect(pauseOf(500_000_000)).toMatch(/half a second or longer once in 10 s\.$/);
  });

  it("says when the slowest save began if the window with it is known and lasts at least half a second", () => {
    const at = (worstWindow: FlushModeResult["worstWindow"]) =>
      pauseOf(1_300_000_000, { worstWindow });
    const known = { ...sampleWindow(), ...window };
    expect(at(known)).toContain(" It began 300 ms into round 2.");
    expect(at({ ...known, elapsedNs: 500_000_000 })).toContain(" It began 300 ms into round 2.");
    // A window that is shorter than the slowest save cannot contain it.
    const nothing = /a typical one \S+ \S+\. Saves took half a second/;
    expect(at({ ...known, elapsedNs: 499_999_999 })).toMatch(nothing);
    expect(at(null)).toMatch(nothing);
  });

  it("says that the slowest save began at the start of a round if it began in the round's first 10 ms", () => {
    const at = (startNs: number, round: number) =>
      pauseOf(1_300_000_000, { worstWindow: { ...sampleWindow(), ...window, startNs, round } });
    expect(at(0, 0)).toContain(" It began at the start of round 1.");
    expect(at(640, 2)).toContain(" It began at the start of round 3.");
    expect(at(9_999_999, 0)).toContain(" It began at the start of round 1.");
    expect(at(10_000_000, 0)).toContain(" It began 10 ms into round 1.");
  });

  it("is absent when the run measured no save latency", () => {
    expect(pauseOf(1_300_000_000, { latencyNs: null })).toBe("");
    expect(pauseFindings(factsOf(sampleUnjudgedReport({ modes: [] })))).toEqual([]);
  });

  function sampleWindow() {
    const [mode] = sampleUnjudgedReport({ modes: linux(1400, 1).slice(1, 2) }).flushModes;
    if (!mode?.worstWindow) {
      throw new Error("the sample has a worst window");
    }
    return mode.worstWindow;
  }
});

describe("the finding that saves became slow", () => {
  const slowdown = (fastUntilBytes: number, slowFromBytes: number) => ({
    fastPerSecond: 100,
    slowPerSecond: 25,
    fastUntilBytes,
    slowFromBytes,
  });

  const whenAbout = (fastUntilBytes: number, slowFromBytes: number) =>
    plain(
      tell({
        code: "saves-slowed.title",
        params: { ...amountOf(slowdown(fastUntilBytes, slowFromBytes)) },
      }),
    );

  it("states the bytes written before the change as one amount if the bounds differ by at most a quarter, else as a range", () => {
    expect(whenAbout(100e6, 125e6)).toBe("Saves became slow once about 125 MB had been written");
    expect(whenAbout(100e6, 126e6)).toBe(
      "Saves became slow once between 100 MB and 126 MB had been written",
    );
  });

  it('has the severity "info" if a disturbed round is nearer to the slow rate than to the fast one', () => {
    const severityOf = (iops: number) => {
      const mode = { mode: "fsync", iops: 1900, slowsTo: 45, flushesPerSave: 1 } as const;
      const modes = [{ ...mode, disturbedRounds: [3] }];
      const report = sampleUnjudgedReport({ modes });
      const flushModes = report.flushModes.map((mode) => ({
        ...mode,
        slowdown: slowdown(1e8, 1e8),
        rounds: mode.rounds.map((round) => ({ ...round, iops })),
      }));
      return slowedFindings(factsOf({ ...report, flushModes })).map(({ severity }) => severity);
    };
    expect(severityOf(49)).toEqual(["info"]);
    expect(severityOf(50)).toEqual(["caution"]);
  });
});

it('typicalTime() returns "a time that is not known" if no time was measured', () => {
  expect(typicalTime(null)).toBe("a time that is not known");
});

describe("the headline", () => {
  const headlineOf = (options: SampleOptions, report: SampleOptions["report"] = {}) =>
    plain(
      verdictOn(sampleUnjudgedReport({ modes: [], ...options, report: { ...report } })).headline,
    );
  const nothing = "Nothing could be measured in this folder; why stands with each of the tests.";
  const whole = sampleUnjudgedReport({ sweep: {}, interval: {}, chunked: "ordinary", commits: {} });
  const { bufferSweeps, syncIntervals, chunked, commits } = whole;
  const [database] = commits ?? [];
  if (!bufferSweeps[0] || !syncIntervals[0] || !chunked || !database) {
    throw new Error("the sample has every test");
  }

  it("says that nothing was measured when every test is empty", () => {
    expect(headlineOf({})).toBe(nothing);
    const empty = {
      bufferSweeps: bufferSweeps.map((sweep) => ({ ...sweep, points: [] })),
      syncIntervals: syncIntervals.map((ladder) => ({
        ...ladder,
        strategies: ladder.strategies.map((each) => ({ ...each, p50Ns: null })),
      })),
      chunked: { ...chunked, modes: chunked.modes.map((each) => ({ ...each, elapsedNs: null })) },
      commits: [{ ...database, durable: null, relaxed: null }],
    };
    expect(headlineOf({}, empty)).toBe(nothing);
  });

  it.each<[string, NonNullable<SampleOptions["report"]>]>([
    ["the buffer sweep", { bufferSweeps }],
    ["the sync interval", { syncIntervals }],
    ["the chunked writes", { chunked }],
    ["a database's safe setting", { commits: [{ ...database, relaxed: null }] }],
    ["a database's fast setting", { commits: [{ ...database, durable: null }] }],
  ])("does not say that nothing was measured if %s has a result", (_, report) => {
    expect(headlineOf({}, report)).not.toBe(nothing);
  });
});

it("databaseName() includes the journal mode when the engine has several", () => {
  const nameOf = (variant: string) => databaseName({ engine: "sqlite", variant });
  expect(nameOf("wal")).toBe("SQLite (write-ahead log)");
  expect(nameOf("wal-fullfsync")).toBe("SQLite (write-ahead log, full flush)");
  expect(nameOf("rollback")).toBe("SQLite (rollback journal)");
  expect(nameOf("rollback-fullfsync")).toBe("SQLite (rollback journal, full flush)");
  expect(databaseName({ engine: "mdbx", variant: "mdbx" })).toBe("libmdbx");
});
