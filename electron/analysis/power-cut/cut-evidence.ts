import type { ObservedCut } from "#contract/power-cut/test";

/** Signs of a power cut; `cutEvidence()` weighs them. */
export type CutSigns = Omit<ObservedCut, "evidence">;

/**
 * Evidence that the drive lost power. The drive's counter outranks every other record if it is
 * conclusive, and any record outranks the person. A restart alone proves nothing: a reset or a
 * crash clears the computer's memory while the drive keeps its power.
 */
export function cutEvidence(signs: CutSigns): ObservedCut["evidence"] {
  switch (shownByTheSystem(signs)) {
    case "power-lost":
      return "system";
    case "power-kept":
      return "none";
    case null:
      return isPossible(signs) ? "person" : "none";
  }
}

/** Whether the system's records show that the drive kept its power. */
export function keptItsPower(signs: CutSigns): boolean {
  return shownByTheSystem(signs) === "power-kept";
}

/**
 * What the counter of unsafe shutdowns shows about one cut; `null` if it is inconclusive. Two
 * published drives count about 83 000 in 10 389 hours, which are not power cuts: so a rise counts
 * only by exactly one, on a drive whose counter did not change while it had power. A counter
 * at 0 was never seen to count: many drives and bridges report 0 whatever happens.
 */
export function shownByCounter({
  before,
  after,
  stoodStill,
}: NonNullable<CutSigns["unsafeShutdowns"]>): "power-lost" | "power-kept" | null {
  if (after === before) {
    return after === 0 ? null : "power-kept";
  }
  return stoodStill && after === before + 1 ? "power-lost" : null;
}

function shownByTheSystem({ unsafeShutdowns, shown }: CutSigns) {
  const counted = unsafeShutdowns && shownByCounter(unsafeShutdowns);
  if (counted !== null) {
    return counted;
  }
  // The counter of unsafe shutdowns was inconclusive; a record of the system that comes from the
  // same counter is then ignored.
  if (shown !== null && (shown.by !== "unsafe-shutdowns" || unsafeShutdowns === null)) {
    return shown.lostPower ? "power-lost" : "power-kept";
  }
  return null;
}

/** Whether the person reports a cut that agrees with what the program observed. */
function isPossible({ deed, computerRestarted, driveLost }: CutSigns): boolean {
  switch (deed) {
    case "plug":
    case "battery":
    case "power-button":
      return computerRestarted !== false;
    case "cable":
      return driveLost;
    case "no-cut":
    case null:
      return false;
  }
}
