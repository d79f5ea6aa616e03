import { type HostError, hostError } from "#contract/drive-error";
import type { DocumentStep, DocumentsPlan } from "#contract/workloads/document-saves";
import type { EventOf } from "#contract/workloads/index";
import type { NativeDocumentSession, NativeDocumentWay, NativeEngine } from "#native/index";
import { awake } from "../awake";
import type { Bench, Noticed } from "../bench";
import { HostFault, isRefusal, refusalWords, say } from "../fault";
import { deviceFlushesOf } from "../readings/round-evidence";
import { inRounds } from "./rotated";

export function stepCount(plan: DocumentsPlan, { documentWays }: NativeEngine): number {
  return documentSteps(plan, documentWays).length;
}

/**
 * The steps: each round has every pair of a size and a way of saving, and starts one pair later
 * than the round before.
 */
export function documentSteps(
  { sizesBytes, rounds }: Pick<DocumentsPlan, "sizesBytes" | "rounds">,
  ways: readonly Pick<NativeDocumentWay, "way">[],
): DocumentStep[] {
  const each = sizesBytes.flatMap((documentBytes) =>
    ways.map(({ way }) => ({ kind: "document-round" as const, way, documentBytes })),
  );
  return inRounds(each, rounds);
}

/**
 * Saves a document as an editor does, in every way and size, with a warm-up before each round.
 * After each round the document is flushed to the drive and compared with the last save, so that no
 * round pays for the previous one.
 */
export async function run(bench: Bench): Promise<void> {
  const plan = bench.plans["document-saves"];
  const { documentWays } = bench.engine;
  const refusals = new Map<string, string>();
  await bench.withDocument(Math.max(...plan.sizesBytes), async (session) => {
    for (const step of documentSteps(plan, documentWays)) {
      if (bench.isStopping) {
        return;
      }
      const systemCall = documentWays.find(({ way }) => way === step.way)?.systemCall ?? "";
      const { kind: type, ...round } = step;
      const tell = (outcome: Outcome) => bench.emit({ type, ...round, systemCall, ...outcome });
      const known = refusals.get(step.way);
      if (known !== undefined) {
        tell(refused(known));
        continue;
      }
      const measured = await awake(bench, {
        attempt: () => measure(bench, session, step),
        discardedBytes: ({ counts: { counts, error }, isIntact }) =>
          error || !isIntact ? null : (counts?.bytes ?? 0),
        leaveOut: () => tell(nothing),
      });
      if (measured === null) {
        continue;
      }
      const { counts: outcome, isIntact } = measured;
      tell(outcome);
      if (outcome.refusal !== null) {
        refusals.set(step.way, outcome.refusal);
      } else if (outcome.error !== null) {
        throw new HostFault(outcome.error);
      } else if (!isIntact) {
        throw new HostFault(hostError("wrong-data", [say("error.document-differs")]));
      }
    }
  });
}

type Outcome = Pick<EventOf<"document-saves">, "refusal" | "counts"> & {
  readonly error: HostError | null;
};

const nothing: Outcome = { refusal: null, counts: null, error: null };
const refused = (refusal: string): Outcome => ({ ...nothing, refusal });

interface Measured extends Noticed<Outcome> {
  /**
   * Whether the document, flushed and read back after the round, had the content of the last save.
   */
  readonly isIntact: boolean;
}

/** Measures one way of saving once; `null` if the test was stopped during the warm-up. */
async function measure(
  bench: Bench,
  session: NativeDocumentSession,
  { kind, round, way, documentBytes }: DocumentStep,
): Promise<Measured | null> {
  const { warmupNs, roundNs, maxRoundBytes: maxBytes } = bench.plans["document-saves"];
  bench.begin({ kind, way, documentBytes, round }, false);
  const warmup = await session.save({ way, documentBytes, durationNs: warmupNs, maxBytes });
  bench.emit({ type: "written", bytes: warmup.bytes });
  const early = { stoodStill: false, isIntact: true };
  if (warmup.fault && isRefusal(warmup.fault)) {
    return { ...early, counts: refused(refusalWords(warmup.fault)) };
  }
  if (warmup.fault) {
    return { ...early, counts: { ...nothing, error: await bench.errorOf(warmup.fault) } };
  }
  if (warmup.endedBy === "stopped" || bench.isStopping) {
    return null;
  }
  const { counts, evidence, stoodStill } = await bench.observe(() =>
    session.save({ way, documentBytes, durationNs: roundNs, maxBytes }),
  );
  const { fault, ...counted } = counts;
  const error = fault && (await bench.errorOf(fault));
  const deviceFlushes = deviceFlushesOf(evidence);
  return {
    counts: { ...nothing, counts: { ...counted, deviceFlushes }, error },
    stoodStill,
    isIntact: error !== null || counts.endedBy === "stopped" || (await session.check()),
  };
}
