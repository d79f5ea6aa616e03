import type { OperatingSystem } from "../../contract/flush-mode";
import type { HealthQuantity } from "../../contract/health";
import { formatList, formatPercent } from "../format";
import { impossibleText, quantityNames, quantityPhrase } from "../health";
import { messages } from "../messages";
import { listWithAnd } from "../words";

const said = messages({
  "health-failing.title": "The drive reports that it is failing",
  "health-care.title": "The drive reports something that calls for care",
  "health-well.title": "The drive reports no fault of its own",
  "health-not-known.title": "The drive’s health is not known",

  "health.sign-readonly": "It has switched itself to reading only.",
  "health.sign-degraded": "It reports that its reliability is degraded.",
  "health.sign-spare-used-up": "It reports that its spare is used up.",
  "health.sign-predicts-failure": "Its self-assessment (SMART) predicts a failure.",
  "health.sign-backup-failed":
    "It reports that the backup of its volatile memory has failed, which is to bring data over a power cut.",
  "health.sign-too-hot": "It reports that it is hotter, or colder, than it should be.",
  "health.sign-memory-region-readonly": "It reports that its memory region can only be read.",
  "health.sign-rated-life-used": "It counts its rated life as used up.",
  "health.sign-spare-below-limit":
    "Its spare is below the limit that it names itself, although it does not warn of it.",
  "health.sign-spare-contradicts":
    "It warns of its spare, which is above the limit that it names itself.",
  "health.sign-assessment-contradicts":
    "Its self-assessment and its attributes contradict each other.",

  "health.figures": "Its own figures: {figures}.",
  "health.figure": "{name}: {value}",
  "health.media-errors":
    "It counts {count, plural, one {# error} other {# errors}} of its medium; some drives count harmless ones as well, and a number that grows says more than one that is there.",
  "health.bad-sectors":
    "It counts {count, plural, one {# bad sector} other {# bad sectors}}; some are ordinary on a hard disk, and a number that grows says more than one that is there.",
  "health.endurance": "What was written to it is about {share} of what such a drive is rated for.",
  "health.impossible": "This cannot be true and is not judged: {figures}.",
  "health.blank": "The page in which a drive keeps this holds nothing, so that nothing is judged.",

  "health-failing.means":
    "The drive itself warns: it may lose data or stop working soon. This is its own report and not a measurement of this inspection.",
  "health-care.means":
    "The drive may go on working for long, but its own report is not that of a healthy drive.",
  "health-well.means":
    "These are the drive’s own words, judged by its own limits. Drives also fail without a warning.",
  "health-not-known.means":
    "The drive was not asked, because that would take an administrator’s password here, or a program that is not installed.",
  "health-not-known.means-several":
    "The volume lies on several drives, so that no figure is that of one drive.",
  "health-care.todo": "Inspect the drive again in some weeks and compare these figures.",
  "health-not-known.todo": "Somebody with the password can see it with: {command}",

  "drive-new.title": "The drive’s own counts are consistent with a new one",
  "drive-used.title": "The drive was used more than a new one",
  "drive-heavily-used.title": "The drive was used heavily",
  "drive-age.seen": "{figures}.",
  "drive-age.means":
    "A drive that left the factory and had a system installed has been on for hours or some days and has had little more written to it than the system and your files.",
  "drive-new.means":
    "That is what a drive has that left the factory and had a system installed. Counters can be reset, so this proves nothing.",
  "drive-age.means-sold-as-new":
    "You said that it was bought as new. If you have had it for a short time only, that does not fit.",
  "drive-age.todo-sold-as-new":
    "Ask the seller, with this report, how long the drive was in use before you bought it.",

  "answer.condition.failing": "It says it is failing",
  "answer.condition.care": "It needs attention",
  "answer.condition.well": "No fault reported",
  "answer.condition.well-new": "Like new, no fault reported",
  "answer.condition.well-used": "Used, no fault reported",
  "answer.condition.not-known": "Not known",
  "answer.condition.own-report": "This is the drive’s own report.",
  "answer.condition.figures": "{figures}.",
  "answer.condition.no-figures": "The drive shows no figures.",
  "answer.condition.not-shown": "The system does not show it without an administrator’s password.",
  "answer.condition.several": "The volume lies on several drives.",
  "answer.condition.senseless": "What the drive reports makes no sense.",
  "answer.condition.sold-as-new": "It was sold as new, and is more used than a new drive.",
});

interface Figures {
  /** Names of quantities, and their values in the same order. */
  readonly quantities: readonly string[];
  readonly values: readonly (number | null)[];
}

function figuresOf({ quantities, values }: Figures) {
  return {
    figures: formatList(
      quantities.map((name, place) => quantityPhrase(name as HealthQuantity, values[place] ?? 0)),
    ),
  };
}

/** smartmontools has to be installed; this program never runs it. */
function command(os: OperatingSystem, disk: string | null): string {
  switch (os) {
    case "linux":
      return `sudo smartctl -a /dev/${disk ?? "nvme0"}`;
    case "macos":
      return `sudo smartctl -a /dev/${disk ?? "disk0"}`;
    case "windows":
      return "smartctl -a /dev/sda";
  }
}

export const statements = {
  ...said,
  "health-not-known.todo": (p: { os: OperatingSystem; disk: string | null }) =>
    said["health-not-known.todo"]({ command: command(p.os, p.disk) }),
  "health.figures": (p: Figures) => said["health.figures"](figuresOf(p)),
  "health.endurance": (p: { share: number }) =>
    said["health.endurance"]({ share: formatPercent(p.share) }),
  "health.impossible": ({ quantities, values }: Figures) =>
    said["health.impossible"]({
      figures: listWithAnd(
        quantities.map((name, place) =>
          said["health.figure"]({
            name: quantityNames[name as HealthQuantity](),
            value: impossibleText(values[place] ?? null),
          }),
        ),
      ),
    }),
  "drive-age.seen": (p: Figures) => said["drive-age.seen"](figuresOf(p)),
  "answer.condition.figures": (p: Figures) => said["answer.condition.figures"](figuresOf(p)),
};
