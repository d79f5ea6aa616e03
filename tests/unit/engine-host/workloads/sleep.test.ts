import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import type { MeasureOptions, RoundCounts } from "#native/index";
import { eventInWords, warningInWords } from "#text/in-words";
import { noteSleepAnnounced } from "../../../../electron/engine-host/readings/standstill";
import { runAppends } from "../../../../electron/engine-host/workloads/flush-modes/appends";
import { runRewrites } from "../../../../electron/engine-host/workloads/flush-modes/rewrites";
import { fakeBench, fakeRunner, ofType } from "../../../helpers/fake-bench";
import { FakeSession } from "../../../helpers/fake-session";
import { FakeSleep } from "../../../helpers/fake-sleep";
import { planWith } from "../../../helpers/plan-with";
import { recordOf } from "../../../helpers/sample-record";

const append = { rounds: 2, roundNs: 5_000_000, maxRoundBytes: 1 << 20 };

const plan = planWith(planFor("smoke", "linux", ["flush-modes"]), {
  "flush-modes": {
    rounds: 2,
    modes: ["fsync"],
    warmupNs: 0,
    append,
    spaced: null,
    plainWrites: null,
  },
});

function sleepy(asleepIn: readonly number[], eachNs?: number): FakeSession {
  return Object.assign(new FakeSession(), { sleep: new FakeSleep(asleepIn, eachNs) });
}

/**
 * A session that is halted and continued during the measurements in `haltedIn`, as by Ctrl-Z and
 * `fg`.
 */
class HaltedSession extends FakeSession {
  private count = 0;

  constructor(private readonly haltedIn: readonly number[]) {
    super();
  }

  override async measure(options: MeasureOptions): Promise<RoundCounts> {
    const counts = await super.measure(options);
    this.count += 1;
    if (this.haltedIn.includes(this.count)) {
      process.emit("SIGCONT", "SIGCONT");
    }
    return counts;
  }
}

async function rewrites(session: FakeSession) {
  const { bench, events } = fakeBench(session, plan);
  const error = await runRewrites(bench).catch((cause: unknown) => cause);
  return { error, events, rounds: ofType(events, "flush-round").map(({ counts }) => counts.round) };
}

describe("a round during which the computer slept", () => {
  it("is repeated, and the writes of the discarded attempt count as written bytes", async () => {
    const session = sleepy([1]);
    const { rounds, events } = await rewrites(session);
    expect(rounds).toEqual([0, 1]);
    expect(session.measured).toHaveLength(3);
    const [, thrownAway] = ofType(events, "written");
    expect(thrownAway?.bytes).toBeGreaterThan(0);
    // drain() is called before each attempt and once at the end.
    expect(session.calls.filter((call) => call === "drain")).toHaveLength(3 + 1);
  });

  it("is left out of the result if the computer slept during three attempts", async () => {
    const { rounds, events } = await rewrites(sleepy([1, 2, 3]));
    expect(rounds).toEqual([1]);
    expect(ofType(events, "flush-round-left-out")).toMatchObject([
      { layout: "rewrite", mode: "fsync", round: 0 },
    ]);
  });

  it("is not reported as left out if a person stops the test before the round is repeated", async () => {
    const session = sleepy([1]);
    const { bench, events } = fakeBench(session, plan);
    session.onMeasure = () => bench.stop();
    await runRewrites(bench);
    expect(ofType(events, "flush-round")).toEqual([]);
    expect(ofType(events, "flush-round-left-out")).toEqual([]);
  });

  it("ends the test with the drive's error if the drive failed during it", async () => {
    const session = sleepy([1]);
    session.faultAtMeasure = 1;
    const { error, events } = await rewrites(session);
    expect(error).toMatchObject({ error: { code: "drive-error" } });
    expect(session.measured).toHaveLength(1);
    expect(ofType(events, "mode-failed")).toHaveLength(1);
    // The round with the sleep is not reported, but the bytes that it wrote are reported once.
    expect(ofType(events, "flush-round")).toEqual([]);
    expect(ofType(events, "written").at(-1)?.bytes).toBeGreaterThan(0);
  });

  it("is not repeated if the length of the sleep is unknown or below 100 ms", async () => {
    const untold = sleepy([1]);
    untold.sleep.sleptNs = null;
    expect((await rewrites(untold)).rounds).toEqual([0, 1]);
    expect(untold.measured).toHaveLength(2);
    const short = sleepy([1], 99e6);
    expect((await rewrites(short)).rounds).toEqual([0, 1]);
    expect(short.measured).toHaveLength(2);
    const least = sleepy([1], 100e6);
    await rewrites(least);
    expect(least.measured).toHaveLength(3);
  });

  it("is repeated with an emptied file if the round appends to a file", async () => {
    const session = sleepy([1]);
    const { bench, events } = fakeBench(session, plan);
    await runAppends(bench);
    expect(ofType(events, "flush-round").map(({ counts }) => counts.round)).toEqual([0, 1]);
    expect(session.sequentials).toHaveLength(3);
    expect(session.calls.filter((call) => call === "empty")).toHaveLength(3);
  });

  it("is left out after three attempts with sleep if the round appends to a file, and the report is partial, with written bytes", async () => {
    // Measurements 1 and 2 are rounds of rewrites, 3 is the first appending round, and 4 to 6 are
    // the attempts at the last one.
    const { inspection, events } = fakeRunner(sleepy([4, 5, 6]), plan);
    await inspection.run();
    const { bytesWritten, partial, appendModes } = recordOf(plan, events.map(eventInWords)).report(
      "2026-01-01T00:00:00.000Z",
    );
    expect(appendModes?.find(({ mode }) => mode === "fsync")?.rounds).toHaveLength(1);
    expect(bytesWritten).toBeGreaterThan(0);
    expect(partial).toBe(true);
  });

  it("ends the test of appending to a file without a result if the drive also failed", async () => {
    const session = sleepy([1]);
    session.faultAtSequential = 1;
    const { bench, events } = fakeBench(session, plan);
    const error = await runAppends(bench).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ error: { code: "drive-error" } });
    expect(ofType(events, "mode-failed")).toMatchObject([{ layout: "append" }]);
    expect(ofType(events, "flush-round")).toEqual([]);
  });
});

