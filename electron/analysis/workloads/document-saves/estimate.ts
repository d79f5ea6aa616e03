import type { DocumentsPlan } from "#contract/workloads/document-saves";
import {
  assumedCachedBytesPerSecond,
  assumedRate,
  assumedSequentialBytesPerSecond,
  second,
} from "../../assumed-drive";
import { addEffort, type Effort, noEffort, timesEffort, untilCap } from "../../effort";
import type { On } from "../home";
import { flushModeOfWay, waysOf } from "./ways";

/** Creating, renaming and closing a file, without writing it. */
const nameNs = 30_000;
/** Flushing the document after a round, reading it back, and reading the counters. */
const aroundNs = 5_000_000;

/** Every method with every size in every round; the file and its folder are flushed separately. */
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
      return parts.reduce(addEffort, { durationNs: aroundNs, bytes: 0 });
    }),
  );
  return timesEffort(rounds.reduce(addEffort, noEffort), plan.rounds);
}
