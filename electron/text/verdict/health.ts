import type { OperatingSystem } from "#contract/flush-mode";
import type { HealthGap, HealthQuantity } from "#contract/health";
import { formatMonth } from "../dates";
import { formatList } from "../format";
import { gapNames, impossibleText, lifeShareText, quantityNames, quantityPhrase } from "../health";
import { sentences } from "../sentences";
import { listWithAnd } from "../words";

const said = sentences({
  "health-failing.title": "The drive reports that it is failing",
  "health-care.title": "The drive reports something that calls for care",
  "health-noted.title": "The drive has replaced bad sectors",
  "health-well.title": "The drive reports no fault of its own",
  "health-not-known.title": "The drive’s health is not known",

  "health.sign-readonly": "It reports that it has switched itself to reading only.",
  "health.sign-degraded": "It reports that its reliability is degraded.",
  "health.sign-spare-low": "It warns that too little of its spare is left.",
  "health.sign-predicts-failure": "Its self-assessment (SMART) predicts a failure.",
  "health.sign-predicts-failure-alone":
    "Its self-assessment (SMART) predicts a failure, although nothing else that it shows bears that out.",
  "health.sign-backup-failed":
    "It reports that the backup of its volatile memory has failed, which is to bring data over a power cut.",
  "health.sign-too-hot": "It reports that it is hotter, or colder, than it should be.",
  "health.sign-memory-region-readonly": "It reports that its memory region can only be read.",
  "health.sign-rated-life-used": "It counts its rated life as used up.",
  "health.sign-reserve-warning": "It reports that four fifths of its spare blocks are used.",
  "health.sign-spare-below-limit":
    "{isWarningKnown, select, true {Its spare is below the limit that it names itself, although it does not warn of it.} other {Its spare is below the limit that it names itself.}}",
  "health.sign-spare-contradicts":
    "It warns of its spare, which is above the limit that it names itself.",
  "health.sign-attribute-below-limit":
    "{count, plural, =0 {At least one of its attributes is at or below its limit, and the system does not show which.} one {Its attribute {ids} is at or below its limit.} other {Its attributes {ids} are at or below their limits.}}",
  "health.sign-assessment-contradicts":
    "At least one of its attributes is at or below the limit that warns of a failure, although its self-assessment (SMART) does not.",
  "health.sign-attribute-was-below-limit":
    "{count, plural, one {Its attribute {ids} once was at or below the limit that warns of a failure, and is above it now.} other {Its attributes {ids} once were at or below the limit that warns of a failure, and are above it now.}}",
  "health.sign-media-errors":
    "It counts {count, plural, one {# error} other {# errors}} of its medium that it could not correct ({isAttribute, select, true {attribute 187, reported uncorrectable errors} other {Media and Data Integrity Errors}}).",
  "health.sign-sectors-pending":
    "It could not read {count, plural, one {# sector, which waits} other {# sectors, which wait}} to be rewritten or replaced (attribute 197, pending sectors).",
  "health.sign-sectors-uncorrectable":
    "It could not correct {count, plural, one {# sector} other {# sectors}} when it examined itself (attribute 198, uncorrectable sectors).",
  "health.sign-self-test-failed":
    "The last test that it made of itself (SMART self-test) ended with an error.",
  "health.sign-sectors-replaced":
    "It has replaced {count, plural, one {# bad sector} other {# bad sectors}} by spare ones (attribute 5, reallocated sectors).",
  "health.sign-sectors-bad":
    "It counts {count, plural, one {# bad sector} other {# bad sectors}}, replaced or waiting: the system does not show which.",

  "health.self-assessment-passed": "Its self-assessment (SMART) predicts no failure.",
  "health.figures": "Its own figures: {figures}.",
  "health.figure": "{name}: {value}",
  "health.wear-attribute":
    "{isLast, select, true {That share of its rated life follows from its maker’s attribute {id, number}, whose value of {value, number} stands for that much or more.} other {That share of its rated life follows from its maker’s attribute {id, number}, whose value is {value, number}.}}",
  "health.emmc-life":
    "By its own estimate {share} of its rated life is used where it is worn most.",
  "health.endurance":
    "What was written to it is {fewest, number, percent} to {most, number, percent} of what makers rate most such drives for, {least, number} to {usual, number} times their size by class. Its own count is not known.",
  "health.wear-uncertain":
    "That is much of its rated life for so few hours, and how much was written to it is not reported: which of the two is right is not known.",
  "health.impossible": "This cannot be true and is not judged: {figures}.",
  "health.unfit": "This does not fit the drive’s other figures and is not judged: {figures}.",
  "health.warning-unknown": "It sets a warning whose meaning is not known here.",
  "health.every-warning":
    "It sets every warning that there is at once, which makes no sense, so that none is judged.",
  "health.blank":
    "The page in which a drive keeps its figures holds nothing, so that no figure is judged.",

  "health-failing.means":
    "The drive itself warns: it may lose data or stop working soon. This is its own report and not a measurement of this inspection.",
  "health-care.means":
    "The drive may go on working for long, but its own report is not that of a healthy drive.",
  "health-care.means-temperature":
    "A drive that is too hot or too cold may slow down or switch itself off to protect itself. It reports no fault beside that.",
  "health-care.means-rated-life":
    "Its maker rates it for no more use than that. It may go on working for long, and it reports no fault beside that.",
  "health-well.means":
    "These are the drive’s own words, judged by its own limits. Drives also fail without a warning.",
  "health-noted.means":
    "Drives keep a spare part for what goes bad. A number that grows says more than one that is there.",

  "health-care.todo": "Inspect the drive again in some weeks and compare these figures.",
  "health-care.todo-temperature":
    "Bring it to room temperature, with air around it, and inspect it again.",
  "health-care.todo-copy":
    "Make sure that what is on it is copied elsewhere, inspect it again in some days and compare these figures.",
  "health-not-known.todo": "Somebody with the password may see more of it with: {command}",

  "drive-new.title": "The drive’s own counts are consistent with a new one",
  "drive-used.title": "The drive was used more than a new one",
  "drive-heavily-used.title": "The drive was used heavily",
  "drive-age.seen": "{figures}.",
  "drive-age.seen-life": "Rated life used: {share}.",
  "drive-age.means":
    "A drive that left the factory and had a system installed has been on for hours or some days and has had little more written to it than the system and your files.",
  "drive-new.means":
    "That is what a drive has that left the factory and had a system installed. Counters can be reset, so this proves nothing.",
  "drive-age.bought":
    "You said that it was bought as new. Whether this use is your own depends on when that was.",
  "drive-age.bought-fits":
    "You said that it was bought as new in {month}. Its hours fit the time since then, with some that a new drive may bring along.",
  "drive-age.bought-does-not-fit":
    "You said that it was bought as new in {month}. It has been on for longer than that, so it was in use before.",
  "drive-age.bought-rare":
    "You said that it was bought as new in {month}. Its hours fit the time since then, but so much use in so short a time is rare.",
  "drive-age.bought-not-known":
    "You said that it was bought as new in {month}. Its hours cannot be compared with the time since then.",
  "drive-age.todo-when":
    "Say in which month you bought it, and inspect it again: then its hours can be compared with that time.",
  "drive-age.todo-rare":
    "If you did not use it that much yourself, ask the seller, with this report, whether it was in use before.",
  "drive-age.todo-sold-as-new":
    "Ask the seller, with this report, how long the drive was in use before you bought it.",

  "answer.condition.failing": "It says it is failing",
  "answer.condition.care": "It needs attention",
  "answer.condition.noted": "It has replaced bad sectors",
  "answer.condition.well": "No fault reported",
  "answer.condition.well-new": "Like new, no fault reported",
  "answer.condition.well-used": "Used, no fault reported",
  "answer.condition.not-known": "Not known",
  "answer.condition.own-report": "This is the drive’s own report.",
  "answer.condition.figures": "{figures}.",
  "answer.condition.emmc-life": "Rated life used: {share}.",
  "answer.condition.no-figures": "The drive shows no figures.",
  "answer.condition.senseless": "What the drive reports makes no sense.",
  "answer.condition.warning-unknown": "It sets a warning whose meaning is not known here.",
  "answer.condition.every-warning":
    "It sets every warning that there is at once, which makes no sense.",
  "answer.condition.virtual": "Software answers for this drive, which need not be a real one.",
  "answer.condition.in-part":
    "The system shows figures of it, but nothing that would show a fault.",
  "answer.condition.sold-as-new":
    "It has been on for longer than the time since you bought it as new.",
});

