import type { ProfileName } from "#contract/run-plan";
import { type CommitsPlan, commitDatabases } from "#contract/workloads/commits";
import { mebibyte, millisecond, second } from "../../units";
import type { Changes } from "../home";

export const profiles = {
  smoke: () => commitsPlan([50, 10, 4], 10_000, 200 * millisecond),
  quick: () => commitsPlan([200, 50, 10], 20_000, 600 * millisecond),
  standard: () => commitsPlan([1000, 100, 10], 100_000, 2 * second),
  thorough: () => commitsPlan([1000, 100, 10], 100_000, 10 * second),
} as const satisfies Readonly<Record<ProfileName, () => CommitsPlan>>;

/**
 * A profile's plan: published batch sizes, 10 records to `largest`; short profiles have fewer
 * batches.
 */
function commitsPlan(
  [tens, hundreds, thousands]: readonly [number, number, number],
  largest: number,
  capNs: number,
): CommitsPlan {
  return {
    engines: [...commitDatabases],
    shapes: [
      { recordsPerTransaction: 10, transactions: tens },
      { recordsPerTransaction: 100, transactions: hundreds },
      { recordsPerTransaction: 1000, transactions: thousands },
      { recordsPerTransaction: largest, transactions: 1 },
    ],
    keyBytes: 16,
    valueBytes: 100,
    capNs,
  };
}

export const changes: Changes<CommitsPlan> = {
  engines: (plan, engines) => ({ ...plan, engines }),
};

export function options({ engines }: CommitsPlan) {
  return { engines };
}

/**
 * Space for the largest database with its journal: pages may be only half full after random
 * inserts, and a write-ahead log holds every page once more.
 */
export function fileBytes(plan: CommitsPlan): number {
  const records = plan.shapes.map((shape) => shape.recordsPerTransaction * shape.transactions);
  return 8 * (plan.keyBytes + plan.valueBytes) * Math.max(...records) + 16 * mebibyte;
}
