import { isPulledOut } from "#analysis/facts/thing";
import type { Volume } from "#contract/volume";

/** Ways to cut the power of a drive, by the kind of machine it is in. */
export const machines = ["external", "desktop", "laptop"] as const;
export type Machine = (typeof machines)[number];

/** Best guess before the person answers. */
export function likelyMachine(volume: Volume): Machine {
  return isPulledOut({ volume }) ? "external" : "laptop";
}
