import { describe, expect, it } from "vitest";
import { glanceOf } from "#analysis/verdict/glance/glance";
import { driveError } from "#contract/drive-error";
import { unknownDrive } from "#contract/volume";
import type { Capacity } from "#contract/workloads/capacity";
import { tell } from "#text/statements";
import { verdictOn } from "../../../helpers/judged";
import { plain } from "../../../helpers/read-verdict";
import { sampleCapacity } from "../../../helpers/sample-capacity";
import { sampleHealth } from "../../../helpers/sample-health";
import { counted, cuts } from "../../../helpers/sample-power-cut";
import {
  type SampleOptions,
  sampleReport,
  sampleUnjudgedReport,
} from "../../../helpers/sample-report";
import { sampleOfTests } from "../../../helpers/sample-tests";
import { of, said } from "./first-page";
import { clean, linux } from "./scenario";

/** Reports for which the first page once had a sentence without evidence. */

const stick = { ...unknownDrive, kind: "usb", bus: "usb", removable: true } as const;
const sustained = { fastBytesPerSecond: 44e6, slowBytesPerSecond: 19e6 };

describe("the first page does not suspect a USB drive of confirming too early", () => {
  const streamed = {
    systemCall: "pwrite()",
    unbuffered: true,
    reason: null,
    bytes: 4e9,
    elapsedNs: 1e10,
    bytesPerSecond: 4e8,
  };

  it("when a stream was faster than the saves", () => {
    const given = { drive: stick, modes: linux(31_000, 1), sustained };
    expect(of(given).headline).toMatch(/may say “saved” before it really is/);
    expect(of({ ...given, report: { stream: streamed } }).headline).not.toMatch(
      /before it really is/,
    );
  });

  it("when the system sent the drive no flush", () => {
    const { mark, headline } = of({
      drive: stick,
      modes: linux(31_000, 0),
      sustained,
      volume: { writeCache: "unknown" },
    });
    expect(headline).not.toMatch(/may say “saved” before it really is/);
    expect(mark).toBe("open");
  });
});

it("the first page of a drive in doubt has three steps, with the unplug or plug test second, but none after that test or in a virtual machine", () => {
  const given = { drive: stick, modes: linux(31_000, 1), sustained };
  const { steps, deeds } = of(given);
  expect(steps.map((step) => step.split(":")[0])).toEqual([
    "Keep a second copy",
    "The unplug test, if you want to be sure",
    "Only if test files are missing",
  ]);
  expect(deeds.slice(0, 2)).toEqual([
    "Show my files: Then copy them to the computer or online",
    "Run the unplug test: Optional · once your files are copied",
  ]);
  const inside = { ...stick, kind: "nvme", bus: "nvme", removable: false } as const;
  expect(of({ ...given, drive: inside }).steps[1]).toMatch(/^The plug test, if/);
  expect(of({ ...given, report: { powerCut: cuts(["kept"], counted) } }).steps).toEqual([]);
  expect(of({ ...given, host: { virtualMachine: "KVM" } }).steps).toEqual([]);
});

describe("the name of a drive on the first page", () => {
  const usb = { ...unknownDrive, kind: "usb", bus: "usb", removable: true } as const;
  it('is "stick" only for a USB drive whose model name says so', () => {
    const portable = { ...usb, model: "WD Elements 25A3" };
    expect(of({ drive: portable }).headline).not.toMatch(/stick/);
    expect(of({ drive: { ...usb, model: "Flash Disk" } }).headline).toMatch(/stick/);
  });

  it('is not "card" for soldered flash memory', () => {
    const flash = { ...unknownDrive, kind: "memory-card", bus: "mmc", removable: false } as const;
    expect(of({ drive: flash }).headline).not.toMatch(/card/);
  });
});

