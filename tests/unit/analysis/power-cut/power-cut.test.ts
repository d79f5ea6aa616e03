import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgePowerCut, wasRestarted } from "../../../../electron/analysis/power-cut";
import { type Operation, operationOf } from "../../../../electron/analysis/power-cut/schedule";
import {
  type PlugAcknowledged,
  type PlugFound,
  sectorCodes,
} from "../../../../electron/contract/power-cut-found";
import type { PlugMode } from "../../../../electron/contract/power-cut-plan";
import {
  type PlugCounts,
  type PlugModeResult,
  type PlugTest,
  plugFailures,
} from "../../../../electron/contract/power-cut-result";
import {
  type Content,
  found,
  named,
  places,
  plugMode,
  plugPlan,
  smallLayout,
} from "../../../helpers/sample-plug";

const { absent, damaged, foreign, zero } = sectorCodes;
const sectorsPerBlock = 8;

interface Circumstances {
  readonly modes?: readonly PlugMode[];
  readonly found: readonly PlugFound[];
  readonly numbers: PlugAcknowledged["numbers"];
  readonly elapsedNs?: number | null;
  readonly computerRestarted?: boolean | null;
  readonly driveLost?: boolean;
  readonly unsafeShutdowns?: PlugTest["cut"]["unsafeShutdowns"];
}

function judge(seen: Circumstances) {
  return judgePowerCut({
    os: "linux",
    plan: plugPlan,
    modes: seen.modes ?? seen.found.map(({ mode }) => plugMode(mode)),
    acknowledged: { numbers: seen.numbers, elapsedNs: seen.elapsedNs ?? null },
    cut: {
      computerRestarted: seen.computerRestarted === undefined ? true : seen.computerRestarted,
      driveLost: seen.driveLost ?? false,
      unsafeShutdowns: seen.unsafeShutdowns ?? null,
    },
    found: seen.found,
    startedAt: "2026-11-21T10:00:00.000Z",
    finishedAt: "2026-11-21T10:05:00.000Z",
  });
}

function only(result: ReturnType<typeof judge>): PlugModeResult {
  const [mode] = result.modes;
  if (!mode) {
    throw new Error("the result has no mode");
  }
  return mode;
}

interface Write extends Operation {
  readonly number: number;
}

/** The first `last` operations with their numbers, by the place they go to. */
function historyOf(last: number): Map<string, Write[]> {
  const history = new Map<string, Write[]>();
  for (let number = 1; number <= last; number += 1) {
    const operation = operationOf(smallLayout, true, number);
    const file = { overwrite: "slot", append: "log", create: "name", rename: "name" };
    const key = `${file[operation.kind]} ${operation.place}`;
    history.set(key, [...(history.get(key) ?? []), { ...operation, number }]);
  }
  return history;
}

/** The findings of a mode in which each place holds what `contentOf` says. */
function foundWith(
  history: ReadonlyMap<string, readonly Write[]>,
  contentOf: (writes: readonly Write[], key: string) => Content | null,
  names: PlugFound["names"] = [],
): PlugFound {
  const column = (file: string, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const key = `${file} ${index}`;
      return contentOf(history.get(key) ?? [], key) ?? { sectors: [absent] };
    });
  return found("fsync", {
    slots: places(column("slot", smallLayout.slotCount)),
    log: places(column("log", smallLayout.logRecords)),
    names,
  });
}

type Fate = Exclude<keyof PlugCounts, "acknowledged" | "replaced">;

/** What can be made of a place, with the fate that must be seen in it. */
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
    { fate: "corrupted", content: startingWith(damaged) },
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

