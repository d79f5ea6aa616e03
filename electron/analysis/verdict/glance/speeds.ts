import type { Report } from "#contract/report";
import type { Statement } from "#contract/statement";
import { buffersDirectWrites, mayIgnoreDirect } from "../../buffered-direct";
import type { Facts } from "../../facts/facts";
import { isFat } from "../../fat";
import { isMemory } from "../../guarantee";
import { firstAnswer } from "../../workloads";
import { readingStanding, type Standing } from "./bands";
import { type Cause, elsewhereOf } from "./cause";
import { say } from "./parts";

/** A power cut that proved something, with its number. */
export interface CutCell {
  readonly number: number;
  readonly state: "kept" | "lost";
}

/** A card of the summary with a figure, such as the reading speed, or words if none was measured. */
export interface Card {
  readonly id: "reading" | "writing" | "missing" | "certainty";
  readonly question: Statement;
  readonly figure: Statement;
  readonly isMeasured: boolean;
  readonly under: Statement | null;
  readonly note: Statement | null;
  /** Whether the card is greyed: its figure is of a drive elsewhere, or nothing was measured. */
  readonly isMuted: boolean;
  /** Comparison with drives of the same kind; `null` if too few figures are published. */
  readonly standing: Standing | null;
  /**
   * Time for a film or for photos at the card's rate; `null` if the run moved too little for it.
   */
  readonly ruler: { readonly bytes: number; readonly seconds: number } | null;
  /** The plug tests' cuts in order, one cell each; `null` on cards without cells. */
  readonly cuts: readonly CutCell[] | null;
}

/** The speed cards; none if neither reading nor writing was measured. */
export function speedsOf(report: Report, facts: Facts): Card[] {
  const speeds = [readingOf(report), writingOf(report, facts)];
  return speeds.some(({ isMeasured }) => isMeasured)
    ? speeds.map((speed) => shown(speed, report))
    : [];
}

/** Whether speeds matter: after a fault or a removal they appear only under Figures. */
export function showsSpeeds(mark: string, cause: Cause): boolean {
  return mark !== "bad" && cause !== "volume-gone" && !cause.startsWith("cut");
}

function shown(speed: Card, report: Report): Card {
  if (elsewhereOf(report) !== null) {
    return speed.isMeasured
      ? {
          ...speed,
          isMuted: true,
          under: say("glance.speed.as-seen-here"),
          note: say("glance.speed.not-outer"),
          standing: null,
        }
      : { ...speed, isMuted: true };
  }
  return speed.isMeasured ? speed : { ...speed, isMuted: true };
}

const film = 10e9;
const photos = 1e9;

/**
 * Time to move a film or photos; `null` if the run moved less. A single write must have moved that
 * amount, because a drive's fast cache may fill before the end of a longer write.
 */
function rulerOf(
  bytesPerSecond: number,
  movedBytes: number,
  { volume: { totalBytes, fileSystem } }: Report,
): Card["ruler"] {
  const holdsFilm = (totalBytes ?? film) >= film && !isFat(fileSystem);
  const bytes = movedBytes >= film && holdsFilm ? film : movedBytes >= photos ? photos : null;
  return bytes === null ? null : { bytes, seconds: bytes / bytesPerSecond };
}

/**
 * The card for reading. Reading a tenth of a film is enough to say how long the whole film takes,
 * because reading does not slow down as a write cache fills. No time is given if this or another
 * computer's memory may have answered: memory holds the small test file, but no film.
 */
function readingOf(report: Report): Card {
  const base = { id: "reading", question: say("glance.speed.reading") } as const;
  const read = firstAnswer((home) => home.longRead?.(report));
  if (read === null || read.bytesPerSecond === 0 || isMemory(report.volume)) {
    return notMeasured(base);
  }
  const { bytesPerSecond, movedBytes, isFromDrive } = read;
  const isPerhapsMemory = !isFromDrive && mayIgnoreDirect(report);
  const isPerhapsCached = isPerhapsMemory || elsewhereOf(report) !== null;
  const ruler = isPerhapsCached ? null : rulerOf(bytesPerSecond, movedBytes * 10, report);
  return {
    ...base,
    figure: say("glance.speed.rate", { bytesPerSecond }),
    isMeasured: true,
    isMuted: false,
    ruler,
    cuts: null,
    under: ruler && say("glance.speed.reads-in", ruler),
    note: say(
      isFromDrive
        ? "glance.speed.at-drive"
        : isPerhapsMemory
          ? "glance.speed.perhaps-memory"
          : "glance.speed.around-memory",
    ),
    standing: readingStanding(report, read),
  };
}

/**
 * The card for writing. The rate includes the last flush: writes that are not confirmed show no
 * speed of the drive.
 */
function writingOf(report: Report, { longestWrite }: Facts): Card {
  const base = { id: "writing", question: say("glance.speed.writing") } as const;
  if (longestWrite === null || longestWrite.bytesPerSecond === 0 || isMemory(report.volume)) {
    return notMeasured(base);
  }
  const { bytes, bytesPerSecond, unbuffered, hasFallen } = longestWrite;
  const ruler = hasFallen ? null : rulerOf(bytesPerSecond, bytes, report);
  const isAround = unbuffered && !buffersDirectWrites(report);
  return {
    ...base,
    figure: say("glance.speed.rate", { bytesPerSecond }),
    isMeasured: true,
    isMuted: false,
    ruler,
    cuts: null,
    under: ruler && say("glance.speed.saves-in", ruler),
    note: isAround ? say("glance.speed.until-flushed") : say("glance.speed.flushed-through-memory"),
    standing: null,
  };
}

function notMeasured(base: Pick<Card, "id" | "question">): Card {
  return {
    ...base,
    figure: say("glance.speed.not-measured"),
    isMeasured: false,
    isMuted: true,
    under: null,
    note: null,
    standing: null,
    ruler: null,
    cuts: null,
  };
}