describe("the rows of the first page", () => {
  const error = (code: "drive-error" | "wrong-data" | "system-limit", syscall: string) =>
    driveError(code, "Something happened.", { syscall, osCode: 5 });

  it("report no failed save when only reading failed", () => {
    const { headline, rows } = of({
      report: { partial: true, error: error("drive-error", "pread") },
    });
    expect(headline).toMatch(/Reading failed here/);
    expect(rows["Saves reach the drive"]).not.toMatch(/one failed/);
  });

  it("blame the drive for an unreadable block only after a drive error", () => {
    const verification = { ...clean, unreadable: [4096] };
    const rowOf = (code: "drive-error" | "system-limit") =>
      of({ report: { partial: true, verification, error: error(code, "pread") } }).rows[
        "Data stays unchanged"
      ];
    expect(rowOf("system-limit")).toBe("open: one block could not be read");
    expect(rowOf("drive-error")).toBe("bad: one block could not be read");
  });

  it('report changed data after the error "wrong-data" even if the read-back found no change', () => {
    const { rows } = of({ report: { partial: true, error: error("wrong-data", "pread") } });
    expect(rows["Data stays unchanged"]).toBe("bad: not all of it");
  });

  it("report changed data when free space changed or database records were lost", () => {
    expect(of({ capacity: "damaged" }).rows["Data stays unchanged"]).toMatch(
      /^bad: one block came back changed$/,
    );
    expect(of({ commits: { lost: 3 } }).rows["Data stays unchanged"]).toBe("bad: not all of it");
  });

  it('say "not in every way of saving" if one way of saving does not reach the drive', () => {
    const modes = linux(900, 1).map((mode) =>
      mode.mode === "fdatasync" ? { ...mode, flushesPerSave: 0 } : mode,
    );
    expect(of({ modes }).rows["Saves reach the drive"]).toBe("bad: not in every way of saving");
  });

  it('say "nearly all" if a few saves had no flush', () => {
    const { mark, headline, rows } = of({ modes: linux(900, 0.92) });
    expect(mark).toBe("fine");
    expect(headline).not.toMatch(/every save reached/i);
    expect(rows["Saves reach the drive"]).toBe("fine: nearly all");
  });

  it("say that saves are not passed on without barriers, end in memory on tmpfs and cannot be seen over a network", () => {
    const reach = (options: SampleOptions) => of(options).rows["Saves reach the drive"];
    expect(reach({ volume: { mountOptions: "rw,nobarrier" } })).toBe(
      "bad: not passed on by the system",
    );
    const inMemory = of({ volume: { fileSystem: "tmpfs" } }).rows;
    expect(inMemory["Saves reach a drive"]).toBe("bad: no, this is memory (RAM)");
    expect(reach({ drive: { kind: "network" } })).toBe("open: cannot be seen from here");
  });
});

describe("old files that changed while the free space was filled", () => {
  const changed = (ownBytes: number, options: SampleOptions = {}) => {
    const oldFiles = {
      files: 12,
      sampledBytes: 64e6,
      changedFiles: 1,
      changedBytes: 8192,
      ownBytes,
    };
    const ofTest = { ...sampleCapacity("whole"), result: "damaged", oldFiles } as const;
    const report = sampleReport({ ...options, capacity: () => ofTest });
    const finding = report.verdict.findings.find(({ code }) => code === "capacity-old-files");
    return { ...said(report), means: finding?.statements?.means.map(tell).join(" ") };
  };

  it("are blamed on the filling only if they hold data that the test wrote to another place", () => {
    const blamed = /[Ff]illing .* changed|[Ww]riting .* changed/;
    const { means, reason } = changed(0);
    expect(means).toMatch(/^What changed them while the free space was filled is not known:/);
    expect([means, reason].join(" ")).not.toMatch(blamed);
    expect(changed(4096).means).toMatch(blamed);
  });

  it("lead to the advice to inspect the drive that holds the copies as well", () => {
    const { headline, steps } = changed(4096);
    expect(headline).toMatch(/Files that were on this drive before have changed\.$/);
    expect(steps[2]).toBe(
      "Check the drive you copied to: Inspect it as well, so that you can trust it. Only test files are written, and deleted at the end.",
    );
  });

  it("leave the cause open and lead to the same advice as damaged blocks if they hold none of the test's data", () => {
    const damaged = of({ capacity: "damaged" });
    const { todo, caveat, unknown, steps } = changed(0);
    expect({ todo, caveat, steps }).toEqual({
      todo: damaged.todo,
      caveat: damaged.caveat,
      steps: damaged.steps,
    });
    expect(unknown).toEqual(damaged.unknown);
  });
});

