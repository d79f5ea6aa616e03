import { messages } from "../messages";
import { listOfClauses } from "../words";

const said = messages({
  "lock.unavailable":
    "DriveProof cannot make sure that nothing else of it is measuring at the same time: {reason}",
  "lock.stopped":
    "DriveProof cannot make sure that nothing else of it is measuring at the same time: it was stopped.",
  "lock.needs-folder":
    "DriveProof cannot make sure that nothing else of it is measuring at the same time: it needs a folder of its own for that, and {refusals}. Remove what is in the way, or set XDG_RUNTIME_DIR to a folder that only you can enter.",
  "lock.lost": "From some moment on DriveProof could not keep a second inspection away any more.",
  "lock.inspected-all-the-same":
    "This inspection was made all the same; if another one ran beside it, the figures are too low.",
  "lock.power-cut-test-stopped": "So the plug test was stopped.",
});

const refusals = messages({
  "not-a-folder": "{place} is not a folder",
  "foreign-owner": "{place} belongs to another user",
  "open-to-others": "other users may enter {place}",
  "open-parent": "other users may put something else in the place of {place}",
  "parent-missing": "{parent} is not there",
  other: "{place} cannot be used ({reason})",
});

interface Refusals {
  /** Folders that cannot hold the lock, each with an error code of DriveProof or of the system. */
  readonly places: readonly string[];
  readonly reasons: readonly string[];
}

function refusalOf(place: string, reason: string): string {
  switch (reason) {
    case "not-a-folder":
    case "foreign-owner":
    case "open-to-others":
    case "open-parent":
      return refusals[reason]({ place });
    case "ENOENT":
      return refusals["parent-missing"]({ parent: place.replace(/[\\/][^\\/]*$/, "") });
    default:
      return refusals.other({ place, reason });
  }
}

/** Why a second inspection cannot be ruled out, and the consequence. */
export const statements = {
  ...said,
  "lock.needs-folder": ({ places, reasons }: Refusals) =>
    said["lock.needs-folder"]({
      refusals: listOfClauses(places.map((place, at) => refusalOf(place, reasons[at] ?? ""))),
    }),
};

/** Why an inspection cannot start while another one runs. */
export const alreadyRunning = messages({
  elsewhere:
    "Another DriveProof inspection or plug test is running on this computer. Two at once would measure each other; wait for it to end or stop it.",
  here: "An inspection is running already. Two at once would measure each other; wait for it to end or stop it.",
});
