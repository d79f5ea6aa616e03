import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NotAnswering, TimeLimit } from "../../../../electron/main/volumes/time-limit";

describe("TimeLimit", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const never = () => new Promise<never>(() => undefined);

  it("passes on answers and errors that come in time, and leaves no timer behind", async () => {
    const limit = new TimeLimit(100);
    await expect(limit.ask("a", async () => 5)).resolves.toBe(5);
    await expect(
      limit.ask("a", async () => {
        throw new RangeError("no");
      }),
    ).rejects.toThrow(RangeError);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("rejects a request after the limit and sends no other request for the same volume while the first request hangs", async () => {
    const limit = new TimeLimit(100);
    const first = limit.ask("dead", never);
    const outcome = expect(first).rejects.toThrow(NotAnswering);
    await vi.advanceTimersByTimeAsync(100);
    await outcome;

    const again = vi.fn(async () => 1);
    await vi.advanceTimersByTimeAsync(60_000);
    await expect(limit.ask("dead", again)).rejects.toThrow(NotAnswering);
    expect(again).not.toHaveBeenCalled();
    await expect(limit.ask("alive", again)).resolves.toBe(1);
  });

  it("sends the next request at once after the late answer to a rejected request has arrived", async () => {
    const limit = new TimeLimit(100);
    let answer: (value: number) => void = () => undefined;
    const outcome = expect(
      limit.ask("slow", () => new Promise<number>((resolve) => (answer = resolve))),
    ).rejects.toThrow(NotAnswering);
    await vi.advanceTimersByTimeAsync(100);
    await outcome;
    answer(1);
    await vi.advanceTimersByTimeAsync(0);
    await expect(limit.ask("slow", async () => 2)).resolves.toBe(2);
  });

  it("sends no request for ten seconds after a request failed because the volume did not answer", async () => {
    let now = 0;
    const limit = new TimeLimit(100, () => now);
    const refuse = async () => {
      throw new NotAnswering(100);
    };
    await expect(limit.ask("dead", refuse)).rejects.toThrow(NotAnswering);
    const again = vi.fn(async () => 1);
    now = 9_999;
    await expect(limit.ask("dead", again)).rejects.toThrow(NotAnswering);
    expect(again).not.toHaveBeenCalled();
    now = 10_001;
    await expect(limit.ask("dead", again)).resolves.toBe(1);
  });
});
