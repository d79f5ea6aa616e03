import { EventEmitter } from "node:events";
import { expect, it, vi } from "vitest";
import { keepAwake } from "../../../../electron/main/cli/keep-awake";
import { runCommand } from "./run-command";

const toolStarted = () => Object.assign(new EventEmitter(), { unref: vi.fn() });

it("keepAwake() starts caffeinate on macOS until the calling process ends, and does not delay the end of that process", () => {
  const tool = toolStarted();
  const start = vi.fn(() => tool);
  keepAwake("darwin", start);
  const watched = ["-i", "-w", String(process.pid)];
  expect(start).toHaveBeenCalledExactlyOnceWith("/usr/bin/caffeinate", watched);
  expect(tool.unref).toHaveBeenCalledOnce();
});

it("keepAwake() throws no error if caffeinate cannot be started", () => {
  const tool = toolStarted();
  keepAwake("darwin", () => tool);
  expect(() => tool.emit("error", new Error("ENOENT"))).not.toThrow();
});

it.each(["linux", "win32"] as const)("keepAwake() starts nothing on %s", (system) => {
  const start = vi.fn();
  keepAwake(system, start);
  expect(start).not.toHaveBeenCalled();
});

it.each([
  ["--help", 0],
  ["--version", 0],
  ["--path /", 1],
  ["--plug-test start --path /", 1],
  ["--plug-test finish --path /", 1],
])('the command line with the arguments "%s" calls keepAwake() %d times', async (line, times) => {
  const awake = vi.fn();
  const describeFolder = () => Promise.reject(new Error("no volume in this test"));
  await runCommand(line.split(" "), { keepAwake: awake, describeFolder }).code;
  expect(awake).toHaveBeenCalledTimes(times);
});
