import { formatBlockBytes } from "./format";
import { messages } from "./messages";

/** Texts shared by the screens of several workloads. */
export const measured = messages({
  soFar: "{title}, so far",
  whatThisShows: "What this shows",
  lastStep: "Last step: {step}",
  writtenSoFar: "Written so far",
  deletedAtEnd: "test files, deleted at the end",
  notKnownYet: "not known yet",
  callNotReached: "a call that was not reached",
  orCall: "{most} or {last}",

  notReached: "Not measured: the inspection ended before",
  notMeasured: "Not measured",
  leftOut: "Not measured: the computer slept or DriveProof was halted",
  notAvailable: "Not available",
  notAvailableFor: "Not available ({reason})",
  failed: "Failed: {reason}",
  noReason: "no reason given",
  oneOrMore: "one or more",
  hatched: "Hatched: stopped after {time} and extrapolated from what had been written by then.",

  published: "published: {name}",
  publishedScaled: "published: {name}, scaled from {from} to {to}",
  publishedBy: "{name} ({source})",
  bufferedDirectWrites:
    "On this kernel btrfs takes these writes through the page cache all the same, and sends each of them on at once.",
});

/** Why nothing was measured: not available, or failed. */
export function absenceWords(status: "unavailable" | "failed", reason: string | null): string {
  if (status === "failed") {
    return measured.failed({ reason: reason ?? measured.noReason() });
  }
  return reason === null ? measured.notAvailable() : measured.notAvailableFor({ reason });
}

/** The name of published times; it says so if they are scaled to this run's smaller total. */
export function publishedName(name: string, fromBytes: number, toBytes: number): string {
  return fromBytes === toBytes
    ? measured.published({ name })
    : measured.publishedScaled({
        name,
        from: formatBlockBytes(fromBytes),
        to: formatBlockBytes(toBytes),
      });
}
