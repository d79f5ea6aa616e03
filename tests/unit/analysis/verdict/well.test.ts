import { describe, expect, it } from "vitest";
import { wellLines } from "#analysis/verdict/glance/well";
import type { Health } from "#contract/health";
import { tell } from "#text/statements";
import { sampleHealth } from "../../../helpers/sample-health";
import { sampleReport } from "../../../helpers/sample-report";

function condition(changes: Partial<Health>): string[] {
  const report = sampleReport({ report: { health: sampleHealth(changes) } });
  const [first] = wellLines("fine", report);
  return first === undefined ? [] : [first.sign, tell(first.title), tell(first.value)];
}

describe("the line of a drive's own condition", () => {
  it("says by whom there is no fault", () => {
    expect(condition({})).toEqual(["fine", "No fault reported", "By the drive itself"]);
  });

  it.each<[Partial<Health>, string, string]>([
    [{ mediaErrors: 3 }, "Something to watch", "It counts 3 errors that it could not correct"],
    [{ pendingSectors: 1 }, "Something to watch", "It could not read 1 sector"],
    [{ percentageUsed: 104 }, "Something to watch", "It counts its rated life as used up"],
    [
      { criticalWarnings: ["temperature"] },
      "Something to watch",
      "It is hotter, or colder, than it should be",
    ],
    [
      { reallocatedSectors: 8 },
      "It has replaced bad sectors",
      "It has replaced 8 sectors by spare ones",
    ],
  ])("names what is to be watched: %j", (changes, title, value) => {
    expect(condition(changes).slice(1)).toEqual([title, value]);
  });

  it("is none by the word of a virtual machine, but for a fault", () => {
    const linesOf = (changes: Partial<Health>) =>
      wellLines(
        "open",
        sampleReport({
          host: { virtualMachine: "KVM" },
          report: { health: sampleHealth(changes), temperatures: null },
        }),
      ).map(({ title }) => tell(title));
    expect(linesOf({})).toEqual([]);
    expect(linesOf({ mediaErrors: 3 })).toEqual(["Something to watch"]);
  });

  it("names the gravest of several", () => {
    expect(condition({ mediaErrors: 3, criticalWarnings: ["readonly"] }).slice(1)).toEqual([
      "It reports that it is failing",
      "It has switched itself to reading only",
    ]);
  });
});
