import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import type { HostEvent } from "#contract/engine-messages";
import type { WorkloadPlans } from "#contract/workloads/index";
import type { MeasureOptions, RoundCounts } from "#native/index";
import { HostFault } from "../../../../electron/engine-host/fault";
import { DeviceEvidence } from "../../../../electron/engine-host/readings/device-evidence";
import type { SystemReading } from "../../../../electron/engine-host/readings/system-readings";
import { stepCount } from "../../../../electron/engine-host/workloads/flush-modes";
import { runRewrites } from "../../../../electron/engine-host/workloads/flush-modes/rewrites";
import { fakeBench, ofType } from "../../../helpers/fake-bench";
import { eio, FakeSession } from "../../../helpers/fake-session";
import { FakeSleep } from "../../../helpers/fake-sleep";
import { planWith } from "../../../helpers/plan-with";

const smoke = planFor("smoke", "linux", ["flush-modes"]);
const busyBytes = 40_000_000;

/**
 * Evidence in which another program writes during the measurements for which `isBusy` is true
 * (counted from 1).
 */
class ScriptedEvidence extends DeviceEvidence {
  private reads = 0;
  private written = 0;

  constructor(private readonly isBusy: (measurement: number) => boolean) {
    super({ evidenceDevices: [], followedDevices: [] });
  }

  override async read(): Promise<SystemReading> {
    this.reads += 1;
    // The evidence is read before and after each measurement.
    if (this.reads % 2 === 0 && this.isBusy(this.reads / 2)) {
      this.written += busyBytes;
    }
    return {
      levels: null,
      followed: null,
      writtenByOthers: new Map([["4711", this.written]]),
      cpu: null,
      throttleEvents: null,
    };
  }
}

/** A session in which every measurement writes a block more than the one before. */
class GrowingSession extends FakeSession {
  override async measure(options: MeasureOptions): Promise<RoundCounts> {
    const counts = await super.measure(options);
    return { ...counts, bytes: 4096 * this.measured.length };
  }
}

async function measure(
  isBusy: (measurement: number) => boolean,
  changes: Partial<WorkloadPlans["flush-modes"]> = {},
  session = new FakeSession(),
  stopAt: number | null = null,
) {
  const quiet = { append: null, spaced: null, plainWrites: null };
  const flush = { rounds: 4, warmupNs: 0, ...quiet, ...changes };
  const plan = planWith(smoke, { "flush-modes": flush });
  const { bench, events } = fakeBench(session, plan, {
    os: "linux",
    evidence: new ScriptedEvidence(isBusy),
  });
  session.onMeasure = () => {
    if (session.measured.length === stopAt) {
      bench.stop();
    }
  };
  await runRewrites(bench);
  return { rounds: ofType(events, "flush-round").map(({ counts }) => counts), events, session };
}

describe("a disturbed round", () => {
  it("is repeated once, after a drain, and the result contains only the repetition, but the written bytes include both", async () => {
    const { rounds, events, session } = await measure(
      (measurement) => measurement === 2,
      {},
      new GrowingSession(),
    );
    // Two modes in four rounds; one round was repeated.
    expect(rounds).toHaveLength(8);
    expect(session.measured).toHaveLength(9);
    expect(session.measured[1]?.mode).toBe(session.measured[2]?.mode);
    expect(rounds.map(({ repeated }) => repeated).indexOf(true)).toBe(1);
    expect(rounds.filter(({ repeated }) => repeated)).toHaveLength(1);
    expect(rounds[1]?.evidence.otherProgramsBytes).toBe(0);
    // The report still counts the bytes of the discarded round as written.
    const written = ofType(events, "written").map(({ bytes }) => bytes);
    expect(written).toEqual([1 << 20, 2 * 4096]);
    expect(rounds[1]?.bytes).toBe(3 * 4096);
    // drain() is called before each of the nine measurements, the repetition included, and once at
    // the end.
    expect(session.calls.filter((call) => call === "drain")).toHaveLength(9 + 1);
  });

  it("is reported with the other programs' writes if these disturbed the repetition too", async () => {
    const { rounds } = await measure((measurement) => measurement <= 2);
    expect(rounds[0]).toMatchObject({
      repeated: true,
      evidence: { otherProgramsBytes: busyBytes },
    });
  });

  it("is not repeated if a quarter of all rounds have already been repeated", async () => {
    const { rounds, session } = await measure(() => true);
    expect(rounds).toHaveLength(8);
    expect(session.measured).toHaveLength(8 + 2);
    expect(rounds.map(({ repeated }) => repeated)).toEqual([
      true,
      true,
      ...new Array<boolean>(6).fill(false),
    ]);
  });

  it("is not repeated in a test with three rounds, a quarter of which is less than one", async () => {
    const { session } = await measure(() => true, { rounds: 3, modes: ["fsync"] });
    expect(session.measured).toHaveLength(3);
  });

  it("stays in the result if a person stops the inspection during its repetition, whose writes are reported too", async () => {
    // The third measurement is the repetition's warm-up, after the first warm-up and the round.
    const flushing = { warmupNs: 7, modes: ["fsync" as const] };
    const { rounds, events } = await measure(() => true, flushing, new FakeSession(), 3);
    expect(rounds).toMatchObject([
      { round: 0, repeated: false, evidence: { otherProgramsBytes: busyBytes } },
    ]);
    const written = ofType(events, "written").reduce((sum, { bytes }) => sum + bytes, 0);
    expect(written).toBe((1 << 20) + 2 * 40_960);
  });

  it("stays in the result if the computer slept during every attempt to repeat the round", async () => {
    const session = new FakeSession();
    session.sleep = new FakeSleep([2, 3, 4]);
    const { rounds, events } = await measure((number) => number === 1, {}, session);
    expect(rounds).toHaveLength(8);
    expect(rounds[0]).toMatchObject({
      repeated: false,
      evidence: { otherProgramsBytes: busyBytes },
    });
    expect(ofType(events, "flush-round-left-out")).toEqual([]);
  });

  it("is not repeated if an error ended it", async () => {
    const session = new FakeSession();
    session.faultAtMeasure = 1;
    await expect(measure(() => true, {}, session)).rejects.toThrow();
    expect(session.measured).toHaveLength(1);
  });
});

