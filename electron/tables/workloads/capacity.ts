import { sum } from "#analysis/statistics";
import { blocksOf, limitOf } from "#analysis/workloads/capacity/free-space";
import { blocksIn } from "#analysis/workloads/capacity/judge";
import type { ProgressMark } from "#contract/measures";
import type { Report } from "#contract/report";
import type { Capacity, CapacitySpeed } from "#contract/workloads/capacity";
import { formatBytes, formatBytesPerSecond, formatCount, formatList } from "#text/format";
import { capacityResultText, name, capacityTable as text } from "#text/workloads/capacity";
import type { CsvRow } from "../csv";
import { figure, type Table, tableOf } from "../table";

export function tables(report: Report): Table[] {
  return report.capacity === null ? [] : [wholeTable(report.capacity, report)];
}

/** `limit` means that an enclosure may have caused the loss, so no word blames the drive. */
type Outcome = Capacity["result"] | "limit";

const outcomeOf = (capacity: Capacity, report: Report): Outcome =>
  limitOf(capacity, report) === null ? capacity.result : "limit";

const outcomes: Readonly<Record<Outcome, () => string>> = {
  limit: text.lost,
  whole: text.whole,
  false: text.false,
  "false-or-damaged": text.falseOrDamaged,
  part: text.part,
  damaged: text.damaged,
  "not-known": text.notKnown,
  error: text.error,
};

const contents: Readonly<
  Record<Capacity["contents"][number]["content"], (p: { blocks: string }) => string>
> = {
  zeros: text.zeros,
  ones: text.ones,
  "other-place": text.otherPlace,
  "other-run": text.otherRun,
  earlier: text.earlier,
  damaged: text.damagedContent,
  unreadable: text.unreadable,
  unknown: text.unknown,
};

/** Mean rate of the measured regions in bytes per second; `null` if there are none. */
export function meanRate(speeds: readonly CapacitySpeed[]): number | null {
  const bytes = sum(speeds.map((speed) => speed.bytes));
  const elapsedNs = sum(speeds.map((speed) => speed.elapsedNs));
  return elapsedNs > 0 ? (bytes * 1e9) / elapsedNs : null;
}

/**
 * Bytes that came back: read bytes less bad blocks, but at most `checkedBytes`, because bad blocks
 * may lie beyond these.
 */
function rightBytes({ checkedBytes, reads, badBlocks, blockBytes }: Capacity): number {
  const readBytes = sum(reads.map(({ bytes }) => bytes));
  return Math.max(0, Math.min(checkedBytes, readBytes - badBlocks * blockBytes));
}

function wholeTable(capacity: Capacity, report: Report): Table {
  const { writeCall, readCall } = capacity;
  return tableOf<Capacity>({
    caption: name(),
    calls: readCall === null ? [writeCall] : [writeCall, readCall],
    look: "modes",
    first: { figures: text.outcome() },
    columns: [
      figure({ figures: text.free() }, formatBytes, (of) => of.freeBytes),
      figure({ figures: text.checked() }, formatBytes, rightBytes),
      figure({ figures: text.bad() }, formatCount, ({ badBlocks, readCall: read }) =>
        read === null ? null : badBlocks,
      ),
      figure({ figures: text.writing() }, formatBytesPerSecond, ({ writes }) => meanRate(writes)),
      figure({ figures: text.reading() }, formatBytesPerSecond, ({ reads }) => meanRate(reads)),
    ],
    of: [capacity],
    row: ({ badBlocks, contents: found, readCall: read }) => ({
      name: outcomes[outcomeOf(capacity, report)](),
      remarks: [
        ...(found.length === 0
          ? []
          : [
              text.contents({
                isAll: `${blocksIn(found) >= badBlocks}`,
                list: formatList(
                  found.map(({ content, blocks }) =>
                    contents[content]({ blocks: formatCount(blocks) }),
                  ),
                ),
              }),
            ]),
      ],
      absence: read === null ? text.nothingRead() : null,
    }),
    notes: [outcomeWords(capacity, report)],
  });
}

