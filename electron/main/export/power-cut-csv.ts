import { type PowerCutModeResult, powerCutCountsSchema } from "../../contract/power-cut-result";
import type { Report } from "../../contract/report";

/** Columns of the plug tests; names as in the JSON, units included. */
export const powerCutColumns = [
  "testId",
  "finishedAt",
  "cutEvidence",
  "shownBy",
  "lostPower",
  "deed",
  "computerRestarted",
  "driveLost",
  "unsafeShutdownsBefore",
  "unsafeShutdownsAfter",
  "othersFlushesPerSecond",
  ...(Object.keys(powerCutCountsSchema.shape) as (keyof typeof powerCutCountsSchema.shape)[]),
  "failed",
  "reordered",
  "unaided",
  "provenBy",
  "windowNs",
  "lostSpanNs",
] as const;

/** One row per plug test and way of saving, `round` counting the tests; oldest first. */
export function powerCutRows({ powerCut }: Report) {
  return (powerCut?.tests ?? []).flatMap(
    ({ testId, finishedAt, cut, modes, othersFlushesPerSecond }, round) =>
      modes.map(({ mode, systemCall, guarantee, verdict, doubt, refusal, counts, ...result }) => ({
        workload: "power-cut",
        round,
        testId,
        finishedAt,
        cutEvidence: cut.evidence,
        shownBy: cut.shown?.by ?? null,
        lostPower: cut.shown?.lostPower ?? null,
        deed: cut.deed,
        computerRestarted: cut.computerRestarted,
        driveLost: cut.driveLost,
        unsafeShutdownsBefore: cut.unsafeShutdowns?.before ?? null,
        unsafeShutdownsAfter: cut.unsafeShutdowns?.after ?? null,
        othersFlushesPerSecond,
        mode,
        systemCall,
        guarantee,
        status: verdict,
        reason: refusal ?? doubt,
        // Of a way that could not be used nothing was counted: empty, not 0.
        ...(verdict === "unavailable" ? {} : { ...counts, ...figures(result) }),
      })),
  );
}

type Figures = Pick<
  PowerCutModeResult,
  "failed" | "reordered" | "unaided" | "provenBy" | "windowNs" | "lostSpanNs"
>;

function figures(result: Figures): Figures {
  const { failed, reordered, unaided, provenBy, windowNs, lostSpanNs } = result;
  return { failed, reordered, unaided, provenBy, windowNs, lostSpanNs };
}
