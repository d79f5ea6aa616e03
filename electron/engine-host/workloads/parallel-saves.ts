import { sum } from "#analysis/statistics";
import type { ParallelPlan, ParallelStep, WriterCounts } from "#contract/workloads/parallel-saves";
import type { NativeParallelSession, PreparedMode, WriterRoundCounts } from "#native/index";
import { awake } from "../awake";
import type { Bench } from "../bench";
import { causeOf, HostFault, refusalWords } from "../fault";
import { deviceFlushesOf } from "../readings/round-evidence";
import { inRounds } from "./rotated";

export function stepCount(plan: ParallelPlan): number {
  return parallelSteps(plan).length;
}

/**
 * The steps: each round has every mode with every number of writers, and starts one such pair later
 * than the round before.
 */
export function parallelSteps({
  writers,
  modes,
  rounds,
}: Pick<ParallelPlan, "writers" | "modes" | "rounds">): ParallelStep[] {
  const each = modes.flatMap((mode) =>
    writers.map((count) => ({ kind: "parallel-round" as const, mode, writers: count })),
  );
  return inRounds(each, rounds);
}

/**
 * Measures several writers at once, each rewriting its own file with the ordinary way of saving. A
 * drain and a warm-up come before each round, and the kernel's counters are read between warm-up
 * and round: if the system merges the writers' flushes, there are fewer flushes than saves. At the
 * end every block is read back and compared.
 */
export async function run(bench: Bench): Promise<void> {
  const plan = bench.plans["parallel-saves"];
  await bench.withFiles(
    { ...plan, files: Math.max(...plan.writers) },
    async (session, prepared) => {
      for (const step of parallelSteps(plan)) {
        const mode = prepared.modes.find((known) => known.mode === step.mode);
        if (mode === undefined || bench.isStopping) {
          return;
        }
        await runRound(bench, session, mode, step);
      }
      await bench.drainAndVerify(session, plan.blockBytes);
    },
  );
}

async function runRound(
  bench: Bench,
  session: NativeParallelSession,
  { systemCall, refusal }: PreparedMode,
  { kind, mode, writers, round }: ParallelStep,
): Promise<void> {
  const event = { type: kind, mode, writers, round, systemCall } as const;
  if (refusal !== null) {
    bench.emit({ ...event, refusal: refusalWords(refusal), counts: null, error: null });
    return;
  }
  const { warmupNs, roundNs, maxRoundBytes: maxBytes } = bench.plans["parallel-saves"];
  const nothing = { ...event, refusal: null, counts: null, error: null };
  const attempt = async () => {
    bench.begin({ kind, mode, writers, round }, false);
    await session.drain();
    const warmup = await session.measure({ mode, writers, durationNs: warmupNs, maxBytes });
    bench.emit({ type: "written", bytes: bytesOf(warmup) });
    const early = await errorOf(bench, warmup);
    if (early !== null) {
      bench.emit({ ...nothing, error: early });
      throw new HostFault(early);
    }
    return bench.isStopping
      ? null
      : bench.observe(() => session.measure({ mode, writers, durationNs: roundNs, maxBytes }));
  };
  const measured = await awake(bench, {
    attempt,
    discardedBytes: ({ counts }) => (counts.some(({ fault }) => fault) ? null : bytesOf(counts)),
    leaveOut: () => bench.emit(nothing),
  });
  if (measured === null) {
    return;
  }
  const { counts, evidence } = measured;
  const error = await errorOf(bench, counts);
  const deviceFlushes = deviceFlushesOf(evidence);
  const both = { each: counts.map(countsOf), deviceFlushes };
  bench.emit({ ...nothing, counts: both, error });
  if (error !== null) {
    throw new HostFault(error);
  }
}

const bytesOf = (writers: readonly WriterRoundCounts[]) => sum(writers.map(({ bytes }) => bytes));

async function errorOf(bench: Bench, writers: readonly WriterRoundCounts[]) {
  const fault = causeOf(writers.flatMap((writer) => writer.fault ?? []));
  return fault && (await bench.errorOf(fault));
}

function countsOf(counts: WriterRoundCounts): WriterCounts {
  const { operations, bytes, elapsedNs, startNs, endNs, latency, endedBy } = counts;
  return { operations, bytes, elapsedNs, startNs, endNs, latency, endedBy };
}