it("damaged blocks of a volume in memory are not blamed on a damaged drive", () => {
  const memory: SampleOptions = { drive: { kind: "memory" }, volume: { fileSystem: "tmpfs" } };
  const meansOf = (options: SampleOptions) =>
    sampleReport({ ...options, capacity: "damaged" })
      .verdict.findings.find(({ code }) => code === "capacity-damaged")
      ?.statements?.means.map(tell)
      .join(" ");
  expect(meansOf({})).toMatch(/damaged drive/);
  expect(meansOf(memory)).toMatch(/^Some of what is stored here is lost/);
  expect(meansOf(memory)).not.toMatch(/\bdrive/);
});

describe("the row about data in a test of the size alone", () => {
  const ofSize = (capacity: Capacity["result"], options: SampleOptions = {}) => {
    const report = sampleOfTests(["capacity"], { capacity, ...options });
    return said({ ...report, verdict: verdictOn(report) }).rows;
  };

  it("states how much was filled and read back, although no save was tested", () => {
    expect(ofSize("whole")).toMatchObject({
      "DriveProof’s test files": "proof: 134 MB, unchanged",
    });
    expect(ofSize("part")).toMatchObject({
      "DriveProof’s test files": "proof: 67.1 MB, unchanged",
    });
    const stopped = { report: { partial: true } };
    expect(ofSize("part", stopped)["Data stays unchanged"]).toBe(
      "proof: 67.1 MB of test data, all correct",
    );
  });

  it("claims nothing if nothing was read back or the volume is in memory", () => {
    const memory: SampleOptions = { drive: { kind: "memory" }, volume: { fileSystem: "tmpfs" } };
    for (const rows of [ofSize("not-known"), ofSize("error"), ofSize("whole", memory)]) {
      expect(rows["Data stays unchanged"]).toBe("open: not tested");
    }
  });
});

describe("the row about data on a drive that can be pulled out", () => {
  const rowOf = (options: SampleOptions) =>
    of({ drive: { ...stick }, modes: linux(900, 1), ...options }).rows;

  it('names "DriveProof’s test files" instead of "data"', () => {
    expect(rowOf({})["DriveProof’s test files"]).toMatch(/: 268 MB, unchanged$/);
    const inside = rowOf({ drive: { kind: "nvme" } });
    expect(inside["Data stays unchanged"]).toMatch(/: 268 MB of test data, all correct$/);
  });

  it("states no bytes if the disks delivered less than a tenth of the bytes read back", () => {
    const tried = (deviceReadBytes: number) =>
      rowOf({ report: { verification: { ...clean, bytesRead: 100e6, deviceReadBytes } } });
    for (const bytes of [4096, 9.9e6]) {
      expect(tried(bytes)["Data stays unchanged"]).toMatch(/compared only in .* memory$/);
    }
    expect(tried(10e6)["DriveProof’s test files"]).toMatch(/: 10 MB, unchanged$/);
  });

  it("states the bytes read back by whichever of two tests read back more", () => {
    const verification = { ...clean, bytesRead: 1e6, deviceReadBytes: 1e6 };
    const tried = (options: SampleOptions) => rowOf(options)["DriveProof’s test files"];
    expect(tried({ report: { verification } })).toMatch(/: 1 MB, unchanged/);
    const whole = tried({ report: { verification }, capacity: "whole" });
    expect(whole).toMatch(/: 134 MB, unchanged/);
  });
});

describe("the headline does not say that every test went well", () => {
  it("when a database failed", () => {
    const report = sampleUnjudgedReport({ commits: {} });
    const commits = (report.commits ?? []).map((one, place) =>
      place === 0 ? { ...one, status: "failed" as const, reason: "The database broke off." } : one,
    );
    const judged = { ...report, commits };
    const { headline, reason } = said({ ...judged, verdict: verdictOn(judged) });
    expect(headline).toBe("Not complete. Not every test could be carried out.");
    // Tests that broke off may have shown something, so the sentence speaks of completed ones only.
    expect(reason).toBe("What was tested to its end showed nothing wrong.");
  });

  it("when no data was compared", () => {
    expect(of({ os: "windows", report: { verification: null } }).headline).toBe(
      "Not complete. Not every test could be carried out.",
    );
  });

  it("when databases sent no flush to a volatile cache", () => {
    const { headline } = of({ commits: { flushesSeen: 0 } });
    expect(headline).toBe("Doubtful. Not every way of saving was passed on to the drive.");
  });
});