interface Figures {
  /** Names of quantities, with their values in the same order. */
  readonly quantities: readonly string[];
  readonly values: readonly (number | null)[];
  /**
   * Whether the wear attribute is at its last value: the wear itself may be higher. Missing in
   * reports of earlier versions.
   */
  readonly isWearLast?: boolean;
}

interface Attributes {
  readonly ids: readonly number[];
}

function numbersOf({ ids }: Attributes) {
  return { count: ids.length, ids: listWithAnd(ids.map(String)) };
}

function figuresOf({ quantities, values, isWearLast }: Figures) {
  return {
    figures: formatList(
      quantities.map((name, place) =>
        quantityPhrase(name as HealthQuantity, values[place] ?? 0, isWearLast),
      ),
    ),
  };
}

function listed({ quantities, values }: Figures): string {
  return listWithAnd(
    quantities.map((name, place) =>
      said["health.figure"]({
        name: quantityNames[name as HealthQuantity](),
        value: impossibleText(values[place] ?? null),
      }),
    ),
  );
}

/** smartmontools' command for the drive's health, which DriveProof never runs itself. */
function command(os: OperatingSystem, disk: string): string {
  switch (os) {
    case "linux":
      // NVMe: the health log belongs to the controller, so the name's suffix for the namespace or
      // path is removed.
      return `sudo smartctl -a /dev/${disk.replace(/^(nvme\d+)(c\d+)?n\d+$/, "$1")}`;
    case "macos":
      return `sudo smartctl -a /dev/${disk}`;
    case "windows":
      return `smartctl -a /dev/pd${/\d+$/.exec(disk)?.[0] ?? ""}`;
  }
}

