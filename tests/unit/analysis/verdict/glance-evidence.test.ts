import { describe, expect, it } from "vitest";
import { glanceOf } from "#analysis/verdict/glance/glance";
import { driveError } from "#contract/drive-error";
import { unknownDrive } from "#contract/volume";
import { tell } from "#text/statements";
import { verdictOn } from "../../../helpers/judged";
import { plain } from "../../../helpers/read-verdict";
import { sampleHealth } from "../../../helpers/sample-health";
import { counted, cuts } from "../../../helpers/sample-power-cut";
import {
  type SampleOptions,
  sampleReport,
  sampleUnjudgedReport,
} from "../../../helpers/sample-report";
import { of, said } from "./first-page";
import { clean, linux } from "./scenario";

/** Reports for which a sentence of the first page once stood without its evidence. */

describe("a drive is in doubt for its speed only where its own figures contradict it:", () => {
  const stick = { ...unknownDrive, kind: "usb", bus: "usb", removable: true } as const;
  const sustained = { fastBytesPerSecond: 44e6, slowBytesPerSecond: 19e6 };
  const streamed = {
    ...{ systemCall: "pwrite()", unbuffered: true, reason: null },
    ...{ bytes: 4e9, elapsedNs: 1e10, bytesPerSecond: 4e8 },
  };

  it("a stream that was faster than the saves", () => {
    const given = { drive: stick, modes: linux(31_000, 1), sustained };
    expect(of(given).headline).toMatch(/may say “saved” too early/);
    expect(of({ ...given, report: { stream: streamed } }).headline).not.toMatch(/too early/);
  });

  it("then copy, unplug test and shop come one after the other, unless that test was made", () => {
    const given = { drive: stick, modes: linux(31_000, 1), sustained };
    const { steps, deeds } = of(given);
    expect(steps.map((step) => step.split(":")[0])).toEqual([
      "A second copy first",
      "Then the unplug test",
      "If test saves are missing",
    ]);
    expect(deeds.slice(0, 2)).toEqual([
      "Show my files: Then copy them to another stick or drive",
      "Run the unplug test: Once your files are copied",
    ]);
    const inside = { ...stick, kind: "nvme", bus: "nvme", removable: false } as const;
    expect(of({ ...given, drive: inside }).steps[1]).toMatch(/^Then the plug test/);
    expect(of({ ...given, report: { powerCut: cuts(["kept"], counted) } }).steps).toEqual([]);
    expect(of({ ...given, host: { virtualMachine: "KVM" } }).steps).toEqual([]);
  });

  it("the system asked it for nothing, so that it said nothing", () => {
    const { mark, headline } = of({
      ...{ drive: stick, modes: linux(31_000, 0), sustained },
      volume: { writeCache: "unknown" },
    });
    expect(headline).not.toMatch(/may say “saved” too early/);
    expect(mark).toBe("open");
  });
});

describe("what a USB drive is called", () => {
  const usb = { ...unknownDrive, kind: "usb", bus: "usb", removable: true } as const;
  it("follows its name: every system says that a USB drive can be removed", () => {
    const portable = { ...usb, model: "WD Elements 25A3" };
    expect(of({ drive: portable }).headline).not.toMatch(/stick/);
    expect(of({ drive: { ...usb, model: "Flash Disk" } }).headline).toMatch(/stick/);
  });

  it("is no card where it is soldered in", () => {
    const flash = { ...unknownDrive, kind: "memory-card", bus: "mmc", removable: false } as const;
    expect(of({ drive: flash }).headline).not.toMatch(/card/);
  });
});