describe("the first page", () => {
  it("does not advise the plug test in a virtual machine", () => {
    const { todo, deeds } = of({ modes: linux(900, 0.5), host: { virtualMachine: "KVM" } });
    expect(deeds.join()).not.toMatch(/plug test/);
    expect(todo).not.toMatch(/plug test/);
  });

  it("does not advise the plug test or count reads as the drive's when it is not known which drive holds the folder", () => {
    const report = sampleReport({ ...clean, volume: { fileSystem: "overlay", lowerMounts: null } });
    expect(said(report).todo).toBe("Choose a folder that lies on a drive.");
    expect(said(report).deeds.join()).not.toMatch(/plug test/);
    const read = report.verdict.findings.filter(({ code }) => code.startsWith("data-verified"));
    expect(read.map(({ code }) => code)).toEqual(["data-verified-uncounted"]);
  });

  it("does not say of a stick in a virtual machine that the place where its data is kept cannot be seen", () => {
    const stick = { ...unknownDrive, model: "Flash Disk", kind: "usb", bus: "usb" } as const;
    const { headline } = of({ drive: stick, host: { virtualMachine: "KVM" } });
    expect(headline).not.toMatch(/keeps its data/);
  });

  it("mentions plug, hub and cable only for a vanished drive that has a plug, and the cable only as one that the drive may have", () => {
    const report = { partial: true, error: driveError("volume-gone", "It is not there.") };
    const gone = (options: SampleOptions) => {
      const judged = sampleReport({ ...options, report });
      const found = judged.verdict.findings.find(({ code }) => code === "volume-gone");
      const { headline, caveat, steps } = said(judged);
      return [headline, caveat, found?.detail, ...steps].join(" ");
    };
    const external = gone({ drive: { kind: "usb", bus: "usb", removable: true } });
    expect(external).toMatch(
      /plug it in again.*unplugged or ejected.*hub.*another cable if it has one/,
    );
    expect(external).not.toMatch(/cable(?! if it has one)/);
    for (const [options, says] of [
      [{}, /off and on again\..*If the drive is there, copy .*ask the shop or the maker/],
      [{ drive: { kind: "memory-card", bus: "mmc", removable: false } }, /off and on again/],
      [{ host: { virtualMachine: "KVM" } }, /off and on again.*ask whoever set it up/],
      [{ drive: { kind: "network" } }, /connect to it again\..*ask whoever set it up/],
      [{ drive: { kind: "virtual" } }, /open it again\..*program that provides it/],
    ] as const) {
      expect(gone(options)).toMatch(says);
      expect(gone(options)).not.toMatch(/plug|hub|cable/i);
    }
  });

  it("asks to repair a drive that is suspiciously fast only if it does not keep its memory without power", () => {
    const outpacing = {
      modes: linux(31_000, 1),
      sustained: { fastBytesPerSecond: 44e6, slowBytesPerSecond: 19e6 },
    };
    const disk = { modes: linux(5000, 1), drive: { kind: "hard-disk", bus: "sata" } } as const;
    for (const options of [outpacing, disk]) {
      const { mark, next } = of(options);
      expect(mark).toBe("care");
      expect(next).toBe(
        "Please say in writing whether this drive, or what it is connected to, keeps its memory without power; if not, repair or replace what confirms too early.",
      );
    }
    expect(of({ commits: { flushesSeen: 0.5 } }).next).toMatch(/^Please examine the drive/);
  });

  it("mentions the size in the next step only when the size is false", () => {
    expect(of({ capacity: "damaged" }).next).not.toMatch(/size/);
    expect(of({ capacity: "false" }).next).toMatch(/size/);
  });

  it("mentions neither a shop nor a drive for a volume in memory", () => {
    const { deeds, unknown } = of({ volume: { fileSystem: "tmpfs" } });
    expect(deeds.join()).not.toMatch(/shop/);
    expect(unknown.join()).not.toMatch(/the drive|power cut/);
  });
});

