import type { Drive } from "#contract/volume";

/** How the power of a drive can be cut, by what kind of machine it is in. */
export const machines = ["external", "desktop", "laptop"] as const;
export type Machine = (typeof machines)[number];

/** Best guess before the person says; a drive that can be removed has a cable of its own. */
export function likelyMachine({ removable }: Drive): Machine {
  return removable === true ? "external" : "laptop";
}
