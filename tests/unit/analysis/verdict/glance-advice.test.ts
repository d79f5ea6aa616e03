import { describe, expect, it } from "vitest";
import { driveError } from "#contract/drive-error";
import { unknownDrive } from "#contract/volume";
import type { SampleOptions } from "../../../helpers/sample-report";
import { of } from "./first-page";
import { clean, linux } from "./scenario";

/** Advice of the first page that could not be followed, or would have harmed. */

const good: SampleOptions = { ...clean, modes: linux(900, 1) };
const usb = { ...unknownDrive, kind: "usb", bus: "usb", removable: true } as const;
const error = (code: Parameters<typeof driveError>[0], syscall = "pwrite") => ({
  partial: true,
  error: driveError(code, "Something happened.", { syscall, osCode: 5 }),
});

describe("files of a faulty stick", () => {
  const stick = { ...usb, model: "Flash Disk" };
  it("are copied to another one, and the report is not put on it", () => {
    const { steps, deeds } = of({ ...good, drive: stick, report: error("drive-error") });
    expect(steps[0]).toMatch(/to another drive\./);
    expect(deeds.join("\n")).not.toMatch(/a stick/);
    expect(deeds[1]).toBe("Save as PDF: For the shop or the maker");
  });

  it("but the report on a faulty drive of the computer is", () => {
    const { deeds } = of({ ...good, report: error("drive-error") });
    expect(deeds[1]).toBe("Save as PDF: Onto a stick, for the shop");
  });
});

describe("blocks that came back wrong", () => {
  it("are no case for the seller while the cause is open", () => {
    const { todo, caveat } = of({ ...good, capacity: "damaged" });
    expect(todo).toBe("Take it step by step: your files first.");
    expect(caveat).toBe("The cause may be the drive, its connection or the computer.");
  });

  it("blame no drive where there is none", () => {
    const verification = { ...clean, mismatchCount: 2 };
    const { caveat } = of({ volume: { fileSystem: "tmpfs" }, report: { verification } });
    expect(caveat).toBeNull();
  });
});
