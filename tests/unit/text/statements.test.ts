import { describe, expect, it } from "vitest";
import * as inspection from "#text/inspection/registry";
import * as powerCut from "#text/power-cut/registry";
import { tell } from "#text/statements";
import { statements as glance } from "#text/verdict/glance";
import * as verdict from "#text/verdict/registry";
import * as workloads from "#text/workloads/registry";
import { everyFindingCode } from "../../helpers/finding-codes";

const tables = [verdict, workloads, powerCut, inspection]
  .flatMap((room) => Object.values(room))
  .flatMap((texts) => ("statements" in texts ? [texts.statements] : []));
const codes = tables.flatMap((table) => Object.keys(table));

describe("a statement code", () => {
  it("appears only once in all tables of statements", () => {
    expect(codes.filter((code, place) => codes.indexOf(code) !== place)).toEqual([]);
  });

  it("starts with the code of a finding or warning, or with the name of a report part", () => {
    const parts: readonly string[] = [
      ...everyFindingCode,
      ...Object.keys(inspection.warnings.statements),
      ...["leftovers-removed", "leftovers-left", "leftovers-held", "disturbed-round", "reason"],
      ...[
        ...["health", "drive-age"],
        "glance",
        "headline",
        "paper",
        "meaning",
        "answer",
        "advice",
        "error",
        "unwaited",
        "worth",
        "reading",
        "stream",
        "plug-test",
        "power-cut",
        "after-death",
        "lock",
        "untestable",
        "witness",
      ],
    ];
    const others = codes.filter((code) => !parts.includes(code.split(".")[0] ?? ""));
    expect(others).toEqual([]);
  });

  it("makes tell() throw an error if no table contains the code", () => {
    expect(() => tell({ code: "no-such-thing.title", params: {} })).toThrow(RangeError);
  });
});

it('the statement "glance.hang" names no duration for a hang of unknown length', () => {
  const said = (ns: number | null, isSingle = false) =>
    glance["glance.hang"]({ thing: "drive", ns, isSingle });
  expect(said(7e9)).toMatch(/took 7\.0\ss\.$/);
  expect(said(7e9, true)).toMatch(/took 7\.0\ss; most under a second\.$/);
  expect(said(null)).toBe("A test save to this drive took very long.");
});