describe("a row is not better or worse than what was seen:", () => {
  const error = (code: "drive-error" | "wrong-data" | "system-limit", syscall: string) =>
    driveError(code, "Something happened.", { syscall, osCode: 5 });

  it("reading failed, and every save worked", () => {
    const { headline, rows } = of({
      report: { partial: true, error: error("drive-error", "pread") },
    });
    expect(headline).toMatch(/Reading failed here/);
    expect(rows["Saves reach the drive"]).not.toMatch(/one failed/);
  });

  it("something else than the drive kept a block from being read", () => {
    const verification = { ...clean, unreadable: [4096] };
    const rowOf = (code: "drive-error" | "system-limit") =>
      of({ report: { partial: true, verification, error: error(code, "pread") } }).rows[
        "Data stays unchanged"
      ];
    expect(rowOf("system-limit")).toBe("open: one block could not be read");
    expect(rowOf("drive-error")).toBe("bad: one block could not be read");
  });

  it("a document came back otherwise than it was written, the test file as it was", () => {
    const { rows } = of({ report: { partial: true, error: error("wrong-data", "pread") } });
    expect(rows["Data stays unchanged"]).toBe("bad: not all of it");
  });

  it("blocks of the free space came back wrong", () => {
    expect(of({ capacity: "damaged" }).rows["Data stays unchanged"]).toMatch(
      /^bad: one block of [\d ]+ differs$/,
    );
    expect(of({ commits: { lost: 3 } }).rows["Data stays unchanged"]).toBe("bad: not all of it");
  });

  it("other ways of saving do not reach the drive", () => {
    const modes = linux(900, 1).map((mode) =>
      mode.mode === "fdatasync" ? { ...mode, flushesPerSave: 0 } : mode,
    );
    expect(of({ modes }).rows["Saves reach the drive"]).toBe("bad: not in every way of saving");
  });

  it("a tenth of the saves had no flush of its own", () => {
    const { mark, headline, rows } = of({ modes: linux(900, 0.92) });
    expect(mark).toBe("fine");
    expect(headline).not.toMatch(/every save reached/);
    expect(rows["Saves reach the drive"]).toBe("fine: nearly each seen on its way");
  });

  it("the mount or the place is why saves do not arrive", () => {
    const reach = (options: SampleOptions) => of(options).rows["Saves reach the drive"];
    expect(reach({ volume: { mountOptions: "rw,nobarrier" } })).toBe(
      "bad: not passed on by the system",
    );
    expect(reach({ volume: { fileSystem: "tmpfs" } })).toBe("bad: there is no drive here");
    expect(reach({ drive: { kind: "network" } })).toBe("open: cannot be seen from here");
  });
});

describe("not every test went well", () => {
  it("where a database broke off", () => {
    const report = sampleUnjudgedReport({ commits: {} });
    const commits = (report.commits ?? []).map((one, place) =>
      place === 0 ? { ...one, status: "failed" as const, reason: "The database broke off." } : one,
    );
    const judged = { ...report, commits };
    const { headline, reason } = said({ ...judged, verdict: verdictOn(judged) });
    expect(headline).toBe("Not complete. Not every test could be carried out.");
    // What broke off may have shown something.
    expect(reason).toBe("What was tested to its end showed nothing wrong.");
  });

  it("where nothing was compared", () => {
    expect(of({ os: "windows", report: { verification: null } }).headline).toBe(
      "Not complete. Not every test could be carried out.",
    );
  });

  it("where databases sent no flush to a drive that needs one", () => {
    const { headline } = of({ commits: { flushesSeen: 0 } });
    expect(headline).toBe("Doubtful. Not every way of saving was passed on to the drive.");
  });
});

