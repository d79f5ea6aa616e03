import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { operationOf } from "#analysis/power-cut/schedule";
import { type PowerCutFound, sectorCodes } from "#contract/power-cut/state";
import { type PowerCutCounts, powerCutFailures } from "#contract/power-cut/test";
import {
  type Content,
  found,
  named,
  powerCutMode,
  smallLayout,
} from "../../../helpers/sample-power-cut-test";
import { foundWith, historyOf, judge, only, type Write } from "./cut-drives";

const { absent, damaged, foreign, zero } = sectorCodes;
const sectorsPerBlock = 8;

type Fate = Exclude<keyof PowerCutCounts, "acknowledged" | "replaced">;

/**
 * Possible contents of a slot or log record after the cut, each with the fate that the judgement
 * must find.
 */
function scenariosOf(writes: readonly Write[], last: number): { fate: Fate; content: Content }[] {
  const wanted = writes.filter(({ number }) => number <= last).at(-1);
  if (!wanted) {
    return [];
  }
  const later = writes.find(({ number }) => number > last)?.number;
  const older = writes.filter(({ number }) => number < wanted.number).at(-1)?.number;
  const covered = Array<number>(wanted.blocks * sectorsPerBlock).fill(wanted.number);
  const startingWith = (...codes: number[]) => ({
    sectors: [...codes, ...covered.slice(codes.length)],
  });
  return [
    { fate: "survived", content: { number: wanted.number } },
    { fate: "lost", content: { sectors: covered.map(() => zero) } },
    { fate: "torn", content: startingWith(older ?? 0) },
    { fate: "torn", content: startingWith(zero, zero) },
    // A sector is damaged, and the others hold an older record. With damaged sectors alone, the
    // record may have been overwritten at the cut.
    { fate: "corrupted", content: startingWith(damaged, older ?? 0) },
    { fate: "misplaced", content: startingWith(foreign, foreign, foreign) },
    ...(older === undefined ? [] : [{ fate: "stale" as const, content: { number: older } }]),
    ...(later === undefined
      ? []
      : [
          { fate: "survived" as const, content: { number: later } },
          { fate: "inFlight" as const, content: startingWith(later, later) },
          { fate: "inFlight" as const, content: startingWith(later, damaged) },
        ]),
  ];
}

