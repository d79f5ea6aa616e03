import type { NativeSession, RoundCounts } from "../../native/index";
import { DriveFault } from "../contract/drive-error";
import type { FlushModeId } from "../contract/flush-mode";
import type { FlushPlan } from "../contract/run-plan";
import { type DeviceEvidence, flushesBetween } from "./device-evidence";
import { driveErrorOf } from "./fault";
import { copyOf, type TestBench } from "./test-bench";

/**
 * Workload W1: every mode for a fixed time, in several rounds with rotated order, so that a drive
 * that tires or warms up does not favour whichever mode comes first.
 *
 * Before each measurement the drive is brought to rest (a drain) and a short warm-up is written
 * whose figures are thrown away: what an earlier mode left in a cache must not be paid for here.
 * A failed flush ends everything: after it a later flush may claim success although the data is
 * lost (fsync(2), Linux). At the end every block is read back and compared.
 */
export async function runFlushModeTest(bench: TestBench, evidence: DeviceEvidence): Promise<void> {
  const plan = bench.request.plan.flush;
  await bench.withFile(plan, async (session, prepared) => {
    const offered = prepared.modes.filter(({ mode }) => plan.modes?.includes(mode) ?? true);
    bench.emit({
      type: "modes",
      modes: offered.map(({ mode, systemCall, refusal }) => ({
        mode,
        systemCall,
        refusal: refusal && `${refusal.syscall}: ${refusal.code}, ${refusal.message}`,
      })),
    });
    const modes = offered.filter(({ refusal }) => refusal === null).map(({ mode }) => mode);
    for (let round = 0; round < plan.rounds; round += 1) {
      for (let place = 0; place < modes.length; place += 1) {
        const mode = modes[(place + round) % modes.length];
        if (mode === undefined || bench.isStopping) {
          return;
        }
        await new Measurement(bench, session, plan, evidence).run(mode, round);
      }
    }
    if (!bench.isStopping) {
      bench.emit({ type: "phase", phase: "draining" });
      await session.drain();
      await bench.verify(session);
    }
  });
}

/** One mode in one round. */
class Measurement {
  constructor(
    private readonly bench: TestBench,
    private readonly session: NativeSession,
    private readonly plan: FlushPlan,
    private readonly evidence: DeviceEvidence,
  ) {}

  async run(mode: FlushModeId, round: number): Promise<void> {
    const { bench, session, plan, evidence } = this;
    bench.step = { mode, round, counting: false };
    await session.drain();
    if (plan.warmupNs > 0) {
      const warmup = await this.measure(mode, plan.warmupNs);
      bench.emit({ type: "written", bytes: warmup.bytes });
      this.check(warmup, mode);
      if (warmup.endedBy === "stopped" || bench.isStopping) {
        return;
      }
    }
    const before = await evidence.flushCounters();
    bench.step = { mode, round, counting: true };
    const counts = await this.measure(mode, plan.roundNs);
    const after = await evidence.flushCounters();
    const { fault: _fault, ...figures } = counts;
    bench.emit({
      type: "flush-round",
      counts: {
        mode,
        round,
        ...figures,
        latency: copyOf(counts.latency),
        deviceFlushes: flushesBetween(before, after),
      },
    });
    this.check(counts, mode);
  }

  private measure(mode: FlushModeId, durationNs: number): Promise<RoundCounts> {
    return this.session.measure({ mode, durationNs, maxBytes: this.plan.maxRoundBytes });
  }

  private check(counts: RoundCounts, mode: FlushModeId): void {
    if (counts.fault) {
      const error = driveErrorOf(counts.fault, "measuring");
      this.bench.emit({ type: "mode-failed", mode, error });
      throw new DriveFault(error);
    }
  }
}
