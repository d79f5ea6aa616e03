import {
  appendFileSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  truncateSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { expectedUpTo, nextInSlot, operationOf } from "#analysis/power-cut/schedule";
import type { PowerCutCounts, PowerCutModeResult } from "#contract/power-cut/test";
import { folderOfEach, makeTestDirectory } from "../helpers/folders";
import { sum } from "../helpers/native-engine";
import { judgeRun, plainModes, quickLayout, type Run, writeUpTo } from "../helpers/power-cut-run";

const slotBytes = quickLayout.slotBlocks * 4096;
const directory = folderOfEach(makeTestDirectory);

/** Damage done to the files of a plug test, and the counts that the result must show. */
interface Damage {
  readonly what: string;
  readonly counts: Partial<PowerCutCounts>;
  readonly inflict: (folder: string, last: number) => void;
}

describe("the result of a plug test", () => {
  const [control = "none", tested = "fsync"] = plainModes;
  const older = (folder: string) => join(folder, "..", "..", "older-slots");

  /**
   * Writes a plug test's files, damages those of the tested mode, and returns the mode's result.
   */
  async function writeAndDamage({ inflict }: Damage): Promise<PowerCutModeResult> {
    const run = await writeUpTo(200, directory());
    const last = run.acknowledged[1] ?? 0;
    inflict(join(run.files.folder, tested), last);
    const { result } = await judgeRun(run);
    const [other, mode] = result.modes;
    // Damage to the files of one mode does not count against another mode.
    expect(other).toMatchObject({ mode: control, failed: 0 });
    if (!mode) {
      throw new Error("the tested mode is not in the result");
    }
    return mode;
  }

  /** A slot whose last acknowledged record fills it completely, and the number of that record. */
  function fullSlot(last: number, skip = 0): { slot: number; number: number } {
    const slots = [...expectedUpTo(quickLayout, true, last).slots].filter(
      ([, number]) => operationOf(quickLayout, true, number).blocks === quickLayout.slotBlocks,
    );
    const [slot, number] = slots[skip] ?? [];
    if (slot === undefined || number === undefined) {
      throw new Error("no record fills its slot");
    }
    return { slot, number };
  }

  /**
   * A slot with a record of two or more blocks that no operation was writing at the cut, because
   * many operations pass before the slot is written again.
   */
  function settledSlot(last: number): number {
    const [slot] = [...expectedUpTo(quickLayout, true, last).slots].find(
      ([place, number]) =>
        operationOf(quickLayout, true, number).blocks > 1 &&
        nextInSlot(quickLayout, true, place, last, last + quickLayout.slotCount) === null,
    ) ?? [undefined];
    if (slot === undefined) {
      throw new Error("every slot's turn is near");
    }
    return slot;
  }

  const damages: readonly Damage[] = [
    {
      what: "a flipped bit",
      counts: { corrupted: 1 },
      inflict: (folder, last) => {
        edit(join(folder, "slots"), settledSlot(last) * slotBytes + 5000, 1, (bytes) => {
          bytes[0] = (bytes[0] ?? 0) ^ 1;
        });
      },
    },
    {
      what: "a flipped bit in a checksum, in the log",
      counts: { corrupted: 1 },
      inflict: (folder) => {
        edit(join(folder, "log"), 3 * 4096 + 511, 1, (bytes) => {
          bytes[0] = (bytes[0] ?? 0) ^ 0x80;
        });
      },
    },
    {
      what: "zeros in place of a whole record",
      counts: { lost: 1 },
      inflict: (folder, last) => {
        edit(join(folder, "slots"), fullSlot(last).slot * slotBytes, slotBytes, (bytes) => {
          bytes.fill(0);
        });
      },
    },
    {
      what: "zeros in place of a block in the middle",
      counts: { torn: 1 },
      inflict: (folder, last) => {
        edit(join(folder, "slots"), fullSlot(last).slot * slotBytes + 4096, 4096, (bytes) => {
          bytes.fill(0);
        });
      },
    },
    {
      what: "a record in the slot of another record",
      counts: { misplaced: 1 },
      inflict: (folder, last) => {
        const file = join(folder, "slots");
        const from = bytesOf(file, fullSlot(last, 1).slot * slotBytes, slotBytes);
        edit(file, fullSlot(last).slot * slotBytes, slotBytes, (bytes) => from.copy(bytes));
      },
    },
    {
      what: "a record of another mode",
      counts: { misplaced: 1 },
      inflict: (folder, last) => {
        const offset = fullSlot(last).slot * slotBytes;
        const from = bytesOf(join(folder, "..", control, "slots"), offset, slotBytes);
        edit(join(folder, "slots"), offset, slotBytes, (bytes) => from.copy(bytes));
      },
    },
    {
      what: "a log that ends early, in the middle of a record",
      counts: { torn: 1 },
      inflict: (folder) => {
        const file = join(folder, "log");
        truncateSync(file, readFileSync(file).length - 1000);
      },
    },
    {
      what: "a log without its last three records",
      counts: { lost: 3 },
      inflict: (folder, last) => {
        truncateSync(
          join(folder, "log"),
          (expectedUpTo(quickLayout, true, last).logRecords - 3) * 4096,
        );
      },
    },
    {
      what: "a file under its old name, one under both, one under none, one that is empty",
      counts: { nameOld: 1, nameBoth: 1, nameMissing: 1, lost: 1 },
      inflict: (folder) => {
        renameSync(join(folder, "1.renamed"), join(folder, "1.created"));
        copyFileSync(join(folder, "2.renamed"), join(folder, "2.created"));
        unlinkSync(join(folder, "3.renamed"));
        truncateSync(join(folder, "4.renamed"), 0);
      },
    },
    {
      what: "foreign files in the mode's folder",
      counts: {},
      inflict: (folder) => {
        appendFileSync(join(folder, "notes.txt"), "mine");
        appendFileSync(join(folder, "1.deleted"), "mine");
        mkdirSync(join(folder, "99999.created.d"));
      },
    },
  ];

  it.each(damages.map((damage) => [damage.what, damage] as const))(
    "counts exactly the damaged records, each under its kind of damage: %s",
    async (_what, damage) => {
      const { counts, failed } = await writeAndDamage(damage);
      const { acknowledged, replaced, survived, inFlight, ...failures } = counts;
      const nothing = Object.fromEntries(Object.keys(failures).map((key) => [key, 0]));
      expect(failures).toEqual({ ...nothing, ...damage.counts });
      expect(failed).toBe(sum(Object.values(damage.counts)));
      expect(acknowledged).toBe(replaced + survived + inFlight + failed);
    },
  );

  it("counts slots that hold an earlier save as stale, missing log records as lost, and file names as old or missing", async () => {
    // The acknowledged numbers are higher than any in the files, as if the drive had returned to an
    // earlier state.
    const run = await writeUpTo(200, directory());
    const last = run.acknowledged[1] ?? 0;
    const later: Run = { ...run, acknowledged: [run.acknowledged[0] ?? 0, last + 30] };
    const { result } = await judgeRun(later);
    const numbers = Array.from({ length: 30 }, (_, index) => last + 1 + index);
    const kinds = numbers.map((number) => operationOf(quickLayout, true, number));
    const placesOf = (kind: string) =>
      new Set(kinds.filter((operation) => operation.kind === kind).map(({ place }) => place)).size;
    const mode = result.modes[1];
    expect(mode?.counts).toMatchObject({
      stale: placesOf("overwrite"),
      lost: placesOf("append"),
      torn: 0,
      corrupted: 0,
    });
    expect((mode?.counts.nameMissing ?? 0) + (mode?.counts.nameOld ?? 0)).toBeGreaterThan(0);
    expect(mode?.reordered).toBe(0);
  });

  it("counts a save as reordered if its slot holds an older record although all other saves survived", async () => {
    const first = await writeUpTo(70, directory());
    const slots = join(first.files.folder, tested, "slots");
    copyFileSync(slots, older(join(first.files.folder, tested)));
    const lastOfFirst = first.acknowledged[1] ?? 0;
    // A second run with the same layout plays the same test at a later time.
    rmSync(first.files.folder, { recursive: true });
    const run = await writeUpTo(lastOfFirst + 60, directory());
    const { slot } = [...expectedUpTo(quickLayout, true, run.acknowledged[1] ?? 0).slots]
      .map(([place, number]) => ({ slot: place, number }))
      .reverse()
      .find(({ number }) => number > lastOfFirst) ?? { slot: 0 };
    const before = bytesOf(older(join(run.files.folder, tested)), slot * slotBytes, slotBytes);
    edit(join(run.files.folder, tested, "slots"), slot * slotBytes, slotBytes, (bytes) =>
      before.copy(bytes),
    );
    const mode = (await judgeRun(run)).result.modes[1];
    expect(mode).toMatchObject({ failed: 1, reordered: 1 });
    expect((mode?.counts.stale ?? 0) + (mode?.counts.lost ?? 0)).toBe(1);
  });

  it("counts the record of every slot as lost if the file slots is missing, and no record as survived if the folder is missing", async () => {
    const run = await writeUpTo(100, directory());
    unlinkSync(join(run.files.folder, tested, "slots"));
    const without = (await judgeRun(run)).result.modes[1];
    const expected = expectedUpTo(quickLayout, true, run.acknowledged[1] ?? 0);
    expect(without?.counts.lost).toBe(expected.slots.size);
    rmSync(run.files.folder, { recursive: true });
    const gone = (await judgeRun(run)).result.modes[1];
    expect(gone?.failed).toBe((gone?.counts.acknowledged ?? 0) - (gone?.counts.replaced ?? 0));
    expect(gone?.counts.survived).toBe(0);
  });
});

function bytesOf(file: string, offset: number, bytes: number): Buffer {
  const handle = openSync(file, "r");
  const content = Buffer.alloc(bytes);
  readSync(handle, content, 0, bytes, offset);
  closeSync(handle);
  return content;
}

function edit(file: string, offset: number, bytes: number, change: (bytes: Buffer) => void): void {
  const content = bytesOf(file, offset, bytes);
  change(content);
  const handle = openSync(file, "r+");
  writeSync(handle, content, 0, bytes, offset);
  closeSync(handle);
}
