import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { askWindowsVolumes } from "../../../../electron/main/hosts/windows-volumes";
import { FakeEngine } from "../../../helpers/fake-engine";
import { facts, named } from "../../../helpers/windows-volume";

function asked() {
  const engine = new FakeEngine();
  return { engine, answer: askWindowsVolumes(() => engine) };
}

describe("askWindowsVolumes()", () => {
  it("starts its process with 64 threads", async () => {
    const spawn = vi.fn(() => new FakeEngine());
    void askWindowsVolumes(spawn);
    expect(spawn).toHaveBeenCalledWith({ UV_THREADPOOL_SIZE: "64" });
  });

  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("returns each volume with its own answer", async () => {
    const { engine, answer } = asked();
    engine.says({ type: "volumes", volumes: [named("C:\\"), named("D:\\")] });
    engine.says({ type: "volume", path: "C:\\", facts });
    engine.says({ type: "volume", path: "D:\\", facts: null });
    engine.says({ type: "finished", stopped: false, error: null });
    expect(await answer).toEqual([
      { ...named("C:\\"), facts },
      { ...named("D:\\"), facts: null },
    ]);
  });

  it("kills the process after three seconds and keeps the volumes that answered", async () => {
    const { engine, answer } = asked();
    engine.says({ type: "volumes", volumes: [named("C:\\"), named("D:\\")] });
    engine.says({ type: "volume", path: "C:\\", facts });
    await vi.advanceTimersByTimeAsync(2_990);
    expect(engine.killed).toBe(false);
    await vi.advanceTimersByTimeAsync(20);
    expect(engine.killed).toBe(true);
    expect(await answer).toEqual([
      { ...named("C:\\"), facts },
      { ...named("D:\\"), facts: null },
    ]);
  });

  it("returns null if the engine cannot be loaded, dies or sends nothing", async () => {
    const failed = asked();
    failed.engine.says({ type: "finished", stopped: false, error: null });
    expect(await failed.answer).toBeNull();
    const died = asked();
    died.engine.exits(1);
    expect(await died.answer).toBeNull();
    const silent = asked();
    await vi.advanceTimersByTimeAsync(10_010);
    expect(silent.engine.killed).toBe(true);
    expect(await silent.answer).toBeNull();
  });
});