const lengths = fc
  .tuple(fc.integer({ min: 1, max: 120 }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([written, share]) => ({ written, last: Math.max(1, Math.round(written * share)) }));
const choices = fc.array(fc.nat(), { minLength: 40, maxLength: 40 });

describe("judgePowerCut()", () => {
  it("counts for each record position what became of the save there, and counts each acknowledged operation once", () => {
    fc.assert(
      fc.property(lengths, choices, ({ written, last }, chosen) => {
        const history = historyOf(written);
        const made = new Map<Fate, number>();
        let drawn = 0;
        const left = foundWith(history, (writes) => {
          const scenarios = scenariosOf(writes, last);
          const scenario = scenarios[(chosen[drawn++] ?? 0) % Math.max(scenarios.length, 1)];
          if (scenario) {
            made.set(scenario.fate, (made.get(scenario.fate) ?? 0) + 1);
          }
          return scenario?.content ?? { number: 0 };
        });
        // No named file is left.
        const names = [...historyOf(last).keys()].filter((key) => key.startsWith("name")).length;
        const { counts, failed } = only(
          judge({ found: [left], numbers: [{ mode: "fsync", number: last }] }),
        );
        const { acknowledged, replaced, ...fates } = counts;
        for (const fate of Object.keys(fates) as Fate[]) {
          const expected = fate === "nameMissing" ? names : (made.get(fate) ?? 0);
          expect([fate, fates[fate]]).toEqual([fate, expected]);
        }
        expect(acknowledged).toBe(last);
        expect(replaced + Object.values(fates).reduce((sum, count) => sum + count, 0)).toBe(last);
        expect(failed).toBe(powerCutFailures.reduce((sum, failure) => sum + counts[failure], 0));
      }),
      { numRuns: 300 },
    );
  });

  it("counts no failure on a faithful drive, however far the witness lags", () => {
    fc.assert(
      fc.property(lengths, choices, ({ written, last }, chosen) => {
        // All confirmed writes arrived, and the next one, which was under way, arrived in part.
        const history = historyOf(written + 1);
        const underWay = written + 1;
        const { left } = arrive(history, (write, sector) =>
          write.number < underWay ? true : (chosen[sector] ?? 0) % 2 === 0,
        );
        const { failed, verdict } = only(
          judge({ found: [left], numbers: [{ mode: "fsync", number: last }] }),
        );
        expect([failed, verdict === "lost"]).toEqual([0, false]);
      }),
      { numRuns: 300 },
    );
  });

  it("counts one failure for each record position or file name whose last confirmed save is missing, and no other", () => {
    fc.assert(
      fc.property(lengths, choices, ({ written }, chosen) => {
        const history = historyOf(written);
        const arrives = ({ number }: Write) => (chosen[number % chosen.length] ?? 0) % 3 !== 0;
        const { left, names } = arrive(history, arrives);
        const missing = [...history.values()].filter((writes) => {
          const last = writes.at(-1);
          return last !== undefined && !arrives(last) && last.kind !== "rename";
        }).length;
        const { failed } = only(
          judge({ found: [left], numbers: [{ mode: "fsync", number: written }] }),
        );
        expect(failed).toBe(missing + names.renamesMissing);
      }),
      { numRuns: 300 },
    );
  });
});

/**
 * The files after a cut if only the sectors for which `arrives` is true were stored, in the order
 * of the writes.
 */
function arrive(
  history: ReadonlyMap<string, readonly Write[]>,
  arrives: (write: Write, sector: number) => boolean,
): { left: PowerCutFound; names: { renamesMissing: number } } {
  let renamesMissing = 0;
  const files: PowerCutFound["names"] = [];
  for (const [key, writes] of history) {
    if (!key.startsWith("name")) {
      continue;
    }
    const [create, rename] = writes;
    const isCreated = create !== undefined && arrives(create, 0);
    const isRenamed = rename !== undefined && arrives(rename, 0);
    if (create && (isCreated || isRenamed)) {
      // A file that was renamed is there, even if it was lost under its first name.
      files.push(named(`${create.place}.${isRenamed ? "renamed" : "created"}`, create));
    }
    renamesMissing += rename !== undefined && !isRenamed ? 1 : 0;
  }
  const left = foundWith(
    history,
    (writes, key) => {
      const room = key.startsWith("log") ? 1 : smallLayout.slotBlocks;
      const sectors = Array<number>(room * sectorsPerBlock).fill(key.startsWith("log") ? zero : 0);
      for (const write of writes) {
        for (let sector = 0; sector < write.blocks * sectorsPerBlock; sector += 1) {
          if (arrives(write, sector)) {
            sectors[sector] = write.number;
          }
        }
      }
      return readAs(sectors, writes);
    },
    files,
  );
  return { left, names: { renamesMissing } };
}

/**
 * The content of a slot or log record as the engine reads it: a record is whole if all of its
 * sectors are there.
 */
function readAs(sectors: readonly number[], writes: readonly Write[]): Content {
  const number = sectors[0] ?? zero;
  const blocks =
    number === 0 ? smallLayout.slotBlocks : writes.find((one) => one.number === number)?.blocks;
  const end = (blocks ?? 0) * sectorsPerBlock;
  const isWhole =
    blocks !== undefined &&
    sectors.slice(0, end).every((sector) => sector === number) &&
    sectors.slice(end).every((sector) => sector <= number);
  return isWhole ? { number } : { sectors };
}

describe("the name check of judgePowerCut()", () => {
  // Operation 16 creates file 1, and operation 24 renames it.
  const withNames = (number: number, names: PowerCutFound["names"]) => {
    const history = historyOf(number);
    const left = foundWith(history, (writes) => ({ number: writes.at(-1)?.number ?? 0 }), names);
    return only(judge({ found: [left], numbers: [{ mode: "fsync", number }] }));
  };

  it.each([
    [20, ["1.created"], {}],
    [20, ["1.renamed"], {}], // the renaming may have been under way
    [20, ["1.created", "1.renamed"], {}],
    [20, [], { nameMissing: 1 }],
    [24, ["1.renamed"], {}],
    [24, ["1.created"], { nameOld: 1 }],
    [24, ["1.created", "1.renamed"], { nameBoth: 1 }],
    [24, [], { nameMissing: 1 }],
  ] as const)(
    "finds, if operation %i was the last one and the files %j remain, the failures %j",
    (number, files, failures) => {
      const { counts, failed } = withNames(
        number,
        files.map((name) => named(name, { number: 16 })),
      );
      expect(counts).toMatchObject(failures);
      expect(failed).toBe(Object.keys(failures).length);
    },
  );

  it("also counts the lost or torn contents of a renamed file", () => {
    expect(withNames(24, [named("1.renamed", { sectors: [absent] })]).counts.lost).toBe(1);
    const blocks = operationOf(smallLayout, true, 16).blocks;
    const sectors = Array<number>(blocks * sectorsPerBlock).fill(16);
    const torn = named("1.renamed", { sectors: [...sectors.slice(1), zero] });
    expect(withNames(24, [torn]).counts.torn).toBe(1);
  });

  it("counts no missing and no old file name when the system refused to flush folders", () => {
    const modes = [powerCutMode("fsync", { nameRefusal: "fsync: EINVAL" })];
    const numbers = [{ mode: "fsync" as const, number: 24 }];
    const { counts } = only(judge({ modes, found: [found("fsync", { missing: true })], numbers }));
    expect(counts).toMatchObject({ nameMissing: 0, nameOld: 0 });
  });
});
