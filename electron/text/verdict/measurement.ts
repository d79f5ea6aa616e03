import type { FlushModeId } from "#contract/flush-mode";
import { termOfArt } from "../flush-modes";
import { formatList } from "../format";
import { messages } from "../messages";
import { sentences } from "../sentences";
import { listOfClauses } from "../words";
import { reasonOr } from "./words";

const said = sentences({
  "slow-saves.title": "Saves are slow",
  "slow-saves.title-disk": "Saves are as slow as the disk turns",
  "slow-saves.title-insisting": "Saves that insist on safety are slow",
  "slow-saves.title-mac": "Saves that insist on safety are slow, as is usual on a Mac",
  "slow-saves.seen":
    "{isInTheEnd, select, true {{savesPerSecond, number, rate} saves a second in the end ({mode}).} other {{savesPerSecond, number, rate} saves a second ({mode}).}}",
  "slow-saves.means":
    "That is no more than a hard disk manages. Programs that save often, such as databases, have to wait here.",
  "slow-saves.means-disk":
    "That is in the nature of hard disks. Programs that save often have to wait here.",
  "slow-saves.means-slower":
    "That is less than hard disks manage. Programs that save often, such as databases, have to wait here.",
  "slow-saves.means-insisting":
    "Programs that insist on the full flush, as some databases do, have to wait here; others do not ask for it.",
  "slow-saves.means-mac":
    "Everyday programs do not insist on it and need not wait. Some databases do.",
  "slow-saves.todo": "Keep databases and virtual machines on a drive that saves faster.",

  "nearest-published.title": "What this compares with",
  "nearest-published.seen":
    "{savesPerSecond, number, rate} saves a second ({mode}) were measured here; the nearest figure published for a drive of the same kind is {publishedPerSecond, number, rate} ({publishedMode}), for {name} ({source}).",
  "nearest-published.means":
    "Others measured it on another computer, so that only the order of magnitude counts.",

  "modes-alike.title": "Between some ways of saving no difference was seen",
  "modes-alike.seen":
    "{modes}: the first had the highest middle value, but was not ahead of the others in every round.",
  "modes-alike.means":
    "Which of them a program uses makes no difference to its speed that could be shown.",

  "figures-vary.title": "The figures vary",
  "figures-vary.seen":
    "Between {slowestPerSecond, number, rate} and {fastestPerSecond, number, rate} saves a second from round to round ({mode}), a spread of {spread, number, percent}.",
  "figures-vary.means":
    "Other programs may have used the drive, or the drive was busy with itself or warm. The middle value is shown.",

  "on-battery.title": "Measured on battery",
  "on-battery.seen": "The computer was not connected to the mains.",
  "on-battery.means": "To save energy it may run itself and the drive more slowly.",
  "on-battery.todo": "For the best figures inspect the drive again on mains power.",

  "modes-unavailable.title": "Some ways of saving are not available here",
  "modes-unavailable.seen": "Refused: {list}.",
  "modes-unavailable.means":
    "They were not measured, and nothing weaker was measured in their place.",
});

const pieces = messages({ refused: "{mode} ({reason})" });

export const statements = {
  ...said,
  "modes-alike.seen": (p: { modes: readonly FlushModeId[] }) =>
    said["modes-alike.seen"]({ modes: formatList(p.modes.map(termOfArt)) }),
  "modes-unavailable.seen": (p: {
    modes: readonly FlushModeId[];
    reasons: readonly (string | null)[];
  }) =>
    said["modes-unavailable.seen"]({
      list: listOfClauses(
        p.modes.map((mode, place) =>
          pieces.refused({ mode: termOfArt(mode), reason: reasonOr(p.reasons[place] ?? null) }),
        ),
      ),
    }),
};
