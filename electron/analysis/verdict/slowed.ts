import type { Slowdown } from "../../contract/workloads/flush-modes";
import { formatBytes, formatRate } from "../format";
import type { Facts, MeasuredMode } from "./facts";
import type { FindingDraft } from "./finding";
import { capitalized, termOfArt } from "./words";

/** Saves that became slow for good after so much had been written. */

/** Closer together than this the two amounts are one. */
const oneAmount = 1.25;

/** How much had been written by then: "about 70 MB", or "between 70 MB and 1.2 GB". */
export function amountOf({ fastUntilBytes, slowFromBytes }: Slowdown): string {
  return slowFromBytes <= oneAmount * fastUntilBytes
    ? `about ${formatBytes(slowFromBytes)}`
    : `between ${formatBytes(fastUntilBytes)} and ${formatBytes(slowFromBytes)}`;
}

export function slowedFindings({ safe, isVirtual, isPaced }: Facts): FindingDraft[] {
  const slowdown = safe?.slowdown;
  if (!safe || !slowdown || isPaced) {
    return [];
  }
  const amount = amountOf(slowdown);
  const disturbed = wasDisturbed(safe, slowdown);
  return [
    {
      code: "saves-slowed",
      severity: disturbed ? "info" : "caution",
      title: `Saves became slow once ${amount} had been written`,
      seen: `They fell from ${formatRate(slowdown.fastPerSecond)} to ${formatRate(slowdown.slowPerSecond)} a second (${termOfArt[safe.mode]}) and stayed there. ${capitalized(amount)} had been written in this inspection by then.`,
      means: `Many drives take data into a small fast part first and are slower once it is full${isVirtual ? "; the computer that hosts this one may limit it in the same way" : ""}. ${
        disturbed
          ? "Here something else disturbed the slow rounds as well, as the warnings tell, and may be the reason."
          : "Heat or another program can have the same effect."
      }${disturbed ? "" : " The slower figure is the one that lasts."}`,
      todo: "Leave the drive idle for some minutes and inspect it again: if saves fall again after about as much data, that is the drive's way.",
    },
  ];
}

/** In a round of which the slow rate is the better part. */
function wasDisturbed({ rounds }: MeasuredMode, { fastPerSecond, slowPerSecond }: Slowdown) {
  const middle = Math.sqrt(fastPerSecond * slowPerSecond);
  return rounds.some(({ iops, disturbances }) => disturbances.length > 0 && iops < middle);
}
