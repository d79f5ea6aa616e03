import { isDisturbed } from "#analysis/disturbance";
import { refilledRounds } from "#analysis/workloads/flush-modes/plan";
import { type FlushModeId, leadingSaveMode } from "#contract/flush-mode";
import type { FlushLayout, FlushPlan } from "#contract/workloads/flush-modes";
import type { StepOf } from "#contract/workloads/index";
import type { NativeSession, PreparedMode, RoundCounts } from "#native/index";
import { awake, bytesUnlessFailed } from "../../awake";
import type { Bench, Observed } from "../../bench";
import { refusalWords } from "../../fault";
import { deviceFlushesOf } from "../../readings/round-evidence";
import { rotated } from "../rotated";
import { failRound, leaveOutRound, tellAwake } from "./failed-round";

/** Share of all rounds that may be measured again because they were disturbed. */
const repeatableShare = 0.25;

/**
 * Measures every mode for a fixed time, in several rounds with rotated order, so that a drive that
 * slows down or warms up does not favour whichever mode comes first.
 *
 * Before each measurement a drain brings the drive to rest and a short warm-up runs, whose figures
 * are discarded, so that a mode does not pay for data that an earlier one left in a cache. The
 * kernel's counters are read after the warm-up, so that only the round's flushes are counted. Plain
 * writes into memory cause no flushes, but are about 1 % slower after the pause for the counters,
 * in which other processes fill the processor's caches. So their round follows the warm-up at once,
 * and the counters are read before both. A round disturbed by other programs, other virtual
 * machines or heat is measured again and its first result left out, for at most a quarter of all
 * rounds. A round during which the computer slept or the program was halted is always repeated.
 *
 * After each round come some ordinary saves with a pause before each, for programs that save now
 * and then: with pauses, each save pays for work that the file system and drive otherwise share
 * between many.
 *
 * After some rounds the file is filled in larger pieces, plain writes run once more, and the file
 * is filled as before: page cache handling of such a file may cost more than the write.
 *
 * A failed flush ends everything: a later flush may then report success although the data is lost
 * (fsync(2), Linux). At the end every block is read back and compared.
 */
export async function runRewrites(bench: Bench): Promise<void> {
  const plan = bench.plans["flush-modes"];
  await bench.withFile(plan, async (session, prepared) => {
    const offered = prepared.modes.filter(({ mode }) => plan.modes.includes(mode));
    bench.emit({
      type: "modes",
      modes: offered.map(({ mode, systemCall, refusal }) => ({
        mode,
        systemCall,
        refusal: refusalWords(refusal),
      })),
    });
    const modes = offered.filter(({ refusal }) => refusal === null);
    const leading = leadingSaveMode(
      bench.os,
      modes.map(({ mode }) => mode),
    );
    const ordinary = modes.find(({ mode }) => mode === leading);
    const plain = modes.find(({ mode }) => mode === "none");
    const refilled = refilledRounds(plan);
    const measurement = new Measurement(bench, session, plan, modes.length);
    for (let round = 0; round < plan.rounds; round += 1) {
      for (const mode of rotated(modes, round)) {
        if (bench.isStopping) {
          return;
        }
        await measurement.run(mode, round);
      }
      if (ordinary !== undefined && !bench.isStopping) {
        await measurement.runSpaced(ordinary, round);
      }
      if (plain !== undefined && refilled.includes(round) && !bench.isStopping) {
        await measurement.runRefilled(plain, round, round === plan.rounds - 1);
      }
    }
    await bench.drainAndVerify(session, plan.blockBytes);
  });
}

type Measured = Observed<RoundCounts>;

class Measurement {
  private repeatsLeft: number;

  constructor(
    private readonly bench: Bench,
    private readonly session: NativeSession,
    private readonly plan: FlushPlan,
    modeCount: number,
  ) {
    this.repeatsLeft = Math.floor(plan.rounds * modeCount * repeatableShare);
  }

  /** Measures one mode in one round of rewrites. */
  async run(prepared: PreparedMode, round: number): Promise<void> {
    const { mode } = prepared;
    const step = { kind: "flush-round", layout: "rewrite", mode, round } as const;
    const attempt = (leaveOut: () => void) =>
      awake(this.bench, {
        attempt: () => this.attempt(step),
        discardedBytes: bytesUnlessFailed,
        leaveOut,
      });
    let measured = await attempt(() => leaveOutRound(this.bench, step));
    let repeated = false;
    if (measured && this.isWorthRepeating(measured)) {
      this.repeatsLeft -= 1;
      // If a stop cut the repetition short, or sleep or a halt disturbed it, keep the first round,
      // which is complete.
      const again = await attempt(() => undefined);
      repeated = again !== null && again.counts.endedBy !== "stopped";
      const leftOut = repeated ? measured : again;
      this.bench.emit({ type: "written", bytes: leftOut?.counts.bytes ?? 0 });
      measured = repeated ? again : measured;
    }
    if (measured) {
      await this.tell(prepared, "rewrite", round, measured, repeated);
    }
  }

