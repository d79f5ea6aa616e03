import { formatBytes } from "../format";
import { sentences } from "../sentences";

const said = sentences({
  "saves-slowed.title":
    "{isRange, select, true {Saves became slow once between {from} and {to} had been written} other {Saves became slow once about {to} had been written}}",
  "saves-slowed.seen":
    "They fell from {fastPerSecond, number, rate} to {slowPerSecond, number, rate} a second ({mode}) and stayed there.",
  "saves-slowed.seen-amount":
    "{isRange, select, true {Between {from} and {to} had been written in this inspection by then.} other {About {to} had been written in this inspection by then.}}",
  "saves-slowed.means":
    "{isVirtual, select, true {Many drives take data into a small fast part first and are slower once it is full; what provides this one may limit it in the same way.} other {Many drives take data into a small fast part first and are slower once it is full.}}",
  "saves-slowed.means-disturbed":
    "Here something else disturbed the slow rounds as well, as the warnings tell, and may be the reason.",
  "saves-slowed.means-lasting":
    "Heat or another program can have the same effect. The slower figure is the one that lasts.",
  "saves-slowed.todo":
    "Leave the drive idle for some minutes and inspect it again: if saves fall again after about as much data, that is the drive’s way.",
});

/** The amount written before saves became slow, as bounds. */
export interface Amount {
  /** The lower bound; `null` if both bounds are about equal. */
  readonly fastUntilBytes: number | null;
  readonly slowFromBytes: number;
}

/** Values for messages with "about 70 MB" or "between 70 MB and 1.2 GB". */
export function amountOf({ fastUntilBytes, slowFromBytes }: Amount) {
  return {
    isRange: fastUntilBytes !== null,
    from: formatBytes(fastUntilBytes ?? 0),
    to: formatBytes(slowFromBytes),
  } as const;
}

export const statements = {
  ...said,
  "saves-slowed.title": (p: Amount) => said["saves-slowed.title"](amountOf(p)),
  "saves-slowed.seen-amount": (p: Amount) => said["saves-slowed.seen-amount"](amountOf(p)),
};