/** The result, and changed old files in a second sentence if the test's blocks were lost, too. */
export function outcomeWords(capacity: Capacity, report: Report): string {
  const { badBlocks, oldFiles } = capacity;
  const unreadable = blocksOf(capacity).unreadable;
  // Blocks with wrong content: unreadable blocks returned no data, so they are not among them.
  const differing = Math.max(0, badBlocks - unreadable);
  if (oldFiles === null || oldFiles.changedBytes === 0) {
    return freeSpaceWords(capacity, report, differing);
  }
  const changed = capacityResultText.oldFiles(oldFiles);
  return differing === 0 ? changed : `${freeSpaceWords(capacity, report, differing)} ${changed}`;
}

function freeSpaceWords(capacity: Capacity, report: Report, differing: number): string {
  const { badBlocks, blockBytes, firstBadBytes } = capacity;
  const firstBytes = firstBadBytes ?? 0;
  const lostBytes = badBlocks * blockBytes;
  const result = outcomeOf(capacity, report);
  return capacityResultText[result]({ ...capacity, differing, firstBytes, lostBytes });
}

interface Stretch {
  readonly toBytes: number;
  readonly write: number | null;
  readonly read: number | null;
}

const most = 10;

function endOf(speed: CapacitySpeed | undefined): number {
  return speed === undefined ? 0 : speed.fromBytes + speed.bytes;
}

/** The chart's text for a screen reader: the speeds in at most ten parts. */
export function speedsTable(
  writes: readonly CapacitySpeed[],
  reads: readonly CapacitySpeed[],
): Table {
  const each = Math.max(1, Math.ceil(writes.length / most));
  const parts = Array.from({ length: Math.ceil(writes.length / each) }, (_, part): Stretch => {
    const written = writes.slice(part * each, (part + 1) * each);
    const fromBytes = written[0]?.fromBytes ?? 0;
    const toBytes = endOf(written.at(-1));
    // Every read that overlaps the written part: while the test runs, reads are sampled at other
    // offsets than writes.
    const read = reads.filter((one) => one.fromBytes < toBytes && endOf(one) > fromBytes);
    return { toBytes, write: meanRate(written), read: meanRate(read) };
  });
  return tableOf<Stretch>({
    caption: name(),
    look: "modes",
    first: { hidden: text.place() },
    columns: [
      figure({ hidden: text.writing() }, formatBytesPerSecond, (of) => of.write),
      figure({ hidden: text.reading() }, formatBytesPerSecond, (of) => of.read),
    ],
    of: parts,
    row: ({ toBytes }) => ({ name: formatBytes(toBytes) }),
  });
}

/** The stretches between the progress samples of a running part. */
export function speedsSoFar(marks: readonly ProgressMark[]): CapacitySpeed[] {
  return marks.map((mark, place) => {
    const before = marks[place - 1] ?? { bytes: 0, elapsedNs: 0 };
    return {
      fromBytes: before.bytes,
      bytes: mark.bytes - before.bytes,
      elapsedNs: mark.elapsedNs - before.elapsedNs,
    };
  });
}

/** The result, then one row per written stretch, followed by one per read stretch. */
export function csvRows({ capacity }: Report): CsvRow[] {
  if (capacity === null) {
    return [];
  }
  const rowsOf = (systemCall: string, speeds: readonly CapacitySpeed[]): CsvRow[] =>
    speeds.map(({ bytes, elapsedNs }, round) => ({
      systemCall,
      status: "measured",
      round,
      bytes,
      elapsedNs,
    }));
  const { writeCall, writes, readCall, reads, result, untested, filledBytes } = capacity;
  const found: CsvRow = {
    systemCall: writeCall,
    status: result,
    bytes: filledBytes,
    reason: untested.length === 0 ? null : untested.join("; "),
    answeredBy: capacity.answeredBy,
    badBlocks: readCall === null ? null : capacity.badBlocks,
  };
  return [
    found,
    ...rowsOf(writeCall, writes),
    ...(readCall === null ? [] : rowsOf(readCall, reads)),
  ];
}
