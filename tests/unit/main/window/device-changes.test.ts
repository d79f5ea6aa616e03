import type { BrowserWindow } from "electron";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { deviceChangesOf } from "../../../../electron/main/window/device-changes";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function listened() {
  const hooks = new Map<number, (wParam: Buffer, lParam: Buffer) => void>();
  const window = {
    hookWindowMessage: (message: number, hook: (wParam: Buffer, lParam: Buffer) => void) =>
      hooks.set(message, hook),
    unhookWindowMessage: (message: number) => hooks.delete(message),
    isDestroyed: () => false,
  } as unknown as BrowserWindow;
  let told = 0;
  const end = deviceChangesOf(window)(() => {
    told += 1;
  });
  const send = (event: number) => {
    const wParam = Buffer.alloc(8);
    wParam.writeUInt32LE(event, 0);
    hooks.get(0x0219)?.(wParam, Buffer.alloc(8));
  };
  return { send, end, told: () => told };
}

it("deviceChangesOf() reports a stick with several volumes once, and its removal once", () => {
  const { send, told } = listened();
  send(0x8000);
  send(0x8000);
  vi.advanceTimersByTime(10_000);
  expect(told()).toBe(1);
  send(0x8004);
  vi.advanceTimersByTime(10_000);
  expect(told()).toBe(2);
});

it("deviceChangesOf() ignores other messages of Windows, and reports nothing after its end", () => {
  const { send, end, told } = listened();
  send(0x0007);
  vi.advanceTimersByTime(10_000);
  send(0x8000);
  end();
  vi.advanceTimersByTime(10_000);
  send(0x8000);
  vi.advanceTimersByTime(10_000);
  expect(told()).toBe(0);
});

it("deviceChangesOf() hooks no message of a closed window", () => {
  const hooked: number[] = [];
  const window = {
    hookWindowMessage: (message: number) => hooked.push(message),
    isDestroyed: () => true,
  } as unknown as BrowserWindow;
  deviceChangesOf(window)(() => undefined)();
  expect(hooked).toEqual([]);
});
