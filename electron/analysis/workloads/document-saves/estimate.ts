import type { DocumentsPlan } from "#contract/workloads/document-saves";
import {
  assumedCachedBytesPerSecond,
  assumedRate,
  assumedSequentialBytesPerSecond,
  second,
} from "../../assumed-drive";
import { addEfforts, type Effort, timesEffort, untilCap } from "../../effort";
import type { On } from "../home";
import { flushModeOfWay, waysOf } from "./ways";

/** Assumed time for creating, renaming and closing a file, without the writing. */
const nameNs = 30_000;
/** Assumed time for flushing and reading back a round's last document and reading the counters. */
const aroundNs = 5_000_000;

/**
 * The effort of all rounds of every method with every size; each save flushes the file and then its
 * folder.
 */
export function estimate(plan: DocumentsPlan, { os }: On): Effort {
  const rounds = plan.sizesBytes.flatMap((bytes) =>
    waysOf(os).map((way) => {
      const copyNs = (bytes / assumedCachedBytesPerSecond(bytes)) * second;
      const flushNs =
        way === "none"
          ? 0
          : (2 / assumedRate(flushModeOfWay[way], os) + bytes / assumedSequentialBytesPerSecond) *
            second;
      const rate = (bytes * second) / (copyNs + nameNs + flushNs);
      const parts = [plan.warmupNs, plan.roundNs].map((ns) =>
        untilCap(plan.maxRoundBytes, ns, rate),
      );
      return addEfforts([...parts, { durationNs: aroundNs, bytes: 0 }]);
    }),
  );
  return timesEffort(addEfforts(rounds), plan.rounds);
}
