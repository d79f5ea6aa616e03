import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Interrupts } from "../../../../electron/main/cli/interrupts";

function program(stderr: NodeJS.WritableStream = new PassThrough()) {
  const seen = { registered: 0, stopped: [] as string[], ends: [] as number[] };
  let signal: () => void = () => undefined;
  let atMs = 0;
  const interrupts = new Interrupts(
    {
      onSignal: (listener) => {
        seen.registered += 1;
        signal = listener;
      },
      endNow: (code) => seen.ends.push(code),
      stderr,
    },
    () => atMs,
  );
  const mean = (name: string, stopping: string | null) =>
    interrupts.mean({ stop: () => seen.stopped.push(name), stopping, ended: `${name} is left` });
  const signalAt = (ms: number) => {
    atMs = ms;
    signal();
  };
  const said = () => (stderr instanceof PassThrough ? `${stderr.read() ?? ""}` : "");
  return { seen, mean, signalAt, said };
}

describe("signal handling", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("begins once, when the program begins the first work that a signal must stop", () => {
    const { seen, mean } = program();
    expect(seen.registered).toBe(0);
    mean("writing", null);
    mean("reading", null);
    expect(seen.registered).toBe(1);
  });

  it("ignores a second signal less than 300 ms after the first, as npm forwards one, but not one after 300 ms", () => {
    const { seen, mean, signalAt, said } = program();
    mean("inspection", null);
    signalAt(0);
    signalAt(299);
    expect(seen).toMatchObject({ stopped: ["inspection"], ends: [] });
    expect(said()).toBe("");
    signalAt(300);
    expect(said()).toBe("inspection is left\n");
  });

  it("ends the program once, with exit code 130, after the second signal even if no program reads its standard error", async () => {
    const deaf = Object.assign(new PassThrough(), { write: () => true });
    const { seen, mean, signalAt } = program(deaf);
    mean("inspection", null);
    signalAt(0);
    signalAt(1000);
    signalAt(1001);
    await vi.advanceTimersByTimeAsync(1000);
    expect(seen.ends).toEqual([130]);
  });
});