it('an inspection in which one test could not run is neither "stopped early" nor complete on the first page', () => {
  const failed = sampleReport({ os: "windows", report: { verification: null } });
  const { headline, caveat, ring, deeds } = said(failed);
  expect(headline).toMatch(/^Not complete\./);
  expect(caveat).toBe("What was measured is kept below.");
  expect(ring).toEqual({ of: "inspection", isWhole: false });
  expect(deeds.join()).not.toMatch(/Marked as unfinished/);
});

describe("the advice of the first page", () => {
  const good = { ...clean, modes: linux(900, 1) };
  const todo = (health: Parameters<typeof sampleHealth>[0], report: SampleOptions["report"] = {}) =>
    said(sampleReport({ ...good, report: { health: sampleHealth(health), ...report } })).todo;

  it('is "do nothing" only when no finding asks for an action', () => {
    expect(todo({})).toMatch(/^You need do nothing/);
    expect(todo({ reallocatedSectors: 2000 })).toMatch(/^Inspect it again in some weeks/);
    expect(todo({ powerOnHours: 900 })).toMatch(/^You need do nothing/);
    expect(todo({ powerOnHours: 900 }, { purchase: "new" })).toMatch(/^Say when you bought it/);
    const bought = { purchase: "new", purchasedIn: "2025-03" } as const;
    expect(todo({ powerOnHours: 50, percentageUsed: 45 }, bought)).toMatch(/ask the seller/);
  });

  it("does not demand a second copy when the drive is only too warm or too cold", () => {
    expect(todo({ criticalWarnings: ["temperature"] })).toMatch(/^Bring it to room temperature/);
    expect(todo({ criticalWarnings: ["temperature"], mediaErrors: 1 })).toMatch(/second copy/);
  });

  it("does not mention a replacement when the drive is only too warm or too cold", () => {
    const next = (health: Parameters<typeof sampleHealth>[0]) => {
      const report = sampleReport({ ...good, report: { health: sampleHealth(health) } });
      const found = report.verdict.findings.find(({ code }) => code === "health-care");
      return [said(report).next, found?.detail].join(" ");
    };
    expect(next({ criticalWarnings: ["temperature"] })).not.toMatch(/replace|healthy drive/);
    expect(next({ criticalWarnings: ["temperature"], mediaErrors: 1 })).toMatch(
      /replace it.*healthy drive/,
    );
  });

  it("starts with another inspection at a wrong temperature, and with the PDF if the drive reports errors or was sold worn as new", () => {
    const deeds = (
      health: Parameters<typeof sampleHealth>[0],
      report: SampleOptions["report"] = {},
    ) => said(sampleReport({ ...good, report: { health: sampleHealth(health), ...report } })).deeds;
    expect(deeds({ criticalWarnings: ["temperature"] })).toEqual([
      "Inspect again: Once it is at room temperature",
      "Save as PDF: For your records",
    ]);
    expect(deeds({ mediaErrors: 1 })[0]).toBe("Save as PDF: For the shop or the maker");
    expect(deeds({ mediaErrors: 1 }).join()).not.toMatch(/plug test/);
    const bought = { purchase: "new", purchasedIn: "2025-03" } as const;
    expect(deeds({ powerOnHours: 50, percentageUsed: 45 }, bought)[0]).toMatch(/^Save as PDF/);
  });
});

it.each([
  [1e9, 6.9e9, "Saves 1 GB of photos in under 1 s"],
  [1e9, 1e9, "Saves 1 GB of photos in about 1 s"],
  [12e9, 12e9, "Saves a 10 GB film in under 1 s"],
  [12e9, 4e9, "Saves a 10 GB film in about 3 s"],
])(
  "the example below a speed describes %d bytes at %d bytes per second as: %s",
  (bytes, bytesPerSecond, expected) => {
    const wrote = (bytesPerSecond: number, bytes: number) => ({
      systemCall: "pwrite()",
      unbuffered: true,
      reason: null,
      bytes,
      bytesPerSecond,
      elapsedNs: (bytes / bytesPerSecond) * 1e9,
    });
    const report = sampleReport({ report: { stream: wrote(bytesPerSecond, bytes) } });
    const under = glanceOf(report).cards.map((card) => card.under && tell(card.under));
    expect(under.map((text) => text && plain(text))).toContain(expected);
  },
);
