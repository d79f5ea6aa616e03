import { describe, expect, it } from "vitest";
import { wellLines } from "#analysis/verdict/glance/well";
import type { Health } from "#contract/health";
import type { Mark } from "#contract/verdict";
import { tell } from "#text/statements";
import { sampleHealth } from "../../../helpers/sample-health";
import { type SampleOptions, sampleReport } from "../../../helpers/sample-report";

function condition(changes: Partial<Health>): string[] {
  const report = sampleReport({ report: { health: sampleHealth(changes) } });
  const [first] = wellLines("fine", report);
  return first === undefined ? [] : [first.sign, tell(first.title), tell(first.value)];
}

describe("the line about the condition of a drive", () => {
  it("says of a drive with good figures that the drive itself reports no fault", () => {
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
  ])("names the sign to watch in the figures %j", (changes, title, value) => {
    expect(condition(changes).slice(1)).toEqual([title, value]);
  });

  it("is absent in a virtual machine unless a fault is reported", () => {
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

  it("names the gravest of several faults", () => {
    expect(condition({ mediaErrors: 3, criticalWarnings: ["readonly"] }).slice(1)).toEqual([
      "It reports that it is failing",
      "It has switched itself to reading only",
    ]);
  });
});

describe("the line about the use of the drive", () => {
  const titleOf = (changes: Partial<Health>) => {
    const report = sampleReport({ report: { health: sampleHealth(changes), temperatures: null } });
    const [, line] = wellLines("fine", report);
    return line === undefined ? null : tell(line.title);
  };

  it('says "or more" if the wear attribute of the drive cannot fall any further', () => {
    const worn = (isLast: boolean) =>
      titleOf({ percentageUsed: 90, wearAttribute: { id: 231, value: 10, isLast } });
    expect(worn(true)).toBe("90\u00a0% wear or more, by its own estimate");
    expect(worn(false)).toBe("90\u00a0% wear, by its own estimate");
    expect(titleOf({ percentageUsed: 90 })).toBe(worn(false));
  });

  it("says that the hours are usual for a new drive only if no count and no mark speaks against a new one", () => {
    const hoursOf = (mark: Mark, changes: Partial<Health>) => {
      const report = sampleReport({ report: { health: sampleHealth(changes) } });
      const [, line] = wellLines(mark, report);
      return line && tell(line.value);
    };
    expect(hoursOf("fine", {})).toBe("On for 14 hours in all, usual if new");
    expect(hoursOf("few", { powerOnHours: 72 })).toBe("On for 3 days in all, usual if new");
    expect(hoursOf("fine", { powerOnHours: 408 })).toBe("Switched on for 17 days in all");
    expect(hoursOf("fine", { bytesWritten: 40e12 })).toBe("Switched on for 14 hours in all");
    expect(hoursOf("bad", {})).toBe("Switched on for 14 hours in all");
    expect(hoursOf("care", {})).toBe("Switched on for 14 hours in all");
  });
});

describe("the line about the temperature of the drive", () => {
  const line = (celsius: readonly number[], limit: number | null, on: SampleOptions = {}) => {
    const temperatures = celsius.map((one, place) => ({ ns: place * 5e9, celsius: one }));
    const given = { ...on, report: { temperatures, temperatureLimitCelsius: limit } };
    const [found] = wellLines("fine", sampleReport(given));
    return found === undefined
      ? null
      : [found.sign, tell(found.title), tell(found.value)].join(" | ").replace(/\u00a0/g, " ");
  };

  it("names the limit of the drive, and says so if the drive reached that limit", () => {
    expect(line([40, 60], 84)).toBe("fine | 40 °C, 60 °C peak | Its own limit is 84 °C");
    expect(line([40, 84], 84)).toBe("dot | 40 °C, 84 °C peak | It reached its own limit of 84 °C");
  });

  it("names no implausible limit and no limit of a hard disk", () => {
    for (const limit of [1, 20, 49, 126, null]) {
      expect(line([35], limit)).toBe("dot | 35 °C | No limit of its own is known");
    }
    const disk = { drive: { kind: "hard-disk" } } as const;
    expect(line([61], 60, disk)).toBe("dot | 61 °C | No limit of its own is known");
  });

  it("rests only on plausible samples and is absent if there are none", () => {
    expect(line([40, 127, 0, 41], 84)).toBe("fine | 40 °C, 41 °C peak | Its own limit is 84 °C");
    expect(line([127, 127], 84)).toBeNull();
    expect(line([0], 84)).toBeNull();
  });

  it("is absent for a drive that software provides", () => {
    expect(line([50], 70, { host: { virtualMachine: "KVM" } })).toBeNull();
    expect(line([50], 70, { drive: { kind: "virtual" } })).toBeNull();
  });
});
