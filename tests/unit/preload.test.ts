import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { callChannel, eventChannel, firstCallNames } from "#contract/ipc-names";

/**
 * The bridge between page and main process: which calls the bridge makes unprompted, and which page
 * receives the answers.
 */

const invoke = vi.fn<(channel: string, args: unknown[]) => Promise<unknown>>();
const listeners = new Map<string, () => void>();
type Bridge = Record<string, (...args: unknown[]) => Promise<unknown>>;
let bridge: Bridge = {};

vi.mock("electron", () => ({
  contextBridge: {
    exposeInMainWorld: (_name: string, exposed: Bridge) => {
      bridge = exposed;
    },
  },
  ipcRenderer: {
    invoke: (channel: string, args: unknown[]) => invoke(channel, args),
    once: (channel: string, listener: () => void) => listeners.set(channel, listener),
    on: () => undefined,
    removeListener: () => undefined,
  },
}));

beforeEach(() => {
  let asked = 0;
  invoke.mockReset().mockImplementation(async () => {
    asked += 1;
    return asked;
  });
  listeners.clear();
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function before(pathname: string): Promise<void> {
  vi.stubGlobal("location", { pathname });
  await import("../../electron/preload/index");
}

const channels = () => invoke.mock.calls.map(([channel]) => channel);

it("the preload script sends the first screen's requests when it loads, and uses the early answer to listVolumes() once", async () => {
  await before("/index.html");
  expect(channels()).toEqual(firstCallNames.map(callChannel));
  const place = firstCallNames.indexOf("listVolumes") + 1;
  expect(await bridge.listVolumes?.()).toBe(place);
  expect(invoke).toHaveBeenCalledTimes(firstCallNames.length);
  expect(await bridge.listVolumes?.()).toBe(firstCallNames.length + 1);
});

it("the preload script requests the volumes again if the main process sent volumesChanged after the early request", async () => {
  await before("/index.html");
  listeners.get(eventChannel("volumesChanged"))?.();
  expect(await bridge.listVolumes?.()).toBe(firstCallNames.length + 1);
});

it("the preload script requests the volumes again if the page asks for them five seconds after the early request", async () => {
  vi.useFakeTimers();
  await before("/index.html");
  vi.advanceTimersByTime(5000);
  expect(await bridge.listVolumes?.()).toBe(firstCallNames.length + 1);
});

it("the preload script forwards a call with arguments to the main process instead of using an early answer", async () => {
  await before("/index.html");
  expect(await bridge.listVolumes?.("x")).toBe(firstCallNames.length + 1);
});

it("the preload script forwards the failure of an early request to the page", async () => {
  invoke.mockRejectedValue(new Error("main is gone"));
  await before("/index.html");
  await expect(bridge.appInfo?.()).rejects.toThrow("main is gone");
});

it("the preload script makes no early request for the report's page", async () => {
  await before("/report.html");
  expect(invoke).not.toHaveBeenCalled();
});
