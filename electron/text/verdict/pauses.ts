import type { FlushModeId } from "#contract/flush-mode";
import { sentences } from "../sentences";

const said = sentences({
  "long-pauses.title": "Single saves took very long",
  "long-pauses.title-all": "Saves took very long",
  "long-pauses.seen":
    "{named, select, unnamed {The slowest save took {slowestNs, number, duration}; a typical one {medianNs, number, duration}.} other {The slowest save took {slowestNs, number, duration} ({named}); a typical one {medianNs, number, duration}.}}",
  "long-pauses.seen-when":
    "{isStart, select, true {It began at the start of round {round, number}.} other {It began {startNs, number, duration} into round {round, number}.}}",
  "long-pauses.seen-often":
    "{saves, plural, =1 {Saves took half a second or longer once in {elapsedNs, number, duration}.} other {Saves took half a second or longer #\u00a0times in {elapsedNs, number, duration}.}}",
  "long-pauses.means": "Programs can hang for that long while they wait for the drive.",
  "long-pauses.todo":
    "Inspect the drive again while nothing else is using it; if the pauses remain, the drive or its connection is the likely cause.",
  "long-pauses.todo-virtual":
    "Inspect it again while nothing else is using it; if the pauses remain, what provides the drive, or a drive behind it, is the likely cause.",
});

/**
 * A pause that begins within these nanoseconds of its round's start is said to be at the start;
 * pauses last 500 ms or more.
 */
const noticedNs = 10_000_000;

export const statements = {
  ...said,
  /** `mode` is missing in reports of earlier versions. */
  "long-pauses.seen": (p: { slowestNs: number; medianNs: number; mode?: FlushModeId }) =>
    said["long-pauses.seen"]({ ...p, named: p.mode ?? "unnamed" }),
  "long-pauses.seen-when": (p: { startNs: number; round: number }) =>
    said["long-pauses.seen-when"]({ ...p, isStart: p.startNs < noticedNs }),
};
