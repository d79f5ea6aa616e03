import { describe, expect, it } from "vitest";
import { driveError } from "#contract/drive-error";
import { isSyncing } from "#contract/flush-mode";
import { plain } from "../../../helpers/read-verdict";
import { type SampleOptions, sampleReport } from "../../../helpers/sample-report";
import { of } from "./first-page";
import { linux } from "./scenario";

/** The first page for a drive on which a save took so long that programs hang. */

const pausing = (seconds: number, options: SampleOptions = {}): SampleOptions => ({
  ...options,
  modes: linux(900, 1).map((mode) => ({ ...mode, slowestNs: seconds * 1e9 })),
});

describe("a save that took very long", () => {
  it("leaves the drive in doubt from five seconds on, with the advice to copy the files, close other programs and inspect again", () => {
    const { mark, headline, todo, answer, reason, steps, deeds } = of(pausing(20));
    expect(headline).toBe("Doubtful. A test save to this drive took 20 s; most under a second.");
    expect(mark).toBe("care");
    expect(reason).toBe(
      "Perhaps a busy computer, perhaps the drive: a second inspection tells more.",
    );
    expect(todo).toBe("Keep a copy elsewhere; close other programs, then inspect again.");
    expect(answer).toBe("In doubt: a save took too long");
    expect(steps.map((step) => step.split(":")[0])).toEqual([
      "Copy your files first",
      "Close other programs, inspect again",
      "If it takes so long again",
    ]);
    expect(deeds).toEqual([
      "Show my files: Then copy them to another drive or stick",
      "Inspect again: Once your files are copied",
      "Save as PDF: For the shop, if it happens again",
    ]);
    expect(of(pausing(5)).headline).toMatch(/^Doubtful\./);
    expect(of(pausing(4.9)).headline).toMatch(/^Good\. Nothing failed, but/);
  });

  it("leads to the advice to make room before the second inspection if the volume was full", () => {
    const report = { partial: true, error: driveError("volume-full", "The volume is full.") };
    const { todo, steps } = of(pausing(20, { report }));
    expect(todo).toBe("Keep a copy elsewhere; make room, then inspect again.");
    expect(steps[1]).toBe(
      "Make room, inspect again: Close other programs as well. If every save is quick then, carry on, and keep the copy.",
    );
  });

  it("is not contrasted with quick saves if a typical save took half a second or longer", () => {
    const slow = linux(0.5, 1).map((mode) => ({ ...mode, slowestNs: 20e9 }));
    expect(of({ modes: slow }).headline).toBe("Doubtful. A test save to this drive took 20 s.");
  });

  it("is not contrasted with quick saves if another way of saving mostly takes half a second or longer", () => {
    const modes = linux(900, 1).map((mode) =>
      mode.mode === "o_dsync"
        ? { ...mode, iops: 0.5, slowestNs: 6e9 }
        : { ...mode, slowestNs: 20e9 },
    );
    expect(of({ modes }).headline).toBe("Doubtful. A test save to this drive took 20 s.");
  });

  it("leaves the drive in doubt even if only one way of saving was slow, and the finding names that way", () => {
    const modes = linux(900, 1).map((mode) =>
      mode.mode === "o_dsync" ? { ...mode, slowestNs: 20e9 } : mode,
    );
    expect(of({ modes }).headline).toMatch(
      /^Doubtful\. .* drive took 20 s; most under a second\.$/,
    );
    const found = sampleReport({ modes }).verdict.findings.find(
      ({ code }) => code === "long-pauses",
    );
    expect(plain(found?.detail ?? "")).toMatch(
      /^The slowest save took 20 s \(o_dsync\); a typical/,
    );
  });

  it('is not called "single" if typical saves are slow as well', () => {
    const titleOf = (slowestNs: number, iops: number) => {
      const modes = linux(iops, 1).map((mode) => ({ ...mode, slowestNs }));
      const found = sampleReport({ modes }).verdict.findings;
      return found.find(({ code }) => code === "long-pauses")?.title;
    };
    expect(titleOf(6e9, 900)).toBe("Single saves took very long");
    expect(titleOf(6e9, 0.5)).toBe("Saves took very long");
  });

  it("does not leave the drive in doubt if its way of saving does not wait for the drive", () => {
    const modes = linux(900, 1).map((mode) =>
      isSyncing(mode.mode) ? mode : { ...mode, slowestNs: 20e9 },
    );
    expect(of({ modes }).headline).toMatch(/^Good\./);
  });

  it.each<[string, SampleOptions, RegExp]>([
    ["a drive in a virtual machine", { host: { virtualMachine: "KVM" } }, /^Not judged\./],
    ["a network drive", { drive: { kind: "network" } }, /^Not judged\./],
    ["memory", { drive: { kind: "memory" } }, /^Not safe\./],
  ])(
    "is not named in the headline about %s, and is a finding only if that is a drive in a virtual machine",
    (_, where, word) => {
      const options = pausing(20, where);
      expect(of(options).headline).toMatch(word);
      expect(of(options).headline).not.toMatch(/20/);
      const codes = sampleReport(options).verdict.findings.map(({ code }) => code);
      expect(codes.includes("long-pauses")).toBe(where.drive?.kind === undefined);
    },
  );
});
