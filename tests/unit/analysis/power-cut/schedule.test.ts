import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectedUpTo, operationOf } from "#analysis/power-cut/schedule";
import { powerCutLayout } from "#contract/power-cut/test";
import { smallLayout } from "../../../helpers/sample-power-cut-test";

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe("operationOf()", () => {
  it("returns an append for each 4th operation from 2 on, a creation or renaming for each 8th from 16 on, else an overwrite", () => {
    const kinds = upTo(32).map((number) => operationOf(smallLayout, true, number).kind);
    const at = (kind: string) => upTo(32).filter((number) => kinds[number - 1] === kind);
    expect(at("append")).toEqual([2, 6, 10, 14, 18, 22, 26, 30]);
    expect(at("create")).toEqual([16, 32]);
    expect(at("rename")).toEqual([24]);
    expect(at("overwrite")).toHaveLength(32 - 8 - 2 - 1);
  });

  it("returns one append per log position, one creation and one renaming per file name, and afterwards only overwrites", () => {
    const operations = upTo(400).map((number) => operationOf(smallLayout, true, number));
    const placesOf = (kind: string) =>
      operations.filter((operation) => operation.kind === kind).map(({ place }) => place);
    expect(placesOf("append")).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(placesOf("create")).toEqual([1, 2, 3, 4]);
    expect(placesOf("rename")).toEqual([1, 2, 3, 4]);
    expect(operations.slice(100).every(({ kind }) => kind === "overwrite")).toBe(true);
  });

  it("returns overwrites of every record position, and over 300 of each length from one to four blocks, in 2 000 operations of a real test", () => {
    const layout = powerCutLayout(1);
    const rewrites = upTo(2000)
      .map((number) => operationOf(layout, true, number))
      .filter(({ kind }) => kind === "overwrite");
    expect(new Set(rewrites.map(({ place }) => place)).size).toBe(layout.slotCount);
    const lengths = rewrites.map(({ blocks }) => blocks);
    for (const blocks of [1, 2, 3, 4]) {
      expect(lengths.filter((length) => length === blocks).length).toBeGreaterThan(300);
    }
  });

  it("returns no creation and no renaming when the system refuses to flush folders", () => {
    const kinds = new Set(upTo(400).map((number) => operationOf(smallLayout, false, number).kind));
    expect([...kinds].sort()).toEqual(["append", "overwrite"]);
  });
});

it("expectedUpTo() returns the expected state of the files after all operations up to the given number", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 300 }), fc.boolean(), (last, testsNames) => {
      const slots = new Map<number, number>();
      let logRecords = 0;
      let names = 0;
      for (const number of upTo(last)) {
        const { kind, place } = operationOf(smallLayout, testsNames, number);
        if (kind === "overwrite") {
          slots.set(place, number);
        }
        logRecords += kind === "append" ? 1 : 0;
        names += kind === "create" ? 1 : 0;
      }
      const expected = expectedUpTo(smallLayout, testsNames, last);
      expect(new Map([...expected.slots].sort(([a], [b]) => a - b))).toEqual(
        new Map([...slots].sort(([a], [b]) => a - b)),
      );
      expect([expected.logRecords, expected.names]).toEqual([logRecords, names]);
    }),
  );
});
