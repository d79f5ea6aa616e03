import { describe, expect, it } from "vitest";
import { flushModesOf } from "#contract/flush-mode";
import type { PowerCutLayout } from "#contract/power-cut/test";
import type { NativePowerCutPlaces, NativePowerCutReadBack } from "#native/index";
import { folderOfEach, makeTestDirectory } from "../helpers/folders";
import { engine, until } from "../helpers/native-engine";
import { os, quickLayout, readBack, writeUpTo } from "../helpers/power-cut-run";

/**
 * The control (a mode that waits for nothing), the mode of ordinary saves, and another mode that
 * waits for the drive.
 */
const [control = "none", main = "fsync", other = "fdatasync"] = flushModesOf(os);
const modes = [control, main, other];

/**
 * A layout with a slot or log record for every record of a short run, so that each record can be
 * read back, and without file names.
 */
const layout: PowerCutLayout = {
  ...quickLayout,
  slotCount: 2003,
  slotBlocks: 1,
  nameLimit: 0,
  turnOperations: 10,
  turnNs: 3_600_000_000_000,
  mainTurnNs: null,
  controlEvery: null,
  paceNs: 500_000,
};

const directory = folderOfEach(makeTestDirectory);

interface Written {
  readonly mode: number;
  readonly number: number;
  readonly order: number;
  readonly elapsedNs: number;
  readonly witnessedNs: number;
}

/** Every record of a run, in the order in which the records were made. */
function recordsOf({ modes: found }: NativePowerCutReadBack): Written[] {
  const written = (
    mode: number,
    { numbers, orders, elapsedNs, witnessedNs }: NativePowerCutPlaces,
  ) =>
    numbers.map((number, place) => ({
      mode,
      number,
      order: orders[place] ?? 0,
      elapsedNs: elapsedNs[place] ?? 0,
      witnessedNs: witnessedNs[place] ?? 0,
    }));
  return found
    .flatMap(({ slots, log }, mode) => [...written(mode, slots), ...written(mode, log)])
    .filter(({ order }) => order > 0)
    .sort((one, next) => one.order - next.order);
}

async function writtenBy(list: typeof modes, changes: Partial<PowerCutLayout>): Promise<Written[]> {
  const { files } = await writeUpTo(45, directory(), list, { ...layout, ...changes });
  const records = recordsOf(await readBack(files));
  expect(records.map(({ order }) => order)).toEqual(records.map((_, index) => index + 1));
  return records;
}

const orderOf = (records: readonly Written[]) => records.slice(0, 40).map(({ mode }) => mode);
const times = (count: number, mode: number) => Array.from({ length: count }, () => mode);

describe("the turns of the modes of a plug test", () => {
  it("begin with the mode of ordinary saves and never go to the control mode, which writes every fourth record", async () => {
    const records = await writtenBy(modes, { controlEvery: 4 });
    expect(records.filter(({ mode }) => mode === 0).map(({ order }) => order % 4)).toEqual(
      times(Math.floor(records.length / 4), 0),
    );
    const turns = records.filter(({ mode }) => mode !== 0).slice(0, 40);
    expect(orderOf(turns)).toEqual([
      ...times(10, 1),
      ...times(10, 2),
      ...times(10, 1),
      ...times(10, 2),
    ]);
  });

  it.skipIf(os !== "linux")(
    "never go to one of two control modes, which write every second record in alternation",
    async () => {
      const records = await writtenBy(["o_direct", main, control], { controlEvery: 2 });
      const between = records.filter(({ mode }) => mode !== 1).map(({ mode }) => mode);
      const first = between[0] ?? 0;
      expect(between.slice(0, 6)).toEqual([first, 2 - first, first, 2 - first, first, 2 - first]);
      expect(records.slice(0, 4).map(({ mode }) => mode === 1)).toEqual([true, false, true, false]);
    },
  );

  it("go to every mode in order if controlEvery is null", async () => {
    const records = await writtenBy(modes, {});
    expect(orderOf(records)).toEqual([
      ...times(10, 0),
      ...times(10, 1),
      ...times(10, 2),
      ...times(10, 0),
    ]);
  });

  it("go to a control mode if there is no other mode", async () => {
    const records = await writtenBy([control], { controlEvery: 4 });
    expect(orderOf(records)).toEqual(times(40, 0));
  });

  it("never include the control mode in the output of snapshot() if there are other modes", async () => {
    const seen = new Set<number>();
    await writeUpTo(100, directory(), modes, { ...layout, controlEvery: 4 }, (snapshot) => {
      if (snapshot.task === "writing" && snapshot.operations > 0) {
        seen.add(snapshot.current);
      }
    });
    expect([...seen].sort()).toEqual([1, 2]);
  });

  it("last longer for the mode of ordinary saves if mainTurnNs is greater than turnNs", async () => {
    const lengths = { turnOperations: 1_000_000, turnNs: 1, mainTurnNs: 50_000_000 };
    const { files } = await writeUpTo(5, directory(), modes, { ...layout, ...lengths });
    const list = recordsOf(await readBack(files)).map(({ mode }) => mode);
    // The turn of the other modes is over after one operation, that of the main mode is not.
    const next = list.map((mode, index) => [mode, list[index + 1]]);
    expect(next.filter(([mode, after]) => mode === after && mode !== 1)).toEqual([]);
    expect(next.filter(([mode, after]) => mode === 1 && after === 1).length).toBeGreaterThan(5);
  });
});

