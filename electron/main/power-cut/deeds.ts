import type { CutDeed } from "#contract/power-cut/test";
import type { Drive } from "#contract/volume";

/**
 * What a user can say was done to a drive. Without a restart the computer had power all the time,
 * and so had a drive inside it. `restarted` is `null` if it is not known.
 */
export function deedsFor({ removable }: Drive, restarted: boolean | null): CutDeed[] {
  const ofComputer: CutDeed[] = restarted === false ? [] : ["power-button", "battery", "plug"];
  const ofDrive: CutDeed[] = removable === false ? [] : ["cable"];
  return [...ofDrive, ...ofComputer, "no-cut"];
}
