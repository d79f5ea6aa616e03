import { describe, expect, it } from "vitest";
import { thingOf, wayBackOf } from "#analysis/facts/thing";
import { driveError } from "#contract/drive-error";
import { sampleModes } from "../../../helpers/sample-modes";
import { counted, cuts } from "../../../helpers/sample-power-cut";
import { type SampleOptions, sampleReport } from "../../../helpers/sample-report";
import { of, textsOf } from "./first-page";
import { clean, linux } from "./scenario";

/** Texts for a volume that is on several drives, as in a RAID. */

const inside: NonNullable<SampleOptions["drive"]> = {
  model: "A + B",
  serial: null,
  removable: false,
  disks: 2,
};
const mixed: NonNullable<SampleOptions["drive"]> = {
  kind: "unknown",
  bus: null,
  model: "A + B",
  serial: null,
  removable: true,
  disks: 2,
};
/** A report with a doubt that a plug test can settle: saves are faster than the drive can write. */
const doubtful = (drive: NonNullable<SampleOptions["drive"]>): SampleOptions => ({
  drive,
  modes: linux(12_500, 1),
  sustained: { fastBytesPerSecond: 22e6, slowBytesPerSecond: 15e6 },
});

describe("a group of drives", () => {
  it("gets no advice to unplug a drive or to pull one out", () => {
    for (const drive of [inside, mixed]) {
      expect(textsOf(sampleReport(doubtful(drive))).join("\n")).not.toMatch(
        /unplug|pull(ed)? .*out/i,
      );
    }
  });

  it("gets advice to run the plug test if all of its drives are inside the computer", () => {
    const { todo, steps, deeds } = of(doubtful(inside));
    expect(todo).toBe("Copy your files first. The plug test shows more.");
    expect(steps[1]).toMatch(/^The plug test, if/);
    expect(deeds[1]).toMatch(/^Run the plug test/);
  });

  it("gets no advice to run the plug test if one of its drives may have a separate power supply", () => {
    const kept = { powerCut: cuts(["kept"], counted) };
    const notKnown: SampleOptions = { modes: linux(900, 0), volume: { writeCache: "unknown" } };
    for (const options of [
      doubtful(mixed),
      { modes: linux(900, 1), drive: mixed },
      { ...notKnown, drive: mixed },
      { modes: linux(900, 1), drive: mixed, report: kept },
    ]) {
      const texts = textsOf(sampleReport(options)).join("\n");
      expect(texts).not.toMatch(/(Run|Repeat|then) the plug test|plug test shows/);
    }
    expect(of({ ...notKnown, drive: mixed }).todo).toBe(
      "Use it only with a second copy on a separate drive.",
    );
  });

  it("needs copies on a separate drive, and not just on another drive", () => {
    const wrong = { verification: { ...clean, mismatchCount: 12 } };
    for (const options of [
      doubtful(inside),
      doubtful(mixed),
      { modes: linux(900, 1), drive: inside, report: wrong },
    ]) {
      const { todo, steps, deeds } = of(options);
      const copies = [todo, ...steps, ...deeds].filter((text) =>
        /copy|copies|other/i.test(text ?? ""),
      );
      expect(copies.join("\n")).toMatch(/separate drive/);
      expect(copies.join("\n")).not.toMatch(/another|other drive/);
    }
  });

  it('is called "this group of drives" or "the drives" in headlines, reasons, rows and findings', () => {
    const given = (report: NonNullable<SampleOptions["report"]>): SampleOptions => ({
      modes: linux(900, 1),
      drive: inside,
      report,
    });
    expect(of(given({})).headline).toBe("Good. Every save reached this group of drives.");
    expect(of(given({})).reason).toBe("Each save was passed on to the drives and confirmed.");
    expect(of(given({})).rows).toHaveProperty("Saves reach the drives");
    const { verdict } = sampleReport(given({}));
    expect(verdict.headline).toMatch(/900 times a second on this group of drives;/);
    expect(verdict.findings).toContainEqual(
      expect.objectContaining({
        code: "several-drives",
        detail: expect.stringMatching(/^The volume lies on 2 drives\..*all of them together/),
      }),
    );
    const differs = given({ verification: { ...clean, mismatchCount: 12 } });
    expect(of(differs).caveat).toMatch(/one of the drives, a connection or the computer/);
    expect(of(differs).unknown).toContainEqual(
      expect.stringMatching(/one of the drives, and which/),
    );
    expect(textsOf(sampleReport(differs))).toContainEqual(
      expect.stringMatching(/^One of the drives, its connection, what joins them/),
    );
  });

  it("leads, if data came back changed, to whoever set it up and not to a shop, unless it is a Mac's Fusion Drive", () => {
    const differs = { verification: { ...clean, mismatchCount: 12 } };
    const read = (options: SampleOptions) =>
      textsOf(sampleReport({ ...options, drive: inside, report: differs })).join("\n");
    expect(read({})).toMatch(/whoever set it up/);
    expect(read({})).not.toMatch(/\bshop\b|the maker/);
    expect(read({ os: "macos" })).toMatch(/the shop or the maker/);
  });

  it("is expected back after it is plugged in or, if all its drives are inside, after a restart", () => {
    const gone = (drive: NonNullable<SampleOptions["drive"]>) => ({
      drive,
      report: { partial: true, error: driveError("volume-gone", "It is not there.") },
    });
    expect(wayBackOf(sampleReport(gone(mixed)))).toBe("plug-in");
    expect(wayBackOf(sampleReport(gone(inside)))).toBe("restart");
    expect(of(gone(mixed)).caveat).toBe(
      "A drive of the group failed, was unplugged or was ejected.",
    );
  });

  it("is called the Mac's own drive if it is a Fusion Drive", () => {
    const { headline, todo } = of({ os: "macos", drive: inside });
    expect(headline).toBe("Good. Every test of this Mac’s drive went well.");
    expect(todo).toBe("You need do nothing. Enjoy your Mac.");
  });

  it("is called one drive in the sentences of seven reports if it is a Mac's Fusion Drive", () => {
    const gone = { partial: true, error: driveError("volume-gone", "It is not there.") };
    const given: readonly SampleOptions[] = [
      {},
      { volume: { writeCache: "write-through" } },
      { modes: sampleModes.macos.map((mode) => ({ ...mode, slowestNs: 20e9 })) },
      { sustained: { fastBytesPerSecond: 22e6, slowBytesPerSecond: 15e6 } },
      { report: { verification: { ...clean, mismatchCount: 12 } } },
      { report: gone },
      { report: { powerCut: cuts(["lost"], counted) } },
    ];
    const texts = given.flatMap((options) => {
      const report = sampleReport({ ...options, os: "macos", drive: inside });
      return [...textsOf(report), report.verdict.headline];
    });
    expect(texts).toContain("Doubtful. A test save to this drive took 20 s; most under a second.");
    expect(texts.filter((text) => /\bgroup\b|one of the drives|these disks/i.test(text))).toEqual(
      [],
    );
  });

  it('is called "these disks" if it consists of hard disks, and is not to be returned to a shop', () => {
    const disks = { ...inside, kind: "hard-disk", bus: "sata" } as const;
    const { headline, steps } = of({ modes: linux(900, 1), drive: disks });
    expect(headline).toBe("Doubtful. These disks confirm saves faster than they can turn.");
    expect(steps[2]).toMatch(/Show the PDF to whoever set it up/);
    expect(textsOf(sampleReport({ modes: linux(900, 1), drive: disks })).join()).not.toMatch(
      /take it back|the shop/,
    );
  });

  it('is rated good with a reported "write-through" cache even if the kind of its drives is not known, unlike a single drive', () => {
    const kinds = { ...inside, kind: "unknown", bus: null } as const;
    const through: SampleOptions = {
      modes: linux(3000, 0),
      volume: { writeCache: "write-through" },
    };
    const { headline, rows } = of({ ...through, drive: kinds });
    expect(headline).toBe("Good. Every test of this group of drives went well.");
    expect(rows["Saves reach the drives"]).toBe("fine: they report no forgetful memory");
    expect(of({ ...through, drive: { ...kinds, disks: 1 } }).headline).toMatch(/^Not judged/);
  });

  it("is called a group even if the system runs from it", () => {
    expect(thingOf(sampleReport({ drive: inside, volume: { system: true } }))).toBe("group");
  });
});
