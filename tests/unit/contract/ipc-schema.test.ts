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
  const right: [CallName, string, unknown[]][] = [
    ["listVolumes", "no argument", []],
    ["startInspection", "changed options", [start]],
    ["startInspection", "unchanged options", [{ ...start, changes: {} }]],
    ["openReport", "a run id", [runId]],
    ["deleteReport", "a run id", [runId]],
    ["exportReport", "a run id, file format and paper size", [save]],
  ];
  it.each(right)("accepts a call of %s with %s", (name, _what, args) => {
    expect(accepts(name, args)).toBe(true);
  });

  const wrong: [CallName, string, unknown][] = [
    ["listVolumes", "an argument", ["surprise"]],
    ["stopInspection", "null", [null]],
    ["startInspection", "no argument", []],
    ["startInspection", "two arguments", [start, start]],
    ["startInspection", "an unknown profile", [{ ...start, profile: "endless" }]],
    ["startInspection", "text for a boolean", [{ ...start, allowNetwork: "yes" }]],
    ["startInspection", "an empty list of tests", [{ ...start, tests: [] }]],
    ["startInspection", "no list of tests", [{ ...start, tests: undefined }]],
    ["startInspection", "an unknown test", [{ ...start, tests: ["flush-modes", "dance"] }]],
    ["startInspection", "a volume id of 4097 letters", [{ ...start, volumeId: "x".repeat(4097) }]],
    ["startInspection", "an unknown property", [{ ...start, path: "/etc" }]],
    ["openReport", "no argument", []],
    ["openReport", "a number", [42]],
    ["openReport", "a path", ["../../secrets"]],
    ["openReport", "a run id that is too short", ["short"]],
    ["openReport", "a run id and a line end", [`${runId}\n`]],
    ["deleteReport", "a run id and a path", [`${runId}/..`]],
    ["exportReport", "an unknown file format", [{ ...save, kind: "exe" }]],
    ["exportReport", "an unknown paper size", [{ ...save, paper: "A3" }]],
    ["exportReport", "a path", [{ ...save, path: "/home/someone/report.pdf" }]],
    ["exportReport", "two arguments", [runId, "pdf"]],
  ];
  it.each(wrong)("refuses a call of %s with %s", (name, _what, args) => {
    expect(accepts(name, args)).toBe(false);
  });

  it.each(names)("refuses a call of %s whose arguments are not in a list", (name) => {
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
