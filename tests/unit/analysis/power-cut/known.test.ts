import { describe, expect, it } from "vitest";
import { mostOperations } from "#analysis/power-cut/known";
import type { PowerCutFound } from "#contract/power-cut/state";
import { places } from "../../../helpers/sample-power-cut-test";
import { intact, judge, withLoss } from "./cut-drives";

/**
 * The files with a newest whole record which says that these operations of the modes had returned.
 */
const proving = (
  left: PowerCutFound,
  returned: Partial<Record<PowerCutFound["mode"], number>>,
) => ({
  ...left,
  newest: {
    order: 1000,
    elapsedNs: 1_000_000,
    returned: Object.entries(returned).map(([mode, number]) => ({
      mode: mode as PowerCutFound["mode"],
      number,
    })),
  },
});
const modeOf = (result: ReturnType<typeof judge>, mode: string) =>
  result.modes.find((one) => one.mode === mode);

describe("the last save number that judgePowerCut() checks", () => {
  it("comes from the disk if a whole record there proves more saves than the witness holds", () => {
    // Record 22, the sixth in the log, is zeroed; records 26 and 30 after it are whole.
    const left = intact("fsync", 30);
    const numbers = left.log.numbers.map((number) => (number === 22 ? -1 : number));
    const zeroed = { place: numbers.indexOf(-1), sectors: Array<number>(8).fill(-2) };
    const damaged = { ...left, log: { ...left.log, numbers, broken: [zeroed] } };
    const found = [withLoss(intact("none", 30)), proving(damaged, { fsync: 29 })];
    const held = [
      { mode: "none" as const, number: 30 },
      { mode: "fsync" as const, number: 20 },
    ];
    const result = judge({ found, numbers: held });
    expect(result.outcome).toBe("lost");
    expect(modeOf(result, "fsync")).toMatchObject({
      verdict: "lost",
      provenBy: "disk",
      counts: { acknowledged: 29, lost: 1 },
    });
  });

  it("comes from the witness if the disk proves no more saves than the witness holds", () => {
    const found = [proving(intact("fsync", 30), { fsync: 29 })];
    const result = judge({ found, numbers: [{ mode: "fsync", number: 29 }] });
    expect(modeOf(result, "fsync")).toMatchObject({
      provenBy: "witness",
      counts: { acknowledged: 29 },
    });
  });

  it("comes from the newest record of another mode if that record proves more saves than the witness holds", () => {
    const lost = { ...intact("fsync", 20), mode: "fsync" as const };
    const other = proving(intact("o_dsync", 30, 100), { fsync: 26, o_dsync: 29 });
    const result = judge({
      found: [lost, other],
      numbers: [{ mode: "fsync", number: 10 }],
    });
    expect(modeOf(result, "fsync")).toMatchObject({ provenBy: "disk", verdict: "lost" });
    expect(modeOf(result, "fsync")?.counts.acknowledged).toBe(26);
    expect(modeOf(result, "o_dsync")).toMatchObject({ provenBy: "disk", failed: 0 });
  });

  it("comes from the engine when the computer stayed on, and counts as proven by the witness", () => {
    const ending = {
      numbers: [{ mode: "fsync" as const, number: 30 }],
      failedAtNs: 1,
      longestNs: 1,
    };
    const result = judge({
      found: [intact("fsync", 28)],
      numbers: [{ mode: "fsync", number: 12 }],
      ending,
      cut: { deed: "cable", computerRestarted: false, driveLost: true },
    });
    expect(modeOf(result, "fsync")).toMatchObject({ verdict: "lost", provenBy: "witness" });
    expect(modeOf(result, "fsync")?.counts.acknowledged).toBe(30);
  });
});

describe("mostOperations()", () => {
  it("returns one more than the number of whole operation intervals that fit into the time", () => {
    expect(mostOperations({ paceNs: 1000 }, 10_000)).toBe(11);
    expect(mostOperations({ paceNs: 1000 }, 10_999)).toBe(11);
    expect(mostOperations({ paceNs: 1000 }, 0)).toBe(1);
  });

  it("returns infinity if the mode writes at no set pace", () => {
    expect(mostOperations({ paceNs: 0 }, 10_000)).toBe(Infinity);
    expect(mostOperations({ paceNs: 0 }, 0)).toBe(Infinity);
  });
});

describe("judgePowerCut()", () => {
  const last = 30;
  const left = intact("fsync", last);
  /**
   * The slots in the order in which the next operations overwrite them, with the number of the save
   * in each.
   */
  const nextSlots = left.slots.numbers
    .map((number, place) => ({ number, place }))
    .sort((a, b) => a.number - b.number);
  const illegible = (count: number, sector: number): PowerCutFound => {
    const hit = nextSlots.slice(0, count);
    return {
      ...left,
      slots: {
        ...left.slots,
        numbers: left.slots.numbers.map((number) =>
          hit.some((one) => one.number === number) ? -1 : number,
        ),
        broken: hit.map(({ place }) => ({ place, sectors: Array<number>(16).fill(sector) })),
      },
    };
  };
  const judged = (one: PowerCutFound) =>
    judge({ found: [one], numbers: [{ mode: "fsync", number: last }] }).modes[0];

  it.each([
    ["unreadable", -4],
    ["damaged", -1],
  ])(
    'returns the verdict "kept" despite one %s record that the next save may have been overwriting at the cut',
    (_, sector) => {
      expect(judged(illegible(1, sector))).toMatchObject({
        verdict: "kept",
        failed: 0,
        counts: { inFlight: 1 },
      });
    },
  );

  it('returns the verdict "lost" for two unreadable records, of which the writer can have been overwriting only one', () => {
    expect(judged(illegible(2, -4))).toMatchObject({
      verdict: "lost",
      failed: 1,
      counts: { inFlight: 1, unreadable: 1 },
    });
  });

  it('returns the verdict "lost" for an unreadable record that the writer cannot have reached before the cut', () => {
    const paced = { ...left, newest: { order: 30, elapsedNs: 30_000, returned: [] } };
    const [, , , , far] = nextSlots;
    const slots = {
      ...paced.slots,
      numbers: paced.slots.numbers.map((number) => (number === far?.number ? -1 : number)),
      broken: [{ place: far?.place ?? 0, sectors: Array<number>(16).fill(-4) }],
    };
    // The cut came within one operation after the newest record.
    const ending = { numbers: [], failedAtNs: 31_000, longestNs: 0 };
    const result = judge({
      found: [{ ...paced, slots }],
      numbers: [{ mode: "fsync", number: last }],
      ending,
      cut: { deed: "cable", driveLost: true, computerRestarted: false },
      paceNs: 1_000,
    });
    expect(result.modes[0]).toMatchObject({ verdict: "lost", counts: { unreadable: 1 } });
  });

  it('returns the verdict "lost" for an unreadable record in the log, in which no save overwrites another', () => {
    const numbers = left.log.numbers.map((number, place) => (place === 2 ? -1 : number));
    const broken = [{ place: 2, sectors: Array<number>(8).fill(-4) }];
    const log = places([], { ...left.log, numbers, broken });
    expect(judged({ ...left, log })).toMatchObject({ verdict: "lost", counts: { unreadable: 1 } });
  });
});
