import type { EventEmitter } from "node:events";
import { afterEach, expect, it, vi } from "vitest";
import { inspect } from "../../../../electron/main/without-window";

const { app, command, powerSaveBlocker } = vi.hoisted(() => ({
  app: { current: null as EventEmitter | null },
  command: vi.fn(),
  powerSaveBlocker: { start: vi.fn() },
}));

vi.mock("electron", async () => {
  const { EventEmitter: Emitter } = await import("node:events");
  app.current = Object.assign(new Emitter(), { exit: vi.fn() });
  return { app: app.current, powerSaveBlocker };
});
vi.mock("../../../../electron/main/cli/inspect-command", () => ({ inspectCommand: command }));
vi.mock("../../../../electron/main/create-inspection", () => ({
  appVersion: "1",
  createProgram: () => ({}),
  createPowerCutReport: () => ({}),
}));
vi.mock("../../../../electron/main/hosts/utility-engine", () => ({ utilityEngine: () => null }));
vi.mock("../../../../electron/main/window/report-printer", () => ({
  ReportPrinter: class {
    serve() {}
  },
}));

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
afterEach(() => {
  for (const signal of signals) {
    process.removeAllListeners(signal);
  }
});

it("the installed program passes SIGINT, SIGTERM, SIGHUP and a request to quit on to its command line", async () => {
  const asked = vi.fn();
  command.mockImplementation(async (_argv, { onSignal }) => {
    onSignal(asked);
    for (const signal of signals) {
      process.emit(signal);
    }
    const quit = { preventDefault: vi.fn() };
    app.current?.emit("before-quit", quit);
    expect(quit.preventDefault).toHaveBeenCalledOnce();
    return 0;
  });
  await inspect({} as Parameters<typeof inspect>[0], "", []);
  expect(asked).toHaveBeenCalledTimes(4);
});

it("the installed program keeps the computer awake once its command line asks for it, and not earlier", async () => {
  command.mockImplementation(async (_argv, { keepAwake }) => {
    expect(powerSaveBlocker.start).not.toHaveBeenCalled();
    keepAwake();
    return 0;
  });
  await inspect({} as Parameters<typeof inspect>[0], "", []);
  expect(powerSaveBlocker.start).toHaveBeenCalledExactlyOnceWith("prevent-app-suspension");
});
