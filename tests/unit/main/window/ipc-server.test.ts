import type { IpcMainInvokeEvent } from "electron";
import { beforeEach, expect, it, vi } from "vitest";
import { callChannel } from "#contract/ipc-names";
import { pageAddress } from "../../../../electron/main/window/built-pages";

type Serve = (event: IpcMainInvokeEvent, args: unknown) => Promise<unknown>;
const served = new Map<string, Serve>();
vi.mock("electron", () => ({
  ipcMain: { handle: (channel: string, serve: Serve) => served.set(channel, serve) },
}));
const { serveIpc } = await import("../../../../electron/main/window/ipc-server");

const names = ["appInfo", "currentInspection", "openReport"] as const;
type ServedHandlers = Parameters<typeof serveIpc<(typeof names)[number]>>[1];
type Given = Awaited<ServedHandlers>;

const handlers = {
  appInfo: () => "by the handler",
  currentInspection: () => "by the handler",
  openReport: (_sender: unknown, runId: string) => `report ${runId}`,
} as unknown as Given;

let load: (handlers: Given) => void = () => undefined;
beforeEach(() => served.clear());

function serve(first: Parameters<typeof serveIpc>[3]) {
  const loading = new Promise<Given>((resolve) => {
    load = resolve;
  });
  serveIpc(names, loading, { page: "window", isServed: () => true }, first);
}

function call(name: (typeof names)[number], args: unknown, address = pageAddress("window")) {
  const mainFrame = { url: address };
  const event = { sender: { mainFrame }, senderFrame: mainFrame } as unknown as IpcMainInvokeEvent;
  return served.get(callChannel(name))?.(event, args);
}

const info = { name: "DriveProof", version: "1", os: "linux" } as const;
const first = Promise.resolve({ appInfo: () => info });

it("a call with a prepared answer gets this answer before the handlers are loaded", async () => {
  serve(first);
  expect(await call("appInfo", [])).toEqual({ ok: true, value: info });
});

it("a call with a prepared answer gets the handler's answer after the handlers are loaded", async () => {
  serve(first);
  load(handlers);
  await Promise.resolve();
  expect(await call("appInfo", [])).toEqual({ ok: true, value: "by the handler" });
});

it("a call without a prepared answer waits until the handlers are loaded", async () => {
  serve(first);
  const answer = call("currentInspection", []);
  load(handlers);
  expect(await answer).toEqual({ ok: true, value: "by the handler" });
});

it("a call with wrong arguments fails even if it has a prepared answer", async () => {
  serve(first);
  const answer = call("appInfo", ["more"]);
  load(handlers);
  expect(await answer).toMatchObject({ ok: false });
});

it("a call fails if its page may not make it, even if an answer to the call is prepared", async () => {
  serve(first);
  const answer = call("appInfo", [], "driveproof://report/report.html");
  load(handlers);
  expect(await answer).toMatchObject({ ok: false });
});

it.each([
  ["fails", async () => ({ appInfo: () => Promise.reject(new Error("no list")) })],
  ["could not be loaded", () => Promise.reject(new Error("no file"))],
])("the handler answers a call if the code for the prepared answer %s", async (_how, fail) => {
  serve(fail());
  const answer = call("appInfo", []);
  load(handlers);
  expect(await answer).toEqual({ ok: true, value: "by the handler" });
});
