import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { healthQuantities } from "#contract/health";
import { type Report, reportSchema } from "#contract/report";
import { beyondBounds } from "#contract/report-bounds";
import { allReports, workloadReports } from "../../helpers/mock-app/reports";
import { sampleHealth } from "../../helpers/sample-health";
import { sampleReport } from "../../helpers/sample-report";

const full = sampleReport({ sweep: {}, interval: {}, commits: {} });
const opens = (report: unknown) => reportSchema.safeParse(report).success;
const warning = { code: "x", message: "A warning." };

describe("a report written by hand", () => {
  it.each(healthQuantities.filter((name) => name !== "temperatureCelsius"))(
    "fails to open with a negative drive counter: %s",
    (name) => {
      const health = (value: number) => ({ ...full, health: { ...sampleHealth(), [name]: value } });
      expect(opens(health(0))).toBe(true);
      expect(opens(health(-1))).toBe(false);
    },
  );

  it("fails to open with an impossible temperature", () => {
    const at = (celsius: number) => ({ ...full, temperatures: [{ ns: 0, celsius }] });
    expect([-40, 0, 85].map((celsius) => opens(at(celsius)))).toEqual([true, true, true]);
    expect([-300, 1e9].map((celsius) => opens(at(celsius)))).toEqual([false, false]);
    expect(opens({ ...full, temperatureLimitCelsius: -1e6 })).toBe(false);
  });

  it("fails to open if it contains 0 writers, 0 requests or a block of 0 bytes", () => {
    const measured = sampleReport({ parallel: {}, capacity: "damaged", reading: {} });
    const { parallelSaves, capacity, reading } = measured;
    const none = { writers: 0, blockBytes: 0, requests: 0 };
    const zeroIn = (list: readonly object[] | null, name: keyof typeof none) =>
      (list ?? []).map((one) => ({ ...one, [name]: none[name] }));
    expect(opens(measured)).toBe(true);
    expect(opens({ ...measured, parallelSaves: zeroIn(parallelSaves, "writers") })).toBe(false);
    expect(opens({ ...measured, capacity: { ...capacity, blockBytes: 0 } })).toBe(false);
    expect(opens({ ...measured, reading: zeroIn(reading, "requests") })).toBe(false);
    expect(opens({ ...measured, reading: zeroIn(reading, "blockBytes") })).toBe(false);
  });

  it("fails to open with 100 000 warnings", () => {
    expect(opens({ ...full, warnings: Array(100).fill(warning) })).toBe(true);
    expect(opens({ ...full, warnings: Array(100_000).fill(warning) })).toBe(false);
  });

  it("fails to open if a list in its results or verdict has 5000 entries", () => {
    const grown: string[] = [];
    const grow = (value: unknown, change: (list: unknown[]) => unknown): void => {
      for (const [key, one] of Object.entries(value ?? {})) {
        if (Array.isArray(one) && one.length > 0 && key !== "params") {
          const own = value as Record<string, unknown>;
          own[key] = change(one);
          grown.push(key);
          expect(opens(document), key).toBe(false);
          own[key] = one;
        }
        if (typeof one === "object") {
          grow(one, change);
        }
      }
    };
    const document = JSON.parse(JSON.stringify(full)) as Report;
    for (const workload of ["flushModes", "bufferSweeps", "syncIntervals", "commits"] as const) {
      const [first] = (document[workload] ?? []) as object[];
      grow(first, ([one]) => Array(5000).fill(one));
    }
    grow(document.verdict, ([one]) => Array(5000).fill(one));
    expect(new Set(grown).size).toBeGreaterThan(8);
  });

  it("fails to open with a text of a million letters, and exceeds the bounds with too many texts or values", () => {
    const { verdict } = full;
    const said = (headline: string) => ({ ...full, verdict: { ...verdict, headline } });
    expect(opens(said("x".repeat(10_000)))).toBe(true);
    expect(opens(said("x".repeat(1_000_000)))).toBe(false);
    expect(opens({ ...full, runId: "a".repeat(1000) })).toBe(false);
    expect(opens({ ...full, startedAt: `2026-01-01T00:00:00.${"0".repeat(1e6)}Z` })).toBe(false);
    const long = Array(400).fill({ code: "x", message: "x".repeat(19_000) });
    const many = { a: long, b: long, c: long };
    expect(beyondBounds(many)).toMatch(/^too-long:/);
    expect(beyondBounds({ a: Array(1001).fill(Array(1000).fill(1)) })).toBe("too-much");
  });
});

it("reportSchema accepts every sample report, and no profile's plan exceeds the bounds", () => {
  for (const report of [...allReports, ...workloadReports, full]) {
    expect(reportSchema.safeParse(report).error).toBeUndefined();
    expect(JSON.stringify(report).length).toBeLessThan(1_600_000);
  }
  for (const plan of (["smoke", "quick", "standard", "thorough"] as const).map((profile) =>
    planFor(profile, "linux"),
  )) {
    expect(beyondBounds(plan)).toBeNull();
  }
});

it("reportSchema accepts a health report without fields that earlier versions did not store", () => {
  const { emmc: _, wearAttribute: _w, onceFailingAttributes: _o, ...earlier } = sampleHealth();
  expect(reportSchema.parse({ ...full, health: earlier }).health).toEqual(sampleHealth());
});
