import { plugCountsSchema } from "../contract/power-cut-result";
import type { Report } from "../contract/report";

/** Columns of the plug tests; names as in the JSON, units included. */
export const plugColumns = [
  "testId",
  "finishedAt",
  "computerRestarted",
  "driveLost",
  "unsafeShutdownsBefore",
  "unsafeShutdownsAfter",
  ...(Object.keys(plugCountsSchema.shape) as (keyof typeof plugCountsSchema.shape)[]),
  "failed",
  "reordered",
  "unaided",
  "lostSpanNs",
] as const;

/** One row per plug test and way of saving, `round` counting the tests; oldest first. */
export function plugRows({ powerCut }: Report) {
  return (powerCut?.tests ?? []).flatMap(({ testId, finishedAt, cut, modes }, round) =>
    modes.map(({ mode, systemCall, guarantee, verdict, doubt, refusal, counts, ...result }) => ({
      test: "power-cut",
      round,
      testId,
      finishedAt,
      computerRestarted: cut.computerRestarted,
      driveLost: cut.driveLost,
      unsafeShutdownsBefore: cut.unsafeShutdowns?.before ?? null,
      unsafeShutdownsAfter: cut.unsafeShutdowns?.after ?? null,
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

interface Figures {
  readonly failed: number;
  readonly reordered: number;
  readonly unaided: number;
  readonly lostSpanNs: number | null;
}

function figures({ failed, reordered, unaided, lostSpanNs }: Figures): Figures {
  return { failed, reordered, unaided, lostSpanNs };
}
