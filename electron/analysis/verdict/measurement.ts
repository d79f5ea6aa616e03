import { formatPercent, formatRate } from "../format";
import { nearestReference, slowerThanDisks } from "../reference-drives";
import { relativeSpread } from "../statistics";
import { modesAlikeTo, notReachedReason } from "../workloads/flush-modes/results";
import type { Facts } from "./facts";
import type { FindingDraft } from "./finding";
import { pauseFindings } from "./pauses";
import { slowedFindings } from "./slowed";
import { termOfArt } from "./words";

/** How fast safe saves are, and how far the figures can be trusted. */
export function measurementFindings(facts: Facts): FindingDraft[] {
  return [
    ...slowSaves(facts),
    ...published(facts),
    ...slowedFindings(facts),
    ...pauseFindings(facts),
    ...modesAlike(facts),
    ...variation(facts),
    ...battery(facts),
    ...unavailable(facts),
  ];
}

function slowSaves({ safe, speed, report }: Facts): FindingDraft[] {
  if (safe === null || speed?.id !== "hard-disk") {
    return [];
  }
  const isSlower = speed === slowerThanDisks;
  const isDisk = report.volume.drive.kind === "hard-disk" && !isSlower;
  return [
    {
      code: "slow-saves",
      severity: isDisk ? "info" : "caution",
      title: isDisk ? "Safe saves are as slow as the disk turns" : "Safe saves are slow",
      seen: `${formatRate(safe.iops)} safe saves a second${safe.slowdown ? " in the end" : ""} (${termOfArt[safe.mode]}).`,
      means: isDisk
        ? "That is in the nature of hard disks. Programs that save often have to wait here."
        : `That is ${isSlower ? "less than hard disks manage" : "no more than a hard disk manages"}. Programs that save often, such as databases, have to wait here.`,
      todo: "Keep databases and virtual machines on a drive that saves faster.",
    },
  ];
}

function published({ safe, isPaced, evidence }: Facts): FindingDraft[] {
  const nearest = safe === null ? null : nearestReference(safe.iops, safe.mode);
  // Saves that never reached the drive compare with nothing, nor does a pace a person chose.
  if (safe === null || nearest === null || isPaced || evidence === "flushes-missing") {
    return [];
  }
  const { reference, figure } = nearest;
  return [
    {
      code: "nearest-published",
      severity: "info",
      title: "What this compares with",
      seen: `${formatRate(safe.iops)} safe saves a second (${termOfArt[safe.mode]}) were measured here; the nearest published figure is ${formatRate(figure.iops)} (${termOfArt[figure.mode]}), for ${reference.name} (${reference.sourceName}).`,
      means: "Others measured it on another computer, so that only the order of magnitude counts.",
      todo: null,
    },
  ];
}

/** Only among the ways that confirm a save: the others promise something else. */
function modesAlike({ measured, isPaced }: Facts): FindingDraft[] {
  const saving = measured.filter(({ guarantee }) => guarantee === "power-loss");
  if (isPaced || saving.length === 0) {
    return [];
  }
  const fastest = saving.reduce((best, mode) => (mode.iops > best.iops ? mode : best));
  const alike = modesAlikeTo(fastest, saving);
  if (alike.length === 0) {
    return [];
  }
  const names = [fastest, ...alike].map(({ mode }) => termOfArt[mode]);
  return [
    {
      code: "modes-alike",
      severity: "info",
      title: "Between some ways of saving no difference was seen",
      seen: `${names.join(", ")}: the first had the highest middle value, but was not ahead of the others in every round.`,
      means: "Which of them a program uses makes no difference to its speed that could be shown.",
      todo: null,
    },
  ];
}

/**
 * The steady-state rule of SNIA's performance test specification allows a fifth between the best
 * and the worst round (https://www.snia.org/forums/sssi/pts). From double on it is more than noise.
 */
const steadySpread = 0.2;
const wildRatio = 2;
const roundsForSpread = 3;

function variation({ safe, measured, isPaced }: Facts): FindingDraft[] {
  const shown = safe ?? measured.find(({ guarantee }) => guarantee !== "none");
  // Of a fall that stays there are two rates, told by a finding of its own.
  if (!shown || isPaced || shown.slowdown !== null || shown.rounds.length < roundsForSpread) {
    return [];
  }
  const rates = shown.rounds.map(({ iops }) => iops);
  const spread = relativeSpread(rates) ?? 0;
  if (spread <= steadySpread) {
    return [];
  }
  const slowest = Math.min(...rates);
  const fastest = Math.max(...rates);
  return [
    {
      code: "figures-vary",
      severity: fastest > wildRatio * slowest ? "caution" : "info",
      title: "The figures vary",
      seen: `Between ${formatRate(slowest)} and ${formatRate(fastest)} saves a second from round to round (${termOfArt[shown.mode]}), a spread of ${formatPercent(spread)}.`,
      means:
        "Other programs were using the drive, or the drive was busy with itself or got warm. The middle value is shown.",
      todo: "For steadier figures close other programs and choose a longer inspection.",
    },
  ];
}

function battery({ report }: Facts): FindingDraft[] {
  if (report.host.powerSource !== "battery") {
    return [];
  }
  return [
    {
      code: "on-battery",
      severity: "info",
      title: "Measured on battery",
      seen: "The computer was not connected to the mains.",
      means: "To save energy it may run itself and the drive more slowly.",
      todo: "For the best figures inspect the drive again on mains power.",
    },
  ];
}

function unavailable({ report }: Facts): FindingDraft[] {
  const refused = report.flushModes.filter(
    ({ status, reason }) => status === "unavailable" && reason !== notReachedReason,
  );
  if (refused.length === 0) {
    return [];
  }
  const list = refused.map(
    ({ mode, reason }) => `${termOfArt[mode]} (${reason ?? "no reason given"})`,
  );
  return [
    {
      code: "modes-unavailable",
      severity: "info",
      title: "Some ways of saving are not available here",
      seen: `Refused: ${list.join("; ")}.`,
      means: "They were not measured, and nothing weaker was measured in their place.",
      todo: null,
    },
  ];
}
