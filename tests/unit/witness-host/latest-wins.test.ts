import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LatestWins } from "../../../electron/witness-host/latest-wins";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("LatestWins acts within 1 ms on the first state after a pause", () => {
  const times: number[] = [];
  const latest = new LatestWins(20, () => times.push(performance.now()));
  const start = performance.now();
  latest.poke();
  vi.advanceTimersByTime(1);
  expect(times).toHaveLength(1);
  vi.advanceTimersByTime(100);
  latest.poke();
  vi.advanceTimersByTime(1);
  expect(times.map((at) => at - start <= 1 || at - start >= 101)).toEqual([true, true]);
});

it("LatestWins acts at most once per interval and finally on the last state", () => {
  let state = 0;
  const seen: number[] = [];
  const latest = new LatestWins(20, () => seen.push(state));
  for (state = 1; state <= 100; state += 1) {
    latest.poke();
    vi.advanceTimersByTime(1);
  }
  state = 100;
  vi.advanceTimersByTime(20);
  // One value is passed on at once, and one after each of the five intervals in 100 ms.
  expect(seen.length).toBeLessThanOrEqual(6);
  expect(seen.length).toBeGreaterThanOrEqual(5);
  expect(seen.at(-1)).toBe(100);
});

it("LatestWins does nothing after a stop", () => {
  let acted = 0;
  const latest = new LatestWins(20, () => {
    acted += 1;
  });
  latest.poke();
  latest.stop();
  vi.advanceTimersByTime(100);
  expect(acted).toBe(0);
});
