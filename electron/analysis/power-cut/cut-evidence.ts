import type { ObservedCut } from "#contract/power-cut/report";

/** What is known of the cut; what it is worth is judged here. */
export type CutSigns = Omit<ObservedCut, "evidence">;

/**
 * Evidence that the drive lost its power. The drive's counter outranks every other record where it
 * says anything, and a record the person. A restart alone proves nothing: a reset or a crash empties
 * the computer's memory while the drive keeps its power.
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

/** Whether the system's records say that the drive kept its power. */
export function keptItsPower(signs: CutSigns): boolean {
  return shownByTheSystem(signs) === "power-kept";
}

/**
 * What the counter of unsafe shutdowns says of one cut; `null` where it says nothing. Two published
 * drives count about 83 000 in 10 389 hours, which no cuts are: a rise counts only on a drive whose
 * counter stood still while it had power, and only by exactly one.
 */
export function shownByCounter({
  before,
  after,
  stoodStill,
}: NonNullable<CutSigns["unsafeShutdowns"]>): "power-lost" | "power-kept" | null {
  if (after === before) {
    return "power-kept";
  }
  return stoodStill && after === before + 1 ? "power-lost" : null;
}

function shownByTheSystem({ unsafeShutdowns, shown }: CutSigns) {
  const counted = unsafeShutdowns && shownByCounter(unsafeShutdowns);
  if (counted !== null) {
    return counted;
  }
  // A record of the counter is worth what the counter is.
  if (shown !== null && (shown.by !== "unsafe-shutdowns" || unsafeShutdowns === null)) {
    return shown.lostPower ? "power-lost" : "power-kept";
  }
  return null;
}

/** Whether the person names a cut that agrees with what the program saw. */
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
