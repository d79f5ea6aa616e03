import type { statements } from "#text/verdict/measurement";
import { modesAlikeTo } from "../alike-modes";
import { steadierFigures } from "../facts/advice";
import { type Facts, hasLostInCut, isInsistedOn, type MeasuredMode } from "../facts/facts";
import { type FindingDraft, finder } from "../facts/finding";
import { formOf, isGroup } from "../facts/thing";
import { isRefused } from "../reasons";
import { nearestReference, referenceDrives, slowerThanDisks } from "../reference-drives";
import { sayer } from "../say";
import { relativeSpread } from "../statistics";
import { pauseFindings } from "./pauses";
import { slowedFindings } from "./slowed";
import { throttledFindings } from "./throttled";

const say = sayer<typeof statements>();
const finding = finder<typeof statements>();

/** Findings on the speed of safe saves and on how reliable the figures are. */
export function measurementFindings(facts: Facts): FindingDraft[] {
  return [
    ...slowSaves(facts),
    ...published(facts),
    ...slowedFindings(facts),
    ...throttledFindings(facts),
    ...pauseFindings(facts),
    ...modesAlike(facts),
    ...variation(facts),
    ...battery(facts),
    ...unavailable(facts),
  ];
}

function slowSaves(facts: Facts): FindingDraft[] {
  const { safe, speed, report } = facts;
  if (safe === null || speed?.id !== "hard-disk" || isUnsafe(facts)) {
    return [];
  }
  const isSlower = speed === slowerThanDisks;
  const isDisk = report.volume.drive.kind === "hard-disk" && !isSlower;
  const seen = say("slow-saves.seen", {
    savesPerSecond: safe.iops,
    mode: safe.mode,
    isInTheEnd: safe.slowdown !== null,
  });
  if (isUsualOnMacs(facts, safe) && !isSlower && !isDisk) {
    return [
      finding("slow-saves", "info", {
        title: say("slow-saves.title-mac"),
        seen,
        means: say("slow-saves.means-mac"),
      }),
    ];
  }
  const isInsisted = isInsistedOn(facts);
  return [
    finding("slow-saves", isDisk ? "info" : "caution", {
      title: say(`slow-saves.title${isDisk ? "-disk" : isInsisted ? "-insisting" : ""}`),
      seen,
      means: say(
        `slow-saves.means${isInsisted ? "-insisting" : isDisk ? "-disk" : isSlower ? "-slower" : ""}`,
      ),
      todo: say("slow-saves.todo"),
    }),
  ];
}

/**
 * Whether slow full flushes are what every Mac's built-in SSD shows: all published figures are this
 * low, 41.5 to 88 a second with F_FULLFSYNC (assets/reference-drives.json, and the sources of the
 * bands). The ordinary save must have been measured as faster; on other systems the ordinary save
 * is the safe one.
 */
function isUsualOnMacs(facts: Facts, safe: MeasuredMode): boolean {
  const { report, isVirtual, ordinary } = facts;
  const isOwnDrive = formOf(report.volume.drive) === "drive" && !isVirtual;
  return isOwnDrive && ordinary !== null && isInsistedOn(facts) && safe.slowdown === null;
}

/** Whether these saves are known to be unsafe: no flush was sent, or a power cut lost some. */
function isUnsafe(facts: Facts): boolean {
  return facts.evidence === "flushes-missing" || hasLostInCut(facts);
}

/**
 * Published drives of this kind on this kind of system. None for a drive in an enclosure (the
 * published USB drive is a stick), a virtual drive (there are too many kinds), a group of drives,
 * and Windows.
 */
function referencesLike({ report, isVirtual }: Facts) {
  const { volume, host } = report;
  const { drive } = volume;
  if (isVirtual || host.os === "windows" || formOf(drive) === "external" || isGroup(drive)) {
    return [];
  }
  const isOnMac = host.os === "macos";
  return referenceDrives.filter(
    ({ kind, mode }) => kind === drive.kind && (mode === "f_fullfsync") === isOnMac,
  );
}

function published(facts: Facts): FindingDraft[] {
  const { safe, isPaced } = facts;
  const nearest =
    safe === null ? null : nearestReference(safe.iops, safe.mode, referencesLike(facts));
  // A rate that is not safe, or that the person limited, does not compare with a published drive.
  if (safe === null || nearest === null || isPaced || isUnsafe(facts)) {
    return [];
  }
  const { reference, figure } = nearest;
  if (Math.abs(Math.log10(figure.iops / safe.iops)) > 1) {
    // A figure of another order of magnitude is no useful comparison.
    return [];
  }
  return [
    finding("nearest-published", "info", {
      seen: say("nearest-published.seen", {
        savesPerSecond: safe.iops,
        mode: safe.mode,
        publishedPerSecond: figure.iops,
        publishedMode: figure.mode,
        name: reference.name,
        source: reference.sourceName,
      }),
    }),
  ];
}

/** Compares only modes that promise to survive a power cut, because others promise less. */
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
  return [
    finding("modes-alike", "info", {
      seen: say("modes-alike.seen", { modes: [fastest, ...alike].map(({ mode }) => mode) }),
    }),
  ];
}

/**
 * SNIA's rule for a steady state: at most a fifth between the best and the worst round
 * (https://www.snia.org/forums/sssi/pts).
 */
const steadySpread = 0.2;
/** A best round more than this many times as fast as the worst makes the finding a caution. */
const wildRatio = 2;
/** With fewer rounds than this no spread is reported. */
const roundsForSpread = 3;

function variation({ safe, measured, isPaced }: Facts): FindingDraft[] {
  const shown = safe ?? measured.find(({ guarantee }) => guarantee !== "none");
  // A lasting slowdown has two rates and a separate finding.
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
    finding("figures-vary", fastest > wildRatio * slowest ? "caution" : "info", {
      seen: say("figures-vary.seen", {
        slowestPerSecond: slowest,
        fastestPerSecond: fastest,
        mode: shown.mode,
        spread,
      }),
      todo: steadierFigures,
    }),
  ];
}

function battery({ report }: Facts): FindingDraft[] {
  return report.host.powerSource === "battery"
    ? [finding("on-battery", "info", { todo: say("on-battery.todo") })]
    : [];
}

function unavailable({ saves }: Facts): FindingDraft[] {
  const refused = saves.modes.filter(isRefused);
  if (refused.length === 0) {
    return [];
  }
  return [
    finding("modes-unavailable", "info", {
      seen: say("modes-unavailable.seen", {
        modes: refused.map(({ mode }) => mode),
        reasons: refused.map(({ reason }) => reason),
      }),
    }),
  ];
}
