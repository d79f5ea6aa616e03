import { describe, expect, it } from "vitest";
import { TemperatureTrace } from "#analysis/health/temperature-trace";

function traceOf(count: number): TemperatureTrace {
  const trace = new TemperatureTrace();
  for (let index = 0; index < count; index += 1) {
    trace.take(index * 5e9, { celsius: 40 + (index % 10), limitCelsius: 84 });
  }
  return trace;
}

describe("TemperatureTrace", () => {
  it("has neither temperatures nor a limit without a sample", () => {
    const nothing = { temperatures: null, temperatureLimitCelsius: null };
    expect(new TemperatureTrace().results()).toEqual(nothing);
  });

  it("keeps every sample of twenty minutes", () => {
    expect(traceOf(240).results().temperatures).toHaveLength(240);
  });

  it("keeps at most 240 evenly spaced samples of a long run, from its first one on, and the limit", () => {
    const { temperatures, temperatureLimitCelsius } = traceOf(5000).results();
    expect(temperatureLimitCelsius).toBe(84);
    expect(temperatures?.length).toBeLessThanOrEqual(240);
    expect(temperatures?.[0]?.ns).toBe(0);
    const distances = (temperatures ?? []).slice(1).map(({ ns }, index) => {
      return ns - (temperatures?.[index]?.ns ?? 0);
    });
    expect(new Set(distances).size).toBe(1);
  });

  it("keeps the last known limit when a sample has none", () => {
    const trace = traceOf(3);
    trace.take(20e9, { celsius: 50, limitCelsius: null });
    expect(trace.results().temperatureLimitCelsius).toBe(84);
  });
});
