import { isStall } from "#analysis/timeline";
import { gradualFall, isTooShort } from "#analysis/workloads/sustained-write/results";
import type { ProgressMark, WorstWindow } from "#contract/measures";
import type { Report } from "#contract/report";
import type { Sustained } from "#contract/workloads/sustained-write";
import { formatBytes, formatBytesPerSecond, formatDuration } from "#text/format";
import { absenceWords, measured } from "#text/measured";
import { tableText } from "#text/tables";
import { endings, name, sustainedWriteTable as text } from "#text/workloads/sustained-write";
import type { CsvRow } from "../csv";
import { figure, strong, type Table, tableOf } from "../table";

export function tables({ sustained }: Report): Table[] {
  return sustained === null ? [] : [wholeTable(sustained)];
}

/** The expert's row of the long write; the terminal prints two sentences instead. */
function wholeTable(sustained: Sustained): Table {
  return tableOf<Sustained>({
    caption: name(),
    calls: [sustained.systemCall],
    look: "modes",
    first: { figures: text.first() },
    columns: [
      figure({ figures: tableText.written() }, formatBytes, ({ bytes, bytesPerSecond }) =>
        bytesPerSecond === null ? null : bytes,
      ),
      figure({ figures: tableText.time() }, formatDuration, (of) => of.elapsedNs),
      figure({ figures: text.average() }, formatBytesPerSecond, (of) => of.bytesPerSecond, strong),
      figure(
        { figures: text.before() },
        formatBytesPerSecond,
        ({ cliff }) => cliff?.fastBytesPerSecond,
      ),
      figure(
        { figures: text.after() },
        formatBytesPerSecond,
        ({ cliff }) => cliff?.slowBytesPerSecond,
      ),
    ],
    of: [sustained],
    row: ({ endedBy, worstWindow, ...whole }) => ({
      name: endedBy === null ? text.notBegun() : endings[endedBy](),
      remarks:
        worstWindow === null
          ? []
          : [
              text.worst({
                ...stretchValues(worstWindow),
                from: formatDuration(worstWindow.startNs),
              }),
            ],
      absence: absenceOf(whole),
    }),
    notes: sentences(sustained),
  });
}

/** Values of the sentence on the slowest stretch: the time of its one write or of its writes. */
export function stretchValues(worst: WorstWindow) {
  const { operations, elapsedNs, slowestNs } = worst;
  const time = formatDuration(isStall(worst) ? (slowestNs ?? elapsedNs) : elapsedNs);
  return { isStall: `${isStall(worst)}`, operations, time };
}

function absenceOf(whole: Omit<Sustained, "endedBy" | "worstWindow">) {
  const { bytesPerSecond, cliff, reason } = whole;
  if (bytesPerSecond === null) {
    return reason === null ? measured.notMeasured() : absenceWords("unavailable", reason);
  }
  return cliff !== null || gradualFall(whole) !== null
    ? null
    : isTooShort(whole)
      ? tableText.notKnown()
      : text.noFall();
}

function sentences(sustained: Sustained): string[] {
  const { reason, bytes, bytesPerSecond } = sustained;
  if (bytesPerSecond === null) {
    return [reason === null ? text.notMeasured() : text.unavailable({ reason })];
  }
  return [
    text.rate({ bytes: formatBytes(bytes), rate: formatBytesPerSecond(bytesPerSecond) }),
    `  ${courseOf(sustained)}`,
  ];
}

function courseOf(sustained: Sustained): string {
  const { cliff } = sustained;
  if (cliff !== null) {
    return text.cliff({
      fastRate: formatBytesPerSecond(cliff.fastBytesPerSecond),
      bytes: formatBytes(cliff.afterBytes),
      slowRate: formatBytesPerSecond(cliff.slowBytesPerSecond),
    });
  }
  const fall = gradualFall(sustained);
  if (fall !== null) {
    return text.slower({
      firstRate: formatBytesPerSecond(fall.firstBytesPerSecond),
      lastRate: formatBytesPerSecond(fall.lastBytesPerSecond),
    });
  }
  return isTooShort(sustained) ? text.tooShort() : text.noCliff();
}

/** The screen reader's table: the whole write, or its parts before and after the drop in speed. */
export function stretchesTable({ bytes, bytesPerSecond, cliff }: Sustained): Table {
  const whole = { name: formatBytes(bytes), rate: bytesPerSecond };
  const stretches =
    cliff === null
      ? [whole]
      : [
          {
            name: text.firstBytes({ bytes: formatBytes(cliff.afterBytes) }),
            rate: cliff.fastBytesPerSecond,
          },
          {
            name: text.followingBytes({ bytes: formatBytes(bytes - cliff.afterBytes) }),
            rate: cliff.slowBytesPerSecond,
          },
        ];
  return tableOf<typeof whole>({
    caption: name(),
    look: "modes",
    first: { hidden: text.stretch() },
    columns: [figure({ hidden: tableText.speed() }, formatBytesPerSecond, (of) => of.rate)],
    of: stretches,
    row: ({ name }) => ({ name }),
  });
}

/** A stretch of a running write: its end and its speed. */
interface Stretch extends ProgressMark {
  readonly bytesPerSecond: number | null;
}

/** For a screen reader: a running write in at most ten parts, not hundreds of stretches. */
export function soFarTable(marks: readonly ProgressMark[]): Table {
  const each = Math.max(1, Math.ceil(marks.length / 10));
  const tenths = marks.filter((_, place) => (place + 1) % each === 0 || place === marks.length - 1);
  return tableOf<Stretch>({
    caption: name(),
    look: "modes",
    first: { hidden: text.atTime() },
    columns: [
      figure({ hidden: tableText.written() }, formatBytes, (of) => of.bytes),
      figure({ hidden: text.speedUpToThen() }, formatBytesPerSecond, (of) => of.bytesPerSecond),
    ],
    of: tenths.map((mark, place): Stretch => {
      const before = tenths[place - 1] ?? { bytes: 0, elapsedNs: 0 };
      const elapsedNs = mark.elapsedNs - before.elapsedNs;
      const bytesPerSecond = elapsedNs > 0 ? ((mark.bytes - before.bytes) * 1e9) / elapsedNs : null;
      return { ...mark, bytesPerSecond };
    }),
    row: ({ elapsedNs }) => ({ name: formatDuration(elapsedNs) }),
  });
}

export function csvRows({ sustained }: Report): CsvRow[] {
  if (sustained === null) {
    return [];
  }
  const { systemCall, reason, bytesPerSecond, points } = sustained;
  return bytesPerSecond !== null
    ? points.map(({ elapsedNs, bytes }, round) => ({
        systemCall,
        status: "measured",
        round,
        bytes,
        elapsedNs,
      }))
    : [{ systemCall, status: "unavailable", reason }];
}
