import type { CutDeed } from "#contract/power-cut/report";
import type { Drive } from "#contract/volume";

/**
 * What a person can have done to a drive. One inside a computer that was not restarted had its power
 * all the while. `restarted` is `null` where it is not known.
 */
export function deedsFor({ removable }: Drive, restarted: boolean | null): CutDeed[] {
  const ofComputer: CutDeed[] = restarted === false ? [] : ["power-button", "battery", "plug"];
  const ofDrive: CutDeed[] = removable === false ? [] : ["cable"];
  return [...ofDrive, ...ofComputer, "no-cut"];
}
