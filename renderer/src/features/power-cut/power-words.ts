import { isPulledOut } from "#analysis/facts/thing";
import type { Volume } from "#contract/volume";

/** Ways to cut the power of a drive, by the kind of machine it is in. */
const machines = ["external", "desktop", "laptop"] as const;
export type Machine = (typeof machines)[number];

type Placed = Pick<Volume, "drive"> & Partial<Pick<Volume, "system">>;

/**
 * The machines that the drive can be in. An external drive may have its own power supply, so the
 * computer's plug proves nothing; an internal drive has no cable to pull.
 */
export function machinesFor(volume: Placed): readonly Machine[] {
  if (isPulledOut({ volume })) {
    return ["external"];
  }
  const mayHaveCable = volume.drive.removable !== false && volume.system !== true;
  return machines.filter((kind) => kind !== "external" || mayHaveCable);
}

/**
 * The machine until the person answers: a laptop for each drive inside, because holding the power
 * button also stops a desktop.
 */
export function likelyMachine(volume: Placed): Machine {
  return isPulledOut({ volume }) ? "external" : "laptop";
}
