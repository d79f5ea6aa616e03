import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { planFor } from "#analysis/plan";
import type { HostEvent, WordedEvent } from "#contract/engine-messages";
import { EngineSupervisor } from "../../../../electron/main/hosts/engine-supervisor";
import { FakeEngine } from "../../../helpers/fake-engine";

const request = {
  type: "start" as const,
  runId: "run",
  plan: planFor("smoke", "linux"),
  directory: "/somewhere",
  folderDevice: null,
  evidenceDevices: [],
  followedDevices: [],
  diskDevices: [],
};

function supervise(stopDeadlineMs = 1000) {
  const engine = new FakeEngine();
  const events: WordedEvent[] = [];
  const unanswered = vi.fn();
  const supervisor = new EngineSupervisor(request, {
    spawn: () => engine,
    onEvent: (event) => events.push(event),
    stopDeadlineMs,
    onUnanswered: unanswered,
  });
  return { engine, events, supervisor, unanswered };
}

const finished: HostEvent = { type: "finished", stopped: false, error: null };

describe("EngineSupervisor", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("sends the request to the host, forwards the host's events and kills the host after the last", () => {
    const { engine, events } = supervise();
    engine.says({ type: "phase", phase: "preparing" });
    engine.says(finished);
    expect(engine.requests).toEqual([request]);
    expect(events).toEqual([{ type: "phase", phase: "preparing" }, finished]);
    expect(engine.killed).toBe(true);
  });

  it('reports a host that died silently as the error "engine-died"', () => {
    const { engine, events } = supervise();
    engine.exits(null);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ type: "finished", error: { code: "engine-died" } });
  });

  it("kills a host that sends no message before the start deadline", async () => {
    const { engine, events } = supervise();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ type: "finished", error: { code: "engine-died" } });
    expect(engine.killed).toBe(true);
  });

  it("does not kill a host that has sent a message, even an hour later", async () => {
    const { engine, events } = supervise();
    engine.says({ type: "engine", version: "1" });
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(events).toHaveLength(1);
    expect(engine.killed).toBe(false);
  });

  it.each([
    ["EAGAIN", "system-limit"],
    ["ENOMEM", "system-limit"],
    ["EMFILE", "system-limit"],
    ["ENOENT", "engine-died"],
  ])('turns %s at the start of a host into the error "%s"', async (refusal, code) => {
    const { engine, events } = supervise();
    engine.exits(null, { signal: null, refusal });
    await vi.advanceTimersByTimeAsync(0);
    expect(events[0]).toMatchObject({ error: { code } });
  });

  it.each([
    [null, "SIGBUS"],
    [135, null],
    [0xc0000006, null],
  ])(
    "names a failed read and lack of space as possible causes if a host ends with exit code %s, signal %s",
    async (code, signal) => {
      const { engine, events } = supervise();
      engine.exits(code, { signal, refusal: null });
      await vi.advanceTimersByTimeAsync(0);
      expect(events[0]).toMatchObject({
        error: {
          code: "unclear",
          message: expect.stringContaining("either the drive failed a read or space ran out"),
        },
      });
    },
  );

  it.each([
    ["SIGINT", null, "SIGINT"],
    ["SIGTERM", null, "SIGTERM"],
    ["SIGHUP", null, "SIGHUP"],
    ["Ctrl-C on Windows", 0xc000013a, null],
  ])(
    "reports a host as stopped if %s ended it before it sent any message",
    async (_, code, signal) => {
      const { engine, events } = supervise();
      engine.exits(code, { signal, refusal: null });
      await vi.advanceTimersByTimeAsync(0);
      expect(events).toEqual([{ type: "finished", stopped: true, error: null }]);
    },
  );

  it("reports a host as stopped if it ended without any message after a stop was requested", async () => {
    const { engine, events, supervisor } = supervise();
    supervisor.stop();
    engine.exits(0);
    await vi.advanceTimersByTimeAsync(0);
    expect(events).toEqual([{ type: "finished", stopped: true, error: null }]);
  });

  it("reports the death of a host that had sent a message, even after a stop was requested", async () => {
    const { engine, events, supervisor } = supervise();
    engine.says({ type: "phase", phase: "preparing" });
    supervisor.stop();
    engine.exits(null, { signal: "SIGINT", refusal: null });
    await vi.advanceTimersByTimeAsync(0);
    expect(events[1]).toMatchObject({ error: { code: "engine-died" } });
  });

  it("reports only the first end of a host, whatever the host sends or does afterwards", () => {
    const { engine, events } = supervise();
    engine.says(finished);
    engine.exits(0);
    engine.says({ type: "phase", phase: "measuring" });
    expect(events).toEqual([finished]);
  });

  it('kills a host whose message violates the contract, and reports the error "internal"', () => {
    const { engine, events } = supervise();
    engine.saysNonsense({ type: "flush-round", counts: { operations: -1 } });
    expect(events[0]).toMatchObject({ type: "finished", error: { code: "internal" } });
    expect(engine.killed).toBe(true);
  });

  it("requests a stop only once, and kills a host that has not stopped at the deadline", () => {
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

  it("reports nothing more about a host that stopped in time", () => {
    const { engine, events, supervisor, unanswered } = supervise(1000);
    supervisor.stop();
    engine.says({ type: "finished", stopped: true, error: null });
    vi.advanceTimersByTime(5000);
    expect(events).toHaveLength(1);
    expect(unanswered).not.toHaveBeenCalled();
  });

  it("reports that a host does not answer a stop before it reports the host's end", () => {
    const { events, supervisor, unanswered } = supervise(1000);
    unanswered.mockImplementation(() => expect(events).toEqual([]));
    supervisor.stop();
    vi.advanceTimersByTime(1000);
    expect(unanswered).toHaveBeenCalledTimes(1);
    expect(events).toHaveLength(1);
  });
});