describe("a round during which the system announced sleep", () => {
  it("is repeated even if no clock shows that the computer slept, and a warning reports the announcement", async () => {
    class AnnouncedSession extends FakeSession {
      override async measure(options: MeasureOptions): Promise<RoundCounts> {
        if (this.measured.length === 0) {
          noteSleepAnnounced();
        }
        return super.measure(options);
      }
    }
    const session = new AnnouncedSession();
    expect((await rewrites(session)).rounds).toEqual([0, 1]);
    expect(session.measured).toHaveLength(3);
    const { inspection, events } = fakeRunner(new AnnouncedSession(), plan);
    await inspection.run();
    expect(ofType(events, "warning").map(({ code }) => code)).toEqual(["sleep-announced"]);
  });
});

it("a round that begins only after the system has announced sleep is not repeated", async () => {
  noteSleepAnnounced();
  const session = new FakeSession();
  await rewrites(session);
  expect(session.measured).toHaveLength(2);
});

describe("a round during which the program was halted", () => {
  it("is repeated", async () => {
    // The time of the halt would count as the latency of a save.
    const session = new HaltedSession([1]);
    expect((await rewrites(session)).rounds).toEqual([0, 1]);
    expect(session.measured).toHaveLength(3);
  });

  it("leaves no listener for the signal SIGCONT when the inspection ends", async () => {
    const before = process.listenerCount("SIGCONT");
    const { inspection } = fakeRunner(new HaltedSession([1]), plan);
    await inspection.run();
    expect(process.listenerCount("SIGCONT")).toBe(before);
  });
});

describe("the report of an inspection", () => {
  it("says that the program got the signal that ends a halt, and names Ctrl-Z and a time limit as possible causes", async () => {
    // The program need not have been halted: timeout(1) sends SIGCONT to running programs, too.
    const { inspection, events } = fakeRunner(new HaltedSession([1]), plan);
    await inspection.run();
    const warnings = ofType(events, "warning").map(({ code, statements }) =>
      warningInWords(code, statements),
    );
    expect(warnings.map(({ code }) => code)).toEqual(["halted"]);
    expect(warnings[0]?.message).toMatch(
      /^DriveProof got the signal that ends a halt, .* Ctrl-Z .* time limit .* made again .* If DriveProof was halted /,
    );
  });

  it("says how long the computer slept", async () => {
    const { inspection, events } = fakeRunner(sleepy([1, 3]), plan);
    await inspection.run();
    const warnings = ofType(events, "warning").map(({ code, statements }) =>
      warningInWords(code, statements),
    );
    expect(warnings.map(({ code }) => code)).toEqual(["slept"]);
    const [message = ""] = warnings.map((warning) => warning.message);
    expect(message).toMatch(/slept for 6(\.0)?\ss /);
    expect(message).toMatch(/ A measurement during which it slept was made again or, /);
    expect(message).not.toMatch(/too low|worse/);
  });

  it("does not mention sleep if the computer stayed awake", async () => {
    const { inspection, events } = fakeRunner(sleepy([]), plan);
    await inspection.run();
    expect(ofType(events, "warning")).toEqual([]);
  });
});
