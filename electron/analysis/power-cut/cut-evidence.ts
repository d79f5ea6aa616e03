import type { ObservedCut } from "#contract/power-cut/test";

/** Signs of a power cut; `cutEvidence()` weighs them. */
export type CutSigns = Omit<ObservedCut, "evidence">;

/**
 * Evidence that the drive lost power. A conclusive counter of the drive outranks other records, and
 * any record outranks the person. A restart proves nothing: after a reset or a crash the drive may
 * have kept its power.
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
 * What the counter of unsafe shutdowns shows about one cut; `null` if it is inconclusive. It counts
 * only if it rose by exactly one and stood still while the drive had power: two published drives
 * count about 83 000 in 10 389 hours, which are no power cuts. A counter at 0 was never seen to
 * count: many drives and bridges report 0 whatever happens.
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
  // A record that the system took from the drive's counter is as inconclusive as that counter.
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
