import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { HostEvent } from "../../../electron/contract/engine-messages";
import { planFor } from "../../../electron/contract/run-plan";
import { EngineSupervisor } from "../../../electron/main/engine-supervisor";
import { FakeEngine } from "../../helpers/fake-engine";

const request = {
  type: "start" as const,
  runId: "run",
  plan: planFor("smoke"),
  directory: "/somewhere",
  nativeDirectory: "/native",
  evidenceDevices: [],
  followedDevices: [],
  diskDevices: [],
};

function supervise(stopDeadlineMs = 1000) {
  const engine = new FakeEngine();
  const events: HostEvent[] = [];
  const supervisor = new EngineSupervisor(request, {
    spawn: () => engine,
    onEvent: (event) => events.push(event),
    stopDeadlineMs,
  });
  return { engine, events, supervisor };
}

const finished: HostEvent = { type: "finished", stopped: false, error: null };

describe("EngineSupervisor", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("starts the host with the request and passes its events on", () => {
    const { engine, events } = supervise();
    engine.says({ type: "phase", phase: "preparing" });
    engine.says(finished);
    expect(engine.requests).toEqual([request]);
    expect(events).toEqual([{ type: "phase", phase: "preparing" }, finished]);
    expect(engine.killed).toBe(true);
  });

  it("turns a death without a word into an error that says what was kept", () => {
    const { engine, events } = supervise();
    engine.exits(null);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ type: "finished", error: { code: "engine-died" } });
  });

  it("reports one end only, whatever comes after it", () => {
    const { engine, events } = supervise();
    engine.says(finished);
    engine.exits(0);
    engine.says({ type: "phase", phase: "measuring" });
    expect(events).toEqual([finished]);
  });

  it("ends a host that sends what the contract does not know", () => {
    const { engine, events } = supervise();
    engine.saysNonsense({ type: "flush-round", counts: { operations: -1 } });
    expect(events[0]).toMatchObject({ type: "finished", error: { code: "internal" } });
    expect(engine.killed).toBe(true);
  });

  it("asks first, waits, then kills a host that does not stop", () => {
    const { engine, events, supervisor } = supervise(1000);
    supervisor.stop();
    supervisor.stop();
    expect(engine.requests.filter(({ type }) => type === "stop")).toHaveLength(1);
    vi.advanceTimersByTime(999);
    expect(engine.killed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(engine.killed).toBe(true);
    expect(events.at(-1)).toEqual({ type: "finished", stopped: true, error: null });
  });

  it("does not kill a host that stopped in time", () => {
    const { engine, events, supervisor } = supervise(1000);
    supervisor.stop();
    engine.says({ type: "finished", stopped: true, error: null });
    vi.advanceTimersByTime(5000);
    expect(events).toHaveLength(1);
  });
});
