import { describe, expect, it } from "vitest";
import {
  kernelPower41,
  lostPowerIn,
  powerEventsIn,
} from "../../../../electron/main/power-cut/kernel-power-41";

/**
 * An event as `wevtutil qe System /f:xml` prints it, without a root element; names and values of
 * the fields come from published logs of Windows 10 and 11.
 */
const event = (provider: string, id: number, data: Readonly<Record<string, string>> = {}) =>
  `<Event xmlns='http://schemas.microsoft.com/win/2004/08/events/event'><System><Provider Name='Microsoft-Windows-${provider}' Guid='{331c3b3a-2005-44c2-ac5e-77220c37d6b4}'/><EventID>${id}</EventID><Version>9</Version><Level>1</Level><TimeCreated SystemTime='2026-11-23T06:55:42.1234567Z'/><EventRecordID>4711</EventRecordID><Channel>System</Channel><Computer>LAPTOP</Computer><Security UserID='S-1-5-18'/></System><EventData>${Object.entries(
    data,
  )
    .map(([name, value]) => `<Data Name='${name}'>${value}</Data>`)
    .join("")}</EventData></Event>\r\n`;
const stop = (changes: Readonly<Record<string, string>> = {}) =>
  event("Kernel-Power", 41, {
    BugcheckCode: "0",
    BugcheckParameter1: "0x0",
    SleepInProgress: "0",
    PowerButtonTimestamp: "0",
    BootAppStatus: "0",
    Checkpoint: "0",
    ConnectedStandbyInProgress: "false",
    BugcheckInfoFromEFI: "false",
    LongPowerButtonPressDetected: "false",
    LidState: "1",
    ...changes,
  });
const held = { PowerButtonTimestamp: "134087921361739187" };
const starts = event("Kernel-General", 12, { MajorVersion: "10" });
const shutsDown = event("Kernel-General", 13);
const sleeps = event("Kernel-Power", 42, { TargetState: "4" });

const judge = (...events: string[]) => lostPowerIn(powerEventsIn(events.join("")));

describe("the judgement whether a computer lost power, from event 41 (Kernel-Power) of Windows,", () => {
  it("is yes after a long press of the power button", () => {
    expect(judge(starts, stop(held))).toBe(true);
    expect(judge(stop(held), starts)).toBe(true);
    // The events since the writing began may not contain the start of the system.
    expect(judge(stop(held))).toBe(true);
  });

  it("is no after a bug check, even with a later long press", () => {
    expect(judge(starts, stop({ ...held, BugcheckCode: "159" }))).toBe(false);
    expect(judge(starts, stop({ BugcheckCode: "159" }))).toBe(false);
  });

  it("is unknown without the time of the power button or the code of a bug check", () => {
    expect(judge(starts, stop())).toBeNull();
    expect(judge(starts, stop({ PowerButtonTimestamp: "" }))).toBeNull();
    expect(judge(starts, stop({ ...held, BugcheckCode: "" }))).toBeNull();
  });

  it("is unknown for a computer that slept or was going to sleep", () => {
    expect(judge(starts, stop({ ...held, SleepInProgress: "4" }))).toBeNull();
    expect(judge(starts, stop({ ...held, SleepInProgress: "true" }))).toBeNull();
    expect(judge(starts, stop({ ...held, ConnectedStandbyInProgress: "true" }))).toBeNull();
    expect(judge(sleeps, starts, stop(held))).toBeNull();
  });

  it("considers only the first shutdown or power loss, and not later ones", () => {
    expect(judge(shutsDown, starts, sleeps, starts, stop(held))).toBeNull();
    expect(judge(shutsDown, starts, stop(held))).toBeNull();
    expect(judge(starts, starts, stop(held))).toBeNull();
    expect(judge(starts, stop({ BugcheckCode: "59" }), starts, stop(held))).toBe(false);
    expect(judge(starts, stop(held), shutsDown, starts, sleeps)).toBe(true);
  });

  it("is unknown for an empty log and for events of another source", () => {
    expect(judge()).toBeNull();
    expect(judge("Access is denied.\r\n")).toBeNull();
    expect(judge(starts, event("WHEA-Logger", 41, { BugcheckCode: "0", ...held }))).toBeNull();
  });
});

it("kernelPower41() asks wevtutil for the events since the writing began, and returns the judgement, or null if wevtutil fails", async () => {
  const asked: string[][] = [];
  const system = {
    systemRoot: "C:\\Windows",
    run: async (file: string, args: readonly string[]) => {
      asked.push([file, ...args]);
      return `${starts}${stop(held)}`;
    },
  };
  expect(await kernelPower41("2026-11-23T07:55:00.000+01:00", system)).toBe(true);
  expect(asked[0]?.slice(0, 3)).toEqual(["C:\\Windows\\System32\\wevtutil.exe", "qe", "System"]);
  expect(asked[0]?.join(" ")).toContain("@SystemTime>='2026-11-23T06:55:00.000Z'");
  const refusing = { ...system, run: () => Promise.reject(new Error("Access is denied.")) };
  expect(await kernelPower41("2026-11-23T06:55:00.000Z", refusing)).toBeNull();
});
