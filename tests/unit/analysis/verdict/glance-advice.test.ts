import { describe, expect, it } from "vitest";
import { requiredFreeBytes } from "#analysis/plan";
import { driveError } from "#contract/drive-error";
import type { Health } from "#contract/health";
import { unknownDrive } from "#contract/volume";
import { formatBytes } from "#text/format";
import { tellAll } from "#text/statements";
import { findingOf, plain } from "../../../helpers/read-verdict";
import { sampleHealth } from "../../../helpers/sample-health";
import { type SampleOptions, sampleReport } from "../../../helpers/sample-report";
import { good, of } from "./first-page";
import { clean, linux } from "./scenario";

/** Advice of the first page that could not be followed, or would do harm. */

const usb = { ...unknownDrive, kind: "usb", bus: "usb", removable: true } as const;
const error = (code: Parameters<typeof driveError>[0], syscall = "pwrite") => ({
  partial: true,
  error: driveError(code, "Something happened.", { syscall, osCode: 5 }),
});

describe("the advice about a faulty drive", () => {
  const stick = { ...usb, model: "Flash Disk" };
  it("names no stick as the place for copies or the report if the faulty drive is a stick", () => {
    const { steps, deeds } = of({ ...good, drive: stick, report: error("drive-error") });
    expect(steps[0]).toMatch(
      /^Your files first: It might not come back: leave it plugged in .* to another drive or online,/,
    );
    expect(deeds.join("\n")).not.toMatch(/a stick/);
    expect(deeds[1]).toBe("Save as PDF: For the shop or the maker");
  });

  it("names a stick as the place for the report if the faulty drive is the computer's own", () => {
    const { steps, deeds } = of({ ...good, report: error("drive-error") });
    expect(steps[0]).toMatch(/^Your files first: It might not start again: leave the computer on /);
    expect(deeds[1]).toBe("Save as PDF: Onto a stick, for the shop");
  });
});

describe("saves that are confirmed faster than the drive writes", () => {
  const outpaced: SampleOptions = {
    modes: linux(12_500, 1),
    sustained: { fastBytesPerSecond: 22e6, slowBytesPerSecond: 15e6 },
  };

  it("cast doubt on more than the latest saves if a save also took 20 s", () => {
    const modes = linux(12_500, 1).map((mode) => ({ ...mode, slowestNs: 20e9 }));
    const { answer, reason } = of({ ...outpaced, modes });
    expect(answer).toBe("In doubt");
    expect(reason).toBe("What you saved just before the power fails may be missing.");
  });

  it('are said to reach the drive "perhaps with a delay" even if the headline is about another finding', () => {
    const health = sampleHealth({ mediaErrors: 40 });
    const { headline, rows } = of({ ...outpaced, report: { health } });
    expect(headline).toMatch(/reports something to watch/);
    expect(rows["Saves reach the drive"]).toBe("care: perhaps with a delay");
  });

  it("cast doubt only on what is saved just before a USB drive is pulled out or the power fails", () => {
    expect(of({ ...outpaced, drive: usb }).reason).toBe(
      "Only what you saved just before pulling it out; nothing older.",
    );
    expect(of(outpaced).answer).toBe("In doubt: what you save last");
    expect(of(outpaced).reason).toBe(
      "Only what you saved just before the power fails; nothing older.",
    );
  });
});

it("the first page asks for a second copy if an unclear part of the drive's health report may mean a fault", () => {
  const todo = (health: Partial<Health>) =>
    of({ ...good, report: { ...good.report, health: sampleHealth(health) } }).todo;
  const unclear = "Keep a second copy: its health report cannot be understood in full.";
  expect(todo({})).toBe("You need do nothing. Enjoy your computer.");
  expect(todo({ unknownWarning: true })).toBe(unclear);
  expect(todo({ unknownWarning: true, criticalWarnings: null })).toBe(unclear);
  expect(todo({ impossible: [{ quantity: "mediaErrors", value: 65_535 }] })).toBe(unclear);
  // Impossible power-on hours say nothing about faults.
  expect(todo({ impossible: [{ quantity: "powerOnHours", value: 65_535 }] })).toBe(
    "You need do nothing. Enjoy your computer.",
  );
});

describe("blocks that came back wrong", () => {
  it('lead to the advice "your files first", and to a caveat that names drive, connection and computer as possible causes', () => {
    const { todo, caveat } = of({ ...good, capacity: "damaged" });
    expect(todo).toBe("Take it step by step: your files first.");
    expect(caveat).toBe("The cause may be the drive, its connection or the computer.");
  });

  it("lead to no sentence about the drive as a possible cause if the data is in memory", () => {
    const verification = { ...clean, mismatchCount: 2 };
    const { caveat } = of({ volume: { fileSystem: "tmpfs" }, report: { verification } });
    expect(caveat).toBeNull();
  });
});

describe("an inspection that could not go on", () => {
  const brokenOff = (code: Parameters<typeof error>[0]) => of({ ...good, report: error(code) });

  it.each(["read-only", "no-permission", "quota-reached", "not-a-directory"] as const)(
    "leads to the advice to choose another folder or drive if the error is %s",
    (code) => {
      const { todo, deeds } = brokenOff(code);
      expect(todo).toBe("Choose another folder or drive.");
      expect(deeds).toEqual([
        "Another folder: Or another drive",
        "Save as PDF: Marked as unfinished",
      ]);
    },
  );

  it("leads to the advice to make room if there was too little room", () => {
    const { todo, deeds } = brokenOff("no-space");
    expect(todo).toBe("Make room, then inspect again.");
    expect(deeds[0]).toBe("Show what fills it: Delete only what you know, then empty the bin");
  });

  it("leads, if the volume ran full, to the room that the plan needs (more on btrfs) and to a caveat that this is no fault", () => {
    const options = { ...good, report: error("volume-full") };
    const needed = plain(formatBytes(requiredFreeBytes(sampleReport(options).plan)));
    expect(of(options).todo).toBe(
      `Make room: at least ${needed} must be free. Then inspect again.`,
    );
    const copying = { ...options, volume: { fileSystem: "btrfs" } };
    const twice = plain(formatBytes(requiredFreeBytes(sampleReport(copying).plan, true)));
    expect(of(copying).todo).toContain(`at least ${twice} must be free`);
    expect(twice).not.toBe(needed);
    expect(of(options).caveat).toBe(
      "Too little room is no fault. What was measured is kept below.",
    );
  });

  it("leads to the advice to inspect again if a system limit ended the inspection", () => {
    const { todo, deeds } = brokenOff("system-limit");
    expect(todo).toBe("Inspect again to know the rest.");
    expect(deeds[0]).toBe("Inspect again: With the same tests");
  });

  it("leads to advice in the finding to go elsewhere, to free space or just to repeat, depending on the error", () => {
    const todoOf = (code: Parameters<typeof error>[0]) =>
      tellAll(
        findingOf({ ...good, report: error(code) }, "inspection-broke-off").statements?.todo ?? [],
      );
    expect(todoOf("quota-reached")).toMatch(/^Inspect another folder or drive/);
    expect(todoOf("no-space")).toMatch(/^Free some space/);
    expect(todoOf("engine-died")).toBe("Inspect it again.");
  });
});
