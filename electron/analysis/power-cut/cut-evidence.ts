import type { ObservedCut } from "../../contract/power-cut-result";

/** What is known of the cut; what it is worth is judged here. */
export type CutSigns = Omit<ObservedCut, "evidence">;

/**
 * Evidence that the drive lost its power. The drive's counter outranks every other record, and a
 * record the person. A restart alone proves nothing: a reset or a crash empties the computer's
 * memory while the drive keeps its power.
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

function shownByTheSystem({ unsafeShutdowns, shown }: CutSigns) {
  if (unsafeShutdowns !== null) {
    return unsafeShutdowns.after > unsafeShutdowns.before ? "power-lost" : "power-kept";
  }
  if (shown !== null) {
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
