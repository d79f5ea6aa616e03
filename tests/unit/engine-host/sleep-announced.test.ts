import { afterAll, expect, it, vi } from "vitest";

const { port } = vi.hoisted(() => ({ port: { receive: (_message: unknown) => {} } }));

vi.mock("../../../electron/engine-host/port", () => ({
  openParentPort: () => ({
    send: () => undefined,
    onMessage: (listener: (message: unknown) => void) => {
      port.receive = listener;
    },
    onDisconnect: () => undefined,
  }),
}));

// loads the modules again, because tests of other files have loaded them without the mock
vi.resetModules();
await import("../../../electron/engine-host/index");
const { StandstillSoFar } = await import("../../../electron/engine-host/readings/standstill");
afterAll(() => {
  vi.resetModules();
});

it("the engine's process marks a running measurement as interrupted when the main process announces sleep", () => {
  const standstill = new StandstillSoFar({ sleptNs: () => 0 });
  expect(standstill.happened).toBe(false);
  port.receive({ type: "sleep-announced" });
  expect(standstill.happened).toBe(true);
  standstill.end();
});
