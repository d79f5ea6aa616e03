import { hostError } from "#contract/drive-error";
import type {
  DocumentCounts,
  DocumentStep,
  DocumentsPlan,
} from "#contract/workloads/document-saves";
import type { NativeDocumentCounts, NativeDocumentSession, NativeDocumentWay } from "#native/index";
import type { Bench } from "../bench";
import { HostFault, isRefusal, refusalWords, say } from "../fault";
import { deviceFlushesOf } from "../readings/round-evidence";
import type { On } from "./home";
import { inRounds } from "./rotated";

export function stepCount(plan: DocumentsPlan, { engine }: On): number {
  return documentSteps(plan, engine.documentWays).length;
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
      const known = refusals.get(step.way);
      const outcome = known === undefined ? await measure(bench, session, step) : refused(known);
      if (outcome === null) {
        return;
      }
      bench.emit({ type, ...round, systemCall, ...outcome });
      if (outcome.refusal !== null) {
        refusals.set(step.way, outcome.refusal);
      } else if (outcome.error !== null) {
        throw new HostFault(outcome.error);
      } else if (outcome.counts?.endedBy !== "stopped" && !(await session.check())) {
        throw new HostFault(hostError("wrong-data", [say("error.document-differs")]));
      }
    }
  });
}

const nothing = { refusal: null, counts: null, error: null };
const refused = (refusal: string) => ({ ...nothing, refusal });

/** Measures one way of saving in one round; `null` if the test was stopped during the warm-up. */
async function measure(
  bench: Bench,
  session: NativeDocumentSession,
  { kind, round, way, documentBytes }: DocumentStep,
) {
  const { warmupNs, roundNs, maxRoundBytes: maxBytes } = bench.plans["document-saves"];
  bench.begin({ kind, way, documentBytes, round }, false);
  const warmup = await session.save({ way, documentBytes, durationNs: warmupNs, maxBytes });
  bench.emit({ type: "written", bytes: warmup.bytes });
  if (warmup.fault && isRefusal(warmup.fault)) {
    return refused(refusalWords(warmup.fault));
  }
  if (warmup.fault) {
    return { ...nothing, error: await bench.errorOf(warmup.fault) };
  }
  if (warmup.endedBy === "stopped" || bench.isStopping) {
    return null;
  }
  const { counts, evidence } = await bench.observe(() =>
    session.save({ way, documentBytes, durationNs: roundNs, maxBytes }),
  );
  return {
    ...nothing,
    counts: countsOf(counts, deviceFlushesOf(evidence)),
    error: counts.fault && (await bench.errorOf(counts.fault)),
  };
}

function countsOf(
  { fault: _fault, ...counts }: NativeDocumentCounts,
  deviceFlushes: number | null,
): DocumentCounts {
  return { ...counts, deviceFlushes };
}