describe("nobody is sent where nothing is", () => {
  it("to a plug test of a virtual machine", () => {
    const { todo, deeds } = of({ modes: linux(900, 0.5), host: { virtualMachine: "KVM" } });
    expect(deeds.join()).not.toMatch(/plug test/);
    expect(todo).not.toMatch(/plug test/);
  });

  it("to a plug test of a place that cannot be found, nor to a drive that may not be there", () => {
    const report = sampleReport({ ...clean, volume: { fileSystem: "overlay", lowerMounts: null } });
    expect(said(report).todo).toBe("Choose a folder that lies on a drive.");
    expect(said(report).deeds.join()).not.toMatch(/plug test/);
    const read = report.verdict.findings.filter(({ code }) => code.startsWith("data-verified"));
    expect(read.map(({ code }) => code)).toEqual(["data-verified-uncounted"]);
  });

  it("to the host's drive for what a stick keeps", () => {
    const stick = { ...unknownDrive, model: "Flash Disk", kind: "usb", bus: "usb" } as const;
    const { headline } = of({ drive: stick, host: { virtualMachine: "KVM" } });
    expect(headline).not.toMatch(/keeps its data/);
  });

  it("to a plug that a drive does not have which vanished from inside, or from elsewhere", () => {
    const report = { partial: true, error: driveError("volume-gone", "It is not there.") };
    const gone = (options: SampleOptions) => {
      const judged = sampleReport({ ...options, report });
      const found = judged.verdict.findings.find(({ code }) => code === "volume-gone");
      const { headline, caveat, steps } = said(judged);
      return [headline, caveat, found?.detail, ...steps].join(" ");
    };
    const external = gone({ drive: { kind: "usb", bus: "usb", removable: true } });
    expect(external).toMatch(/plug it in again.*unplugged or ejected.*hub.*try another cable/);
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

  it("to a shop with the size of a drive whose size is not in doubt", () => {
    expect(of({ capacity: "damaged" }).next).not.toMatch(/size/);
    expect(of({ capacity: "false" }).next).toMatch(/size/);
  });

  it("to a shop for a setting, or to a drive that is not there", () => {
    const { deeds, unknown } = of({ volume: { fileSystem: "tmpfs" } });
    expect(deeds.join()).not.toMatch(/shop/);
    expect(unknown.join()).not.toMatch(/the drive|power cut/);
  });
});

describe("one test of many that could not be made", () => {
  const failed = sampleReport({ os: "windows", report: { verification: null } });
  it("is no early end, nor a whole inspection", () => {
    const { headline, caveat, ring, deeds } = said(failed);
    expect(headline).toMatch(/^Not complete\./);
    expect(caveat).toBe("What was measured is kept below.");
    expect(ring).toEqual({ of: "inspection", isWhole: false });
    expect(deeds.join()).not.toMatch(/Marked as unfinished/);
  });
});

describe("what the first page asks of the owner", () => {
  const good = { ...clean, modes: linux(900, 1) };
  const todo = (health: Parameters<typeof sampleHealth>[0], report: SampleOptions["report"] = {}) =>
    said(sampleReport({ ...good, report: { health: sampleHealth(health), ...report } })).todo;

  it("is nothing only where no finding asks for something", () => {
    expect(todo({})).toMatch(/^You need do nothing/);
    expect(todo({ reallocatedSectors: 2000 })).toMatch(/^Inspect it again in some weeks/);
    expect(todo({ powerOnHours: 900 })).toMatch(/^You need do nothing/);
    expect(todo({ powerOnHours: 900 }, { purchase: "new" })).toMatch(/^Say when you bought it/);
    const bought = { purchase: "new", purchasedIn: "2025-03" } as const;
    expect(todo({ powerOnHours: 50, percentageUsed: 45 }, bought)).toMatch(/ask the seller/);
  });

  it("is no second copy where a drive is only too warm or too cold", () => {
    expect(todo({ criticalWarnings: ["temperature"] })).toMatch(/^Bring it to room temperature/);
    expect(todo({ criticalWarnings: ["temperature"], mediaErrors: 1 })).toMatch(/second copy/);
  });

  it("is nothing of a shop where a drive is only too warm or too cold", () => {
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

  it("is first what helps: no power cut cools a drive, mends its errors or shows who used it before", () => {
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

describe("the time for a familiar amount of data", () => {
  const wrote = (bytesPerSecond: number, bytes: number) => ({
    ...{ systemCall: "pwrite()", unbuffered: true, reason: null, bytes, bytesPerSecond },
    elapsedNs: (bytes / bytesPerSecond) * 1e9,
  });

  it.each([
    [1e9, 6.9e9, "Saves 1 GB of photos in under 1 s"],
    [1e9, 1e9, "Saves 1 GB of photos in about 1 s"],
    [12e9, 12e9, "Saves a 10 GB film in under 1 s"],
    [12e9, 4e9, "Saves a 10 GB film in about 3 s"],
  ])("is what %d bytes at %d bytes per second take: %s", (bytes, bytesPerSecond, expected) => {
    const report = sampleReport({ report: { stream: wrote(bytesPerSecond, bytes) } });
    const under = glanceOf(report).cards.map((card) => card.under && tell(card.under));
    expect(under.map((text) => text && plain(text))).toContain(expected);
  });
});