describe("a record of a plug test", () => {
  it("contains how many operations of each mode had returned before it", async () => {
    const { files } = await writeUpTo(60, directory(), modes, { ...layout, controlEvery: 4 });
    const found = await readBack(files);
    const records = recordsOf(found);
    found.modes.forEach(({ newest }, mode) => {
      const own = records.filter((record) => record.mode === mode).at(-1);
      expect(newest).toMatchObject({ order: own?.order, elapsedNs: own?.elapsedNs });
      const before = records.filter(({ order }) => order < (own?.order ?? 0));
      expect(newest?.returned).toEqual(
        modes.map((_, place) => before.filter((record) => record.mode === place).length),
      );
    });
  });

  it("contains the latest time that the witness confirmed since writing began, never an earlier time", async () => {
    const files = { folder: directory(), modes, ...layout, controlEvery: 4 };
    const session = engine.openPowerCutSession();
    await session.prepare(files);
    session.setWitnessed(7_000_000_000); // ignored, because no writing has begun
    const running = session.run();
    const done = () => {
      const snapshot = session.snapshot();
      return snapshot.task === "writing" ? snapshot.operations : 0;
    };
    // Counts from now on, because on a busy computer more operations may be done than the last wait
    // asked for.
    const operations = (count: number) => {
      const atLeast = done() + count;
      return until(`${count} operations`, () => done() >= atLeast);
    };
    await operations(20);
    session.setWitnessed(5000);
    await operations(40);
    session.setWitnessed(3000);
    await operations(30);
    session.setWitnessed(9000);
    await operations(40);
    session.stop();
    await running;
    await session.close();
    const witnessed = recordsOf(await readBack(files)).map(({ witnessedNs }) => witnessedNs);
    expect([...new Set(witnessed)]).toEqual([0, 5000, 9000]);
    expect(witnessed).toEqual([...witnessed].sort((one, next) => one - next));
  });

  it("is never reported as the newest record if prepare() wrote it as the initial content", async () => {
    const files = { folder: directory(), modes, ...layout };
    const session = engine.openPowerCutSession();
    await session.prepare(files);
    await session.close();
    expect((await readBack(files)).modes.map(({ newest }) => newest)).toEqual([null, null, null]);
  });
});

it("setWitnessed() throws a TypeError for an invalid time, and nothing for a valid time after close()", async () => {
  const session = engine.openPowerCutSession();
  for (const wrong of [-1, Number.NaN, "5000", undefined]) {
    expect(() => session.setWitnessed(wrong as number)).toThrow(TypeError);
  }
  await session.close();
  expect(() => session.setWitnessed(5000)).not.toThrow();
});
