import type { CutDeed } from "#contract/power-cut/test";
import type { Drive } from "#contract/volume";

/**
 * The answers from which a user can choose what was done to a drive. Without a restart, those about
 * the computer's power are left out: a drive inside the computer had power all the time.
 * `restarted` is `null` if it is not known.
 */
export function deedsFor({ removable }: Drive, restarted: boolean | null): CutDeed[] {
  const ofComputer: CutDeed[] = restarted === false ? [] : ["power-button", "battery", "plug"];
  const ofDrive: CutDeed[] = removable === false ? [] : ["cable"];
  return [...ofDrive, ...ofComputer, "no-cut"];
}
