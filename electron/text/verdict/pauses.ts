import type { FlushModeId } from "#contract/flush-mode";
import { formatDuration } from "../format";
import { messages } from "../messages";

const said = messages({
  "long-pauses.title": "Single saves took very long",
  "long-pauses.title-all": "Saves took very long",
  "long-pauses.seen":
    "{mode, select, unnamed {The slowest save took {slowest}; a typical one {typical}.} other {The slowest save took {slowest} ({mode}); a typical one {typical}.}}",
  "long-pauses.seen-when":
    "{isStart, select, true {It began at the start of round {round, number}.} other {It began {start} into round {round, number}.}}",
  "long-pauses.seen-often":
    "{saves, plural, =1 {Saves took half a second or longer once in {time}.} other {Saves took half a second or longer #\u00a0times in {time}.}}",
  "long-pauses.means": "Programs can hang for that long while they wait for the drive.",
  "long-pauses.todo":
    "Inspect the drive again while nothing else is using it; if the pauses remain, the drive or its connection is the likely cause.",
  "long-pauses.todo-virtual":
    "Inspect it again while nothing else is using it; if the pauses remain, what provides the drive, or a drive behind it, is the likely cause.",
});

/** Next to a pause of half a second, shorter times than this go unnoticed. */
const noticedNs = 10_000_000;

export const statements = {
  ...said,
  /** `mode` is missing in reports of earlier versions. */
  "long-pauses.seen": (p: { slowestNs: number; medianNs: number; mode?: FlushModeId }) =>
    said["long-pauses.seen"]({
      mode: p.mode ?? "unnamed",
      slowest: formatDuration(p.slowestNs),
      typical: formatDuration(p.medianNs),
    }),
  "long-pauses.seen-when": (p: { startNs: number; round: number }) =>
    said["long-pauses.seen-when"]({
      isStart: `${p.startNs < noticedNs}`,
      start: formatDuration(p.startNs),
      round: p.round,
    }),
  "long-pauses.seen-often": (p: { saves: number; elapsedNs: number }) =>
    said["long-pauses.seen-often"]({ saves: p.saves, time: formatDuration(p.elapsedNs) }),
};
