import type { Drive } from "#contract/volume";

/** Ways to cut the power of a drive, by the kind of machine it is in. */
export const machines = ["external", "desktop", "laptop"] as const;
export type Machine = (typeof machines)[number];

/** Best guess before the person answers; a removable drive has its own cable. */
export function likelyMachine({ removable }: Drive): Machine {
  return removable === true ? "external" : "laptop";
}