/** Evidence that records each reading of the counters among the session's calls. */
class LoggedEvidence extends ScriptedEvidence {
  constructor(private readonly calls: string[]) {
    super(() => false);
  }

  override read(): Promise<SystemReading> {
    this.calls.push("read counters");
    return super.read();
  }
}

describe("the warm-up", () => {
  const { roundNs } = smoke.workloads["flush-modes"];
  const warm = planWith(smoke, {
    "flush-modes": { rounds: 1, warmupNs: 7, append: null, spaced: null, plainWrites: null },
  });

  async function run(session: FakeSession, stop = false) {
    const { bench, events } = fakeBench(session, warm, {
      os: "linux",
      evidence: new LoggedEvidence(session.calls),
    });
    session.onMeasure = () => stop && bench.stop();
    const end = runRewrites(bench).then(
      () => null,
      (error: unknown) => error,
    );
    return { end: await end, events, calls: session.calls.slice(1) };
  }

  it("runs before the counters are read in a mode that flushes, and after they are read in a mode that does not flush", async () => {
    const session = new FakeSession();
    const { calls, events } = await run(session);
    const counters = "read counters";
    expect(calls.slice(0, 9)).toEqual([
      ...["drain", counters, "measure none", counters],
      ...["drain", "measure fsync", counters, "measure fsync", counters],
    ]);
    expect(session.measured.map(({ warmupNs }) => warmupNs)).toEqual([7, null, null]);
    expect(session.measured.map(({ durationNs }) => durationNs)).toEqual([
      ...[roundNs, 7, roundNs],
    ]);
    // The events "written" report the file and one warm-up for each mode; a round's own event has
    // its bytes.
    const written = ofType(events, "written").map(({ bytes }) => bytes);
    expect(written).toEqual([1 << 20, 40_960, 40_960]);
  });

  /** A session whose first measurement ends before any operation is counted. */
  class BrokenOff extends FakeSession {
    constructor(private readonly endedBy: "stopped" | "error") {
      super();
    }

    override async measure(options: MeasureOptions): Promise<RoundCounts> {
      const counts = await super.measure(options);
      const nothing = { operations: 0, bytes: 0, elapsedNs: 0, endedBy: this.endedBy };
      return { ...counts, ...nothing, fault: this.endedBy === "error" ? eio : null };
    }
  }

  it("counts toward the written bytes, but no round follows it, if a person stops the inspection during it", async () => {
    const { events, end } = await run(new BrokenOff("stopped"), true);
    expect(end).toBeNull();
    expect(ofType(events, "flush-round")).toEqual([]);
    expect(ofType(events, "written").map(({ bytes }) => bytes)).toEqual([1 << 20, 40_960]);
  });

  it("ends the inspection with the drive's error, and no round follows it, if the drive fails during it", async () => {
    const { events, end } = await run(new BrokenOff("error"));
    expect(end).toBeInstanceOf(HostFault);
    expect(ofType(events, "flush-round")).toEqual([]);
    expect(ofType(events, "mode-failed")).toMatchObject([{ mode: "none" }]);
    expect(ofType(events, "written").map(({ bytes }) => bytes)).toEqual([1 << 20, 40_960]);
  });
});