describe("judgePowerCut counts", () => {
  it("each place as what was made of it, and every acknowledged operation once", () => {
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
        // Names are not there at all.
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
        expect(failed).toBe(plugFailures.reduce((sum, failure) => sum + counts[failure], 0));
      }),
      { numRuns: 300 },
    );
  });

  it("no failure on a faithful drive, however far behind the witness is", () => {
    fc.assert(
      fc.property(lengths, choices, ({ written, last }, chosen) => {
        // Everything written has arrived; the one after it was under way and arrived in part.
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

  it("a failure in exactly those places whose last save did not arrive", () => {
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

/** A drive on which sectors of writes arrive, in their order, or do not. */
function arrive(
  history: ReadonlyMap<string, readonly Write[]>,
  arrives: (write: Write, sector: number) => boolean,
): { left: PlugFound; names: { renamesMissing: number } } {
  let renamesMissing = 0;
  const files: PlugFound["names"] = [];
  for (const [key, writes] of history) {
    if (!key.startsWith("name")) {
      continue;
    }
    const [create, rename] = writes;
    const isCreated = create !== undefined && arrives(create, 0);
    const isRenamed = rename !== undefined && arrives(rename, 0);
    if (create && (isCreated || isRenamed)) {
      // A file that was renamed is there, whatever became of its first name.
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

/** As the engine reads: whole, when all sectors of the first one's record are there. */
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

describe("names", () => {
  // 16 creates file 1, 24 renames it.
  const withNames = (number: number, names: PlugFound["names"]) => {
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
  ] as const)("up to %i with %j", (number, files, failures) => {
    const { counts, failed } = withNames(
      number,
      files.map((name) => named(name, { number: 16 })),
    );
    expect(counts).toMatchObject(failures);
    expect(failed).toBe(Object.keys(failures).length);
  });

  it("look into the files as well", () => {
    expect(withNames(24, [named("1.renamed", { sectors: [absent] })]).counts.lost).toBe(1);
    const blocks = operationOf(smallLayout, true, 16).blocks;
    const sectors = Array<number>(blocks * sectorsPerBlock).fill(16);
    const torn = named("1.renamed", { sectors: [...sectors.slice(1), zero] });
    expect(withNames(24, [torn]).counts.torn).toBe(1);
  });

  it("are not asked for where the system refused to make them safe", () => {
    const modes = [plugMode("fsync", { nameRefusal: "fsync: EINVAL" })];
    const numbers = [{ mode: "fsync" as const, number: 24 }];
    const { counts } = only(judge({ modes, found: [found("fsync", { missing: true })], numbers }));
    expect(counts).toMatchObject({ nameMissing: 0, nameOld: 0 });
  });
});

/** A mode all of whose operations up to this number are there. */
function intact(mode: PlugFound["mode"], last: number, firstOrder = 1): PlugFound {
  const history = historyOf(last);
  const content = (writes: readonly Write[]): Content => {
    const number = writes.at(-1)?.number ?? 0;
    return { number, order: number === 0 ? 0 : firstOrder + number };
  };
  const names = [...history].flatMap(([key, [create, rename]]) =>
    key.startsWith("name") && create
      ? [
          named(`${create.place}.${rename ? "renamed" : "created"}`, {
            number: create.number,
            order: firstOrder + create.number,
          }),
        ]
      : [],
  );
  return { ...foundWith(history, content, names), mode };
}

/** The same with the last slots it wrote as they were before. */
function withLoss(left: PlugFound): PlugFound {
  const newest = Math.max(...left.slots.numbers);
  const numbers = left.slots.numbers.map((number) => (number === newest ? 0 : number));
  return { ...left, slots: { ...left.slots, numbers } };
}

describe("the verdict", () => {
  const both = (fsync: PlugFound, none: PlugFound, changes: Partial<Circumstances> = {}) =>
    judge({
      found: [none, fsync],
      numbers: [
        { mode: "fsync", number: 30 },
        { mode: "none", number: 30 },
      ],
      ...changes,
    });
  const doubtOf = (result: ReturnType<typeof judge>) =>
    result.modes.find(({ mode }) => mode === "fsync")?.doubt;

  it("is kept when nothing failed, the control lost something and no other flush helped", () => {
    const result = both(intact("fsync", 30), withLoss(intact("none", 30)));
    expect(result).toMatchObject({ outcome: "kept", control: "lost" });
    expect(result.modes[0]).toMatchObject({ mode: "none", verdict: "lost", lossExpected: true });
    expect(result.modes[1]).toMatchObject({ verdict: "kept", doubt: null, lossExpected: false });
  });

  it("is lost as soon as one confirmed save is", () => {
    const result = both(withLoss(intact("fsync", 30)), withLoss(intact("none", 30)));
    expect(result.outcome).toBe("lost");
    expect(result.modes[1]).toMatchObject({ verdict: "lost", failed: 1, counts: { lost: 1 } });
  });

  it("does not blame a mode that promises nothing", () => {
    const result = judge({
      found: [withLoss(intact("none", 30))],
      numbers: [{ mode: "none", number: 30 }],
    });
    expect(result.outcome).toBe("not-proven");
  });

  it("is not proven without a power cut, unless the control lost something", () => {
    const uncut = { computerRestarted: false };
    expect(doubtOf(both(intact("fsync", 30), intact("none", 30), uncut))).toBe("no-power-cut");
    const unknown = { computerRestarted: null };
    expect(doubtOf(both(intact("fsync", 30), intact("none", 30), unknown))).toBe("no-power-cut");
    const lossy = withLoss(intact("none", 30));
    expect(doubtOf(both(intact("fsync", 30), lossy, uncut))).toBe(null);
    expect(doubtOf(both(intact("fsync", 30), lossy, { ...uncut, driveLost: true }))).toBe(null);
  });

  it("is not proven when the drive's own counter says that it kept its power", () => {
    const lossy = withLoss(intact("none", 30));
    const counting = (before: number, after: number, changes: Partial<Circumstances> = {}) =>
      both(intact("fsync", 30), lossy, { unsafeShutdowns: { before, after }, ...changes });
    expect(doubtOf(counting(7, 7))).toBe("drive-kept-power");
    expect(counting(7, 7).outcome).toBe("not-proven");
    expect(doubtOf(counting(7, 8))).toBe(null);
    expect(doubtOf(counting(7, 8, { computerRestarted: null }))).toBe(null);
    // A loss stays a loss, also in a mere crash of the system.
    const lost = both(withLoss(intact("fsync", 30)), lossy, {
      unsafeShutdowns: { before: 7, after: 7 },
    });
    expect(lost.outcome).toBe("lost");
  });

  it("is not proven when even unprotected saves survived", () => {
    expect(doubtOf(both(intact("fsync", 30), intact("none", 30)))).toBe("control-survived");
  });

  it("is not proven without a number at the witness", () => {
    const result = judge({ found: [intact("fsync", 30)], numbers: [] });
    expect(result.modes[0]).toMatchObject({ verdict: "not-proven", doubt: "nothing-acknowledged" });
  });

  it("is not proven when another mode flushed after its last save", () => {
    const result = judge({
      found: [intact("fsync", 30), intact("o_dsync", 30, 100)],
      numbers: [
        { mode: "fsync", number: 30 },
        { mode: "o_dsync", number: 30 },
      ],
    });
    expect(result.modes[0]).toMatchObject({ doubt: "flushed-by-another", unaided: 0 });
    expect(result.modes[1]).toMatchObject({ verdict: "kept" });
    expect(result.outcome).toBe("kept");
  });

  it("does not take a mode without a flush for help", () => {
    const result = both(intact("fsync", 30), withLoss(intact("none", 30, 100)));
    expect(doubtOf(result)).toBe(null);
  });

  it("is not proven from the memory of a computer that was not restarted", () => {
    const fromMemory = intact("fsync", 30);
    const cached = { ...fromMemory, log: { ...fromMemory.log, aroundCache: false } };
    const lossy = withLoss(intact("none", 30));
    expect(doubtOf(both(cached, lossy, { computerRestarted: false, driveLost: true }))).toBe(
      "read-from-memory",
    );
    const restarted = both(cached, lossy);
    expect(doubtOf(restarted)).toBe(null);
    expect(restarted.readAroundCache).toBe(false);
  });

  it("says what the system refused, and does not judge it", () => {
    const modes = [plugMode("o_direct_dsync", { refusal: "openat: EINVAL, Invalid argument" })];
    const missing = [found("o_direct_dsync", { missing: true })];
    expect(judge({ modes, found: missing, numbers: [] })).toMatchObject({
      outcome: "not-proven",
      modes: [{ verdict: "unavailable", doubt: null, failed: 0 }],
    });
  });

  it("takes a folder that cannot be read for unreadable and not for empty", () => {
    const left = found("fsync", { fault: "open: EIO, Input/output error" });
    const { counts } = only(judge({ found: [left], numbers: [{ mode: "fsync", number: 30 }] }));
    expect(counts.unreadable).toBe(30 - counts.replaced);
  });

  it("refuses to judge a mode that was not read back", () => {
    const modes = [plugMode("fsync"), plugMode("none")];
    expect(() => judge({ modes, found: [intact("fsync", 30)], numbers: [] })).toThrow(/read back/);
  });
});

describe("how much was lost", () => {
  it("counts failures that later saves overtook", () => {
    const left = intact("fsync", 30);
    const oldest = Math.min(...left.slots.numbers);
    const numbers = left.slots.numbers.map((number) => (number === oldest ? 0 : number));
    const overtaken = { ...left, slots: { ...left.slots, numbers } };
    const acknowledged = [{ mode: "fsync" as const, number: 30 }];
    expect(only(judge({ found: [overtaken], numbers: acknowledged }))).toMatchObject({
      failed: 1,
      reordered: 1,
    });
    const atTheEnd = { ...left, log: places(Array(7).fill({ sectors: [absent] })) };
    const cutShort = only(judge({ found: [atTheEnd], numbers: acknowledged }));
    expect(cutShort.reordered).toBe(cutShort.failed - 1); // the last append, 30, is the newest
  });

  it("bounds the time by the newest survivor before the first failure", () => {
    const left = withLoss(intact("fsync", 29));
    const mode = only(
      judge({ found: [left], numbers: [{ mode: "fsync", number: 29 }], elapsedNs: 50_000 }),
    );
    expect(mode.lostSpanNs).toBe(50_000 - 28_000);
    const unknown = only(judge({ found: [left], numbers: [{ mode: "fsync", number: 29 }] }));
    expect(unknown.lostSpanNs).toBe(null);
  });
});

describe("wasRestarted", () => {
  const written = { writingSince: "2026-11-21T10:00:00.000Z", bootId: "first" };
  const later = "2026-11-21T10:02:00.000Z";
  const earlier = "2026-11-20T08:00:00.000Z";

  it("goes by the identity of the system's run, whatever the clock says", () => {
    expect(wasRestarted(written, { id: "first", at: later })).toBe(false);
    expect(wasRestarted(written, { id: "second", at: earlier })).toBe(true);
  });

  it("compares the times where one of the two has no identity", () => {
    const unnamed = { ...written, bootId: null };
    expect(wasRestarted(unnamed, { id: "second", at: later })).toBe(true);
    expect(wasRestarted(unnamed, { id: "second", at: earlier })).toBe(false);
    expect(wasRestarted(written, { id: null, at: later })).toBe(true);
    expect(wasRestarted(written, { id: null, at: earlier })).toBe(false);
  });

  it("does not know of a test that was never written", () => {
    expect(wasRestarted({ writingSince: null, bootId: null }, { id: "first", at: later })).toBe(
      null,
    );
  });
});