  /**
   * Measures one mode with a pause before each save. No warm-up, because the pause would undo its
   * effect.
   */
  async runSpaced(prepared: PreparedMode, round: number): Promise<void> {
    const { bench, session, plan } = this;
    if (plan.spaced === null || round >= plan.spaced.rounds) {
      return;
    }
    const { mode } = prepared;
    const layout = "spaced";
    const { roundNs, idleNs } = plan.spaced;
    const step = { kind: "flush-round", layout, mode, round } as const;
    bench.begin(step, false);
    await session.drain();
    const measured = await awake(bench, {
      attempt: () =>
        bench.observe(() =>
          session.measure({ mode, durationNs: roundNs, maxBytes: plan.maxRoundBytes, idleNs }),
        ),
      discardedBytes: bytesUnlessFailed,
      leaveOut: () => leaveOutRound(bench, step),
    });
    if (measured) {
      await this.tell(prepared, layout, round, measured, false);
    }
  }

  /**
   * Measures plain writes after a refill in larger pieces; skipped if old pages stay in the page
   * cache.
   */
  async runRefilled(prepared: PreparedMode, round: number, isLast: boolean): Promise<void> {
    const { bench, plan } = this;
    const layout = "refilled";
    const step = { kind: "flush-round", layout, mode: prepared.mode, round } as const;
    bench.begin(step, false);
    if (plan.plainWrites === null || !(await this.refill(plan.plainWrites.pieceBytes))) {
      return;
    }
    const measured = await awake(bench, {
      attempt: () => this.attempt(step),
      discardedBytes: bytesUnlessFailed,
      leaveOut: () => leaveOutRound(bench, step),
    });
    if (measured) {
      await this.tell(prepared, layout, round, measured, false);
    }
    if (!isLast && !bench.isStopping) {
      await this.refill(plan.blockBytes);
    }
  }

  private async refill(pieceBytes: number): Promise<boolean> {
    const { dropped, bytesWritten, fault } = await this.session.refill({ pieceBytes });
    this.bench.emit({ type: "written", bytes: bytesWritten });
    await this.bench.failOn(fault);
    return dropped;
  }

  /** Measures one mode once; `null` if the test was stopped before the measured part. */
  private async attempt(step: StepOf<"flush-round">): Promise<Measured | null> {
    const { bench, session, plan } = this;
    const { mode, layout } = step;
    bench.begin(step, false);
    await session.drain();
    const warmsUp = plan.warmupNs > 0;
    const goesOver = warmsUp && mode === "none";
    if (warmsUp && !goesOver) {
      const warmup = await this.measure(mode, plan.warmupNs);
      bench.emit({ type: "written", bytes: warmup.bytes });
      await failRound(bench, warmup.fault, layout, mode);
      if (warmup.endedBy === "stopped" || bench.isStopping) {
        return null;
      }
    }
    const measured = await bench.observe(() =>
      this.measure(mode, plan.roundNs, goesOver ? plan.warmupNs : 0),
    );
    const { counts } = measured;
    if (goesOver) {
      bench.emit({ type: "written", bytes: counts.warmupBytes });
      if (counts.operations === 0) {
        await failRound(bench, counts.fault, layout, mode);
        return null;
      }
    }
    return measured;
  }

  private isWorthRepeating({ counts, evidence }: Measured): boolean {
    const wasWhole = counts.endedBy === "time" || counts.endedBy === "bytes";
    return (
      wasWhole &&
      this.repeatsLeft > 0 &&
      !this.bench.isStopping &&
      isDisturbed({ evidence, bytes: counts.bytes })
    );
  }

  private async tell(
    { mode, systemCall }: PreparedMode,
    layout: FlushLayout,
    round: number,
    { counts, startedAt, evidence, stoodStill }: Measured,
    repeated: boolean,
  ): Promise<void> {
    const { fault, warmupBytes: _leftOut, ...figures } = counts;
    tellAwake(this.bench, stoodStill, {
      type: "flush-round",
      layout,
      systemCall,
      counts: {
        mode,
        round,
        ...figures,
        deviceFlushes: deviceFlushesOf(evidence),
        evidence,
        startedAt,
        repeated,
      },
    });
    await failRound(this.bench, fault, layout, mode);
  }

  private measure(mode: FlushModeId, durationNs: number, warmupNs = 0): Promise<RoundCounts> {
    const { maxRoundBytes, paceOperationsPerSecond } = this.plan;
    return this.session.measure({
      mode,
      durationNs,
      warmupNs: warmupNs || null,
      maxBytes: maxRoundBytes,
      paceNs: paceOperationsPerSecond && Math.round(1e9 / paceOperationsPerSecond),
    });
  }
}