describe("the saves after a pause", () => {
  const spaced = { rounds: 2, roundNs: 300, idleNs: 10 };
  const spacedOf = (events: readonly HostEvent[]) =>
    ofType(events, "flush-round").filter(({ layout }) => layout === "spaced");

  it("use fsync after the first and the second of three rounds, with a pause before each save", async () => {
    const { session, events } = await measure(() => false, { rounds: 3, spaced });
    expect(session.measured.map(({ mode, idleNs }) => `${mode} ${idleNs ?? 0}`)).toEqual([
      "none 0",
      "fsync 0",
      "fsync 10",
      "fsync 0",
      "none 0",
      "fsync 10",
      "none 0",
      "fsync 0",
    ]);
    expect(session.measured[2]).toMatchObject({ durationNs: 300 });
    expect(session.measured[2]?.paceNs ?? null).toBeNull();
    expect(spacedOf(events).map(({ counts }) => `${counts.round} ${counts.mode}`)).toEqual([
      "0 fsync",
      "1 fsync",
    ]);
  });

  it("begin, like every round, after a drain of the drive's cache", async () => {
    const { session } = await measure(() => false, { rounds: 1, spaced });
    const calls = session.calls.filter((call) => /drain|measure/.test(call));
    expect(calls.slice(0, 6)).toEqual([
      ...["drain", "measure none", "drain", "measure fsync", "drain", "measure fsync"],
    ]);
    expect(session.measured[2]?.idleNs).toBe(10);
  });

  it("have their own evidence of other programs' writes, which is not part of the round before", async () => {
    const busy = await measure((measurement) => measurement === 3, { rounds: 1, spaced });
    expect(spacedOf(busy.events)[0]?.counts.evidence.otherProgramsBytes).toBe(busyBytes);
    expect(busy.rounds[1]?.evidence.otherProgramsBytes).toBe(0);
  });

  it("use fdatasync rather than o_direct_dsync if the plan does not contain fsync, and are left out if no mode flushes", async () => {
    const session = new FakeSession();
    session.extraModes = ["o_direct_dsync", "fdatasync"];
    const modes = ["none", "o_direct_dsync", "fdatasync"] as const;
    const { events } = await measure(() => false, { modes: [...modes], spaced }, session);
    expect(spacedOf(events)[0]?.counts.mode).toBe("fdatasync");
    const none = await measure(() => false, { modes: ["none"], spaced });
    expect(spacedOf(none.events)).toEqual([]);
  });
});

describe("writes without a flush to a file filled in larger pieces", () => {
  const plainWrites = { rounds: 2, pieceBytes: 1 << 20 };
  const refilledOf = (events: readonly HostEvent[]) =>
    ofType(events, "flush-round").filter(({ layout }) => layout === "refilled");
  const fills = ({ calls }: FakeSession) => calls.filter((call) => call.startsWith("refill"));

  it("are measured after the first and the last round, and the file is refilled in small blocks before the next round", async () => {
    const { session, events } = await measure(() => false, { rounds: 3, plainWrites, warmupNs: 7 });
    expect(session.calls.filter((call) => /refill|measure none|verify/.test(call))).toEqual([
      ...["measure none", "refill 1048576", "measure none", "refill 4096"],
      ...["measure none", "measure none", "refill 1048576", "measure none", "verify"],
    ]);
    expect(refilledOf(events).map(({ counts }) => `${counts.round} ${counts.mode}`)).toEqual([
      "0 none",
      "2 none",
    ]);
    // All plain rounds have the same warm-up, time and limit.
    const plain = session.measured.filter(({ mode }) => mode === "none");
    expect(new Set(plain.map((options) => JSON.stringify(options))).size).toBe(1);
    // The reported bytes are those of one file, three refills, and a warm-up for each round.
    const written = ofType(events, "written").reduce((sum, { bytes }) => sum + bytes, 0);
    expect(written).toBe(4 * (1 << 20) + 8 * 40_960);
  });

  it("are not measured if the system keeps the file cached or if every chosen mode flushes", async () => {
    const staying = new FakeSession();
    staying.dropsPages = false;
    const { events } = await measure(() => false, { plainWrites }, staying);
    expect(refilledOf(events)).toEqual([]);
    expect(fills(staying)).toEqual(["refill 1048576", "refill 1048576"]);
    const { session } = await measure(() => false, { plainWrites, modes: ["fsync"] });
    expect(fills(session)).toEqual([]);
  });

  it("end the inspection with an error if filling the file in larger pieces fails", async () => {
    const session = new FakeSession();
    session.refillFault = { ...eio, syscall: "pwrite" };
    await expect(measure(() => false, { plainWrites }, session)).rejects.toThrow(HostFault);
    expect(fills(session)).toHaveLength(1);
  });

  it("are included in the number of steps of the inspection", () => {
    const plan = { ...smoke.workloads["flush-modes"], append: null, spaced: null, rounds: 3 };
    const { length } = plan.modes;
    expect(stepCount({ ...plan, plainWrites })).toBe(3 * length + 2);
    expect(stepCount({ ...plan, plainWrites: null })).toBe(3 * length);
    expect(stepCount({ ...plan, plainWrites, modes: ["fsync"] })).toBe(3);
  });
});

describe("the pace of writes that a person chose", () => {
  it("reaches the engine as nanoseconds between two writes in the warm-up and the rounds, or as null if none was chosen", async () => {
    const paced = await measure(() => false, { paceOperationsPerSecond: 400, warmupNs: 7 });
    expect(new Set(paced.session.measured.map(({ paceNs }) => paceNs))).toEqual(
      new Set([2_500_000]),
    );
    const free = await measure(() => false);
    expect(new Set(free.session.measured.map(({ paceNs }) => paceNs))).toEqual(new Set([null]));
  });
});