/** Figures as a sentence of their own, whose first letter is a capital. */
function sentenceOf(figures: Figures) {
  const { figures: text } = figuresOf(figures);
  return { figures: text.charAt(0).toLocaleUpperCase() + text.slice(1) };
}

interface Month {
  readonly month: string;
}
const monthOf = ({ month }: Month) => ({ month: formatMonth(month) });

interface Life {
  readonly tenths: number;
}
const lifeOf = ({ tenths }: Life) => ({ share: lifeShareText(tenths) });

const gaps = Object.fromEntries(
  Object.entries(gapNames).map(([gap, name]) => [`health-not-known.gap-${gap}`, name]),
) as Record<`health-not-known.gap-${HealthGap}`, () => string>;

export const statements = {
  ...said,
  ...gaps,
  "health-not-known.todo": (p: { os: OperatingSystem; disk: string }) =>
    said["health-not-known.todo"]({ command: command(p.os, p.disk) }),
  "health.sign-attribute-below-limit": (p: Attributes) =>
    said["health.sign-attribute-below-limit"](numbersOf(p)),
  "health.sign-attribute-was-below-limit": (p: Attributes) =>
    said["health.sign-attribute-was-below-limit"](numbersOf(p)),
  "health.figures": (p: Figures) => said["health.figures"](figuresOf(p)),
  "health.emmc-life": (p: Life) => said["health.emmc-life"](lifeOf(p)),
  "drive-age.seen-life": (p: Life) => said["drive-age.seen-life"](lifeOf(p)),
  "answer.condition.emmc-life": (p: Life) => said["answer.condition.emmc-life"](lifeOf(p)),
  "health.impossible": (p: Figures) => said["health.impossible"]({ figures: listed(p) }),
  "health.unfit": (p: Figures) => said["health.unfit"]({ figures: listed(p) }),
  "drive-age.bought-fits": (p: Month) => said["drive-age.bought-fits"](monthOf(p)),
  "drive-age.bought-rare": (p: Month) => said["drive-age.bought-rare"](monthOf(p)),
  "drive-age.bought-does-not-fit": (p: Month) => said["drive-age.bought-does-not-fit"](monthOf(p)),
  "drive-age.bought-not-known": (p: Month) => said["drive-age.bought-not-known"](monthOf(p)),
  "drive-age.seen": (p: Figures) => said["drive-age.seen"](sentenceOf(p)),
  "answer.condition.figures": (p: Figures) => said["answer.condition.figures"](sentenceOf(p)),
};
