import { describe, expect, it } from "vitest";
import { type CallName, callChannel, eventChannel } from "#contract/ipc-names";
import { ipcCalls, ipcEvents } from "#contract/ipc-schema";

const runId = "0b9d4c1e-5a55-4c5e-9a39-6f4f1b3f7c11";
const start = {
  volumeId: "disk-1",
  profile: "quick",
  tests: ["flush-modes", "chunked-writes"],
  changes: { direct: true, syncModes: ["fsync"] },
  allowNetwork: false,
};
const save = { runId, kind: "pdf", paper: "A4", withSerial: true };
const names = Object.keys(ipcCalls) as CallName[];

const accepts = (name: CallName, args: unknown) =>
  ipcCalls[name].parameters.safeParse(args).success;

describe("the IPC schema", () => {
  const right: [CallName, unknown[]][] = [
    ["listVolumes", []],
    ["startInspection", [start]],
    ["startInspection", [{ ...start, changes: {} }]],
    ["openReport", [runId]],
    ["deleteReport", [runId]],
    ["exportReport", [save]],
  ];
  it.each(right)("accepts for %s the arguments %j", (name, args) => {
    expect(accepts(name, args)).toBe(true);
  });

  const wrong: [CallName, unknown][] = [
    ["listVolumes", ["surprise"]],
    ["stopInspection", [null]],
    ["startInspection", []],
    ["startInspection", [start, start]],
    ["startInspection", [{ ...start, profile: "endless" }]],
    ["startInspection", [{ ...start, allowNetwork: "yes" }]],
    ["startInspection", [{ ...start, tests: [] }]],
    ["startInspection", [{ ...start, tests: undefined }]],
    ["startInspection", [{ ...start, tests: ["flush-modes", "dance"] }]],
    ["startInspection", [{ ...start, volumeId: "x".repeat(4097) }]],
    ["startInspection", [{ ...start, path: "/etc" }]],
    ["openReport", []],
    ["openReport", [42]],
    ["openReport", ["../../secrets"]],
    ["openReport", ["short"]],
    ["openReport", [`${runId}\n`]],
    ["deleteReport", [`${runId}/..`]],
    ["exportReport", [{ ...save, kind: "exe" }]],
    ["exportReport", [{ ...save, paper: "A3" }]],
    ["exportReport", [{ ...save, path: "/home/someone/report.pdf" }]],
    ["exportReport", [runId, "pdf"]],
  ];
  it.each(wrong)("refuses for %s the arguments %j", (name, args) => {
    expect(accepts(name, args)).toBe(false);
  });

  it.each(names)("refuses for %s arguments that are not in a list", (name) => {
    for (const nonsense of [null, undefined, {}, "[]", 0]) {
      expect(accepts(name, nonsense)).toBe(false);
    }
  });
});

it("the IPC channels have a different name for each call and event", () => {
  const channels = [
    ...names.map(callChannel),
    ...(Object.keys(ipcEvents) as (keyof typeof ipcEvents)[]).map(eventChannel),
  ];
  expect(new Set(channels).size).toBe(channels.length);
});
