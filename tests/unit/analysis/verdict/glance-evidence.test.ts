import { describe, expect, it } from "vitest";
import { glanceOf } from "#analysis/verdict/glance/glance";
import { paperOf } from "#analysis/verdict/glance/paper";
import { driveError } from "#contract/drive-error";
import type { PowerCutModeResult, PowerCutTest } from "#contract/power-cut/report";
import type { Report } from "#contract/report";
import { unknownDrive, volumeFactsSchema } from "#contract/volume";
import { tell } from "#text/statements";
import { powerCutReportOn, verdictOn } from "../../../helpers/judged";
import { laptopVolume } from "../../../helpers/mock-app/volumes";
import { plain } from "../../../helpers/read-verdict";
import { sampleHealth } from "../../../helpers/sample-health";
import { counted, cutOn, cuts } from "../../../helpers/sample-power-cut";
import {
  type SampleOptions,
  sampleModes,
  sampleReport,
  sampleUnjudgedReport,
} from "../../../helpers/sample-report";
import { clean, linux } from "./scenario";

/** Reports for which a sentence of the first page once stood without its evidence. */

const said = (report: Report) => {
  const glance = glanceOf(report);
  const paper = paperOf(report);
  const text = (one: Parameters<typeof tell>[0] | null) => (one === null ? null : plain(tell(one)));
  return {
    mark: glance.mark,
    headline: `${text(glance.word)} ${text(glance.sentence)}`,
    todo: text(glance.todo),
    caveat: text(glance.caveat),
    reason: text(glance.safe.reason),
    rows: Object.fromEntries(
      glance.safe.lines.map(({ sign, title, value }) => [text(title), `${sign}: ${text(value)}`]),
    ),
    steps: glance.steps.map(({ title, detail }) => `${text(title)}: ${text(detail)}`),
    repeat: paper.repeat.map(text),
    deeds: glance.deeds.map(({ title, detail }) => `${text(title)}: ${text(detail)}`),
    cards: glance.cards,
    ring: glance.ring,
    next: text(paper.next),
    unknown: paper.unknown.map(text),
  };
};
const of = (options: SampleOptions) => said(sampleReport(options));

const { app, host } = sampleUnjudgedReport();
const volume = volumeFactsSchema.parse(laptopVolume);
const plugTest = (
  test: PowerCutTest,
  earlier: readonly PowerCutTest[] = [],
  around: { host?: Partial<typeof host>; volume?: Partial<typeof volume> } = {},
) =>
  said(
    powerCutReportOn({
      ...{ app, host: { ...host, ...around.host }, volume: { ...volume, ...around.volume } },
      ...{ warnings: [], test, earlier },
    }),
  );

const withModes = (
  test: PowerCutTest,
  change: (mode: PowerCutModeResult) => Partial<PowerCutModeResult>,
): PowerCutTest => ({ ...test, modes: test.modes.map((one) => ({ ...one, ...change(one) })) });

/** Only another way of saving that promises as much was the last to wait. */
const onlyOthersKept = (day: number) =>
  withModes(cutOn(day, "kept", counted), ({ mode }) =>
    mode === "fsync"
      ? { verdict: "not-proven", doubt: "flushed-by-another", unaided: 0, windowNs: null }
      : mode === "o_direct_dsync"
        ? { verdict: "kept", refusal: null }
        : {},
  );

const guest = { host: { virtualMachine: "KVM" } };

const noCut = { deed: "no-cut", computerRestarted: true } as const;

describe("a drive is in doubt for its speed only where its own figures contradict it:", () => {
  const stick = { ...unknownDrive, kind: "usb", bus: "usb", removable: true } as const;
  const sustained = { fastBytesPerSecond: 44e6, slowBytesPerSecond: 19e6 };
  const streamed = {
    ...{ systemCall: "pwrite()", unbuffered: true, reason: null },
    ...{ bytes: 4e9, elapsedNs: 1e10, bytesPerSecond: 4e8 },
  };

  it("a stream that was faster than the saves", () => {
    const given = { drive: stick, modes: linux(31_000, 1), sustained };
    expect(of(given).headline).toMatch(/may say it is finished/);
    expect(of({ ...given, report: { stream: streamed } }).headline).not.toMatch(/finished/);
  });

  it("the system asked it for nothing, so that it said nothing", () => {
    const { mark, headline } = of({
      ...{ drive: stick, modes: linux(31_000, 0), sustained },
      volume: { writeCache: "unknown" },
    });
    expect(headline).not.toMatch(/may say it is finished/);
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

describe("after a plug test", () => {
  it("only what promises something is missed", () => {
    const control = withModes(cutOn(1, "not-proven", noCut), ({ mode }) =>
      mode === "none"
        ? { verdict: "not-proven", doubt: "changed-without-cut", failed: 40 }
        : { verdict: mode === "fsync" ? "not-proven" : "unavailable", doubt: "no-power-cut" },
    );
    expect(plugTest(control).headline).toBe("Not judged. This plug test could not prove anything.");
    const promised = withModes(control, ({ mode }) =>
      mode === "fsync" ? { doubt: "changed-without-cut", failed: 3 } : {},
    );
    expect(plugTest(promised).headline).toMatch(/^Doubtful\. Test saves are missing/);
    // Also beside a later test that lost nothing, whose cut is known.
    const later = plugTest(cutOn(2, "kept", counted), [promised]);
    expect(later.mark).toBe("care");
    expect(later.headline).not.toMatch(/no power cut is known/);
    // Somebody may have changed them: that is no case for a shop.
    expect(later.next).toBeNull();
    expect(later.deeds.join()).not.toMatch(/shop/);
  });

  it("a cut that reached other ways of saving proves something, and counts for no other", () => {
    const only = plugTest(onlyOthersKept(1));
    expect(only.headline).toBe(
      "Not judged. These power cuts did not reach the main way of saving.",
    );
    expect(only.rows["Cut 1"]).toBe("open: reached only other ways of saving");
    expect(only.ring).toEqual({ of: "cuts", cuts: ["open"] });

    const two = plugTest(onlyOthersKept(2), [cutOn(1, "kept", counted)]);
    expect(two.headline).toMatch(/One power cut is too few/);
    expect(two.cards[1]?.cuts?.filter(({ state }) => state === "kept")).toHaveLength(1);
  });

  it.each([
    ["no-power-cut", "no power cut is known"],
    ["changed-without-cut", "no power cut is known"],
    ["control-survived", "drive may have kept power"],
    ["drive-kept-power", "the drive kept its power"],
    ["flushed-by-another", "another way of saving helped"],
    ["nothing-acknowledged", "no save is known"],
    ["read-from-memory", "read from the computer’s memory"],
    ["window-not-known", "age of saves not known"],
    ["window-too-long", "its saves were too old"],
  ] as const)("a cut that proved nothing says why: %s", (doubt, why) => {
    const cut = withModes(cutOn(1, "not-proven"), ({ mode }) =>
      mode === "none"
        ? { verdict: "lost", doubt: null }
        : mode === "fsync"
          ? { verdict: "not-proven", doubt }
          : { verdict: "unavailable", doubt: null },
    );
    expect(plugTest(cut).rows["Cut 1"]).toBe(`open: not counted: ${why}`);
  });

  it("the next cut has the next number", () => {
    const { cards, deeds } = plugTest(cutOn(3, "kept", counted), [
      cutOn(1, "not-proven", noCut),
      cutOn(2, "not-proven"),
    ]);
    const cells = cards[1]?.cuts ?? [];
    expect(cells.slice(0, 2).map(({ number }) => number)).toEqual([2, 3]);
    expect(deeds[0]).toContain("a cut 3 without a loss");
  });

  it("nothing is called surer that nothing has shown yet", () => {
    expect(plugTest(cutOn(1, "not-proven")).deeds[0]).not.toMatch(/surer/);
  });

  it("a cut that does not count is told, also where it is long ago", () => {
    const many = Array.from({ length: 13 }, (_, day) => cutOn(day + 2, "kept", counted));
    const { cards } = plugTest(cutOn(20, "lost", counted), [cutOn(1, "not-proven"), ...many]);
    expect(plain(tell(cards[1]?.figure as never))).toBe("1 of the 14 cuts that count");
  });

  it("ten cuts are far more than five, and not than nine", () => {
    const todoOf = (count: number) =>
      plugTest(
        cutOn(count, "kept", counted),
        Array.from({ length: count - 1 }, (_, day) => cutOn(day + 1, "kept", counted)),
      ).todo;
    expect(todoOf(5)).toMatch(/Ten power cuts would tell far more/);
    expect(todoOf(9)).toBeNull();
  });

  it("thirty cuts on a person's word are not called few, and not enough", () => {
    const tests = Array.from({ length: 30 }, (_, day) => ({
      ...cutOn(1, "kept"),
      testId: `0b9d4c1e-5a55-4c5e-9a39-0000000001${String(day).padStart(2, "0")}`,
    }));
    const [test, ...earlier] = tests;
    const { headline } = plugTest(test as PowerCutTest, earlier);
    expect(headline).toBe("Nothing lost so far. The system shows too few of these power cuts.");
  });

  it("saves of two cuts are not gone after one", () => {
    const { headline } = plugTest(cutOn(2, "lost"), [cutOn(1, "lost")]);
    expect(headline).toBe("Not safe. 34 test saves were gone after 2 power cuts.");
  });

  it("counts what was looked for: a save that was replaced need not be there", () => {
    expect(plugTest(cutOn(1, "kept", counted)).rows["Cut 1"]).toBe(
      "proof: all 1 044 test saves were there",
    );
    expect(plugTest(cutOn(1, "lost", counted)).rows["Cut 1"]).toBe(
      "bad: 17 of 1 044 test saves were gone",
    );
  });

  it("of a virtual machine nothing is said that only its computer knows", () => {
    const { mark, headline, caveat } = plugTest(cutOn(1, "kept"), [], {
      host: { virtualMachine: "KVM" },
    });
    expect(mark).toBe("open");
    expect(headline).toBe("Not judged. Whether your files are safe cannot be told from here.");
    expect(caveat).toMatch(/inside another computer \(a virtual machine\)/);
  });

  it("of a virtual machine does not say that more cuts would tell", () => {
    const ids = (around: typeof guest | undefined) =>
      plugTest(cutOn(1, "kept"), [], around).cards.map(({ id }) => id);
    expect(ids(undefined)).toContain("certainty");
    expect(ids(guest)).not.toContain("certainty");
  });

  it("asks nobody to put the drive of a virtual machine into another computer", () => {
    expect(plugTest(cutOn(1, "lost")).next).toMatch(/in another computer/);
    expect(plugTest(cutOn(1, "lost"), [], guest).next).toMatch(
      /^Please find out whether the virtual machine, the computer it runs on or its drive/,
    );
  });

  it.each([
    ["cable", "Plug the drive in again, and read the result."],
    ["power-button", "Start the computer, and read the result."],
    ["battery", "When all is on again, read the result."],
  ] as const)("is read as it can be after a cut by %s", (deed, words) => {
    const test = cutOn(1, "lost");
    expect(plugTest({ ...test, cut: { ...test.cut, deed } }).repeat).toContain(words);
  });

  it("a mount without barriers is not put down to the drive", () => {
    const mount = { mountOptions: "rw,relatime,nobarrier" };
    const { headline, next, caveat } = plugTest(cutOn(1, "lost"), [], { volume: mount });
    expect(headline).toBe("Not safe. This computer is set up not to wait for the drive.");
    expect(next).not.toMatch(/in order loses none|Examine/);
    expect(caveat).toBeNull();
  });
});

describe("in a virtual machine", () => {
  const inMachine = (drive: Partial<(typeof volume)["drive"]>) => {
    const unjudged = {
      ...sampleUnjudgedReport(),
      host: { ...host, virtualMachine: "KVM" },
      volume: { ...volume, drive: { ...volume.drive, ...drive } },
    };
    const report: Report = { ...unjudged, verdict: verdictOn(unjudged) };
    const found = report.verdict.findings.find(({ code }) => code === "virtual-drive");
    return { ...said(report), found };
  };

  it("asks whoever set it up about its own drive", () => {
    const { steps, todo, found } = inMachine({});
    expect(steps[0]).toMatch(/^Ask whoever set this computer up/);
    expect(todo).toMatch(/no error. Ask whoever set this computer up/);
    expect(found?.detail).toMatch(/The computer behind it \(the host\) decides/);
  });

  it("sends nobody to a shop with a drive that no shop has sold", () => {
    const lost = (around: typeof guest | undefined) => {
      const { steps, deeds } = plugTest(cutOn(1, "lost"), [], around);
      return { step: steps[1], pdf: deeds.find((deed) => deed.startsWith("Save as PDF")) };
    };
    expect(lost(undefined)).toEqual({
      step: expect.stringMatching(/^Then the shop/),
      pdf: expect.stringMatching(/shop/),
    });
    expect(lost(guest)).toEqual({
      step: expect.stringMatching(/^Then whoever set this computer up/),
      pdf: expect.stringMatching(/For whoever set this computer up/),
    });
  });

  it("sends a stick to a computer that is none, and asks nobody for its copies", () => {
    const { steps, todo, found } = inMachine({ kind: "usb", bus: "usb", removable: true });
    expect(steps).toEqual([]);
    expect(todo).toBe("Inspect it in a computer that is no virtual machine.");
    expect(found?.detail).toMatch(/pass through the virtual machine/);
  });

  it("says of a network drive that it belongs to another computer, and nothing of a virtual one", () => {
    const { headline, found } = inMachine({ kind: "network" });
    expect(headline).toMatch(/belongs to another computer/);
    expect(found).toBeUndefined();
  });
});

describe("beside plug tests of before", () => {
  it("a drive that nobody asked to store is not said to be out of order", () => {
    const { next, caveat, unknown } = of({
      modes: linux(900, 0),
      report: { powerCut: cuts(["lost"], counted) },
    });
    expect(next).not.toMatch(/in order loses none/);
    expect(caveat).toBeNull();
    expect(unknown).not.toContain("Whether the drive or the system is the cause.");
  });

  it("says of a test that proved nothing that it was made, and still names what is open", () => {
    const { rows, caveat } = of({ report: { powerCut: cuts(["not-proven"]) } });
    expect(rows["Survives a power cut"]).toBe("open: tested, but nothing was proven");
    expect(caveat).toMatch(/sudden loss of power/);
  });

  it("does not call for the cut that was made", () => {
    const powerCut = cuts(["kept", "kept"], counted);
    const mac = { os: "windows", modes: sampleModes.windows } as const;
    expect(of({ ...mac, report: { powerCut } }).caveat).toBeNull();
    expect(of({ ...mac, report: { powerCut: null } }).caveat).toMatch(/only a power cut/);
    const zfs = { volume: { fileSystem: "zfs" } };
    expect(of({ ...zfs, report: { powerCut } }).todo).toBeNull();
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
      /^bad: 1 of [\d ]+ blocks differ$/,
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

  it("to the host's drive for what a stick keeps", () => {
    const stick = { ...unknownDrive, model: "Flash Disk", kind: "usb", bus: "usb" } as const;
    const { headline } = of({ drive: stick, host: { virtualMachine: "KVM" } });
    expect(headline).not.toMatch(/keeps its data/);
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

it("blocks of the free space that cannot be read are counted, beside a test file that is whole", () => {
  const report = sampleUnjudgedReport({ capacity: "whole" });
  const capacity = report.capacity && {
    ...report.capacity,
    result: "error" as const,
    badBlocks: 3,
    contents: [{ content: "unreadable" as const, blocks: 3 }],
  };
  const judged = { ...report, capacity } as typeof report;
  expect(said({ ...judged, verdict: verdictOn(judged) }).rows["Data stays unchanged"]).toMatch(
    /3 blocks could not be read/,
  );
});

it("an amount that old files lost is not said of what was written", () => {
  const report = sampleUnjudgedReport({ capacity: "whole" });
  const capacity = report.capacity && {
    ...report.capacity,
    result: "false-or-damaged" as const,
    badBlocks: 0,
    oldFiles: {
      ...{ files: 9, sampledBytes: 9e7, changedFiles: 3, changedBytes: 5e7, ownBytes: 0 },
    },
  };
  const judged = { ...report, capacity } as typeof report;
  expect(said({ ...judged, verdict: verdictOn(judged) }).reason).toBe(
    "Filling the free space changed files that were there before.",
  );
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

describe("what a power cut left", () => {
  const bothNames = withModes(cutOn(1, "lost"), ({ mode, counts }) =>
    mode === "fsync" ? { failed: 2, counts: { ...counts, stale: 0, torn: 0, nameBoth: 2 } } : {},
  );
  it("is not called gone where it is there under the wrong name", () => {
    const { headline, reason, caveat, rows, cards } = plugTest(bothNames);
    expect(caveat).toBe("Drive or system: not known which.");
    expect(headline).toBe("Not safe. 2 test saves were gone or wrong after a power cut.");
    expect(reason).toBe("Your newest work may be gone or wrong after a power cut.");
    expect(rows["Cut 1"]).toMatch(/^bad: 2 of [\d ]+ gone or wrong$/);
    expect(tell(cards[0]?.under as never)).toMatch(/gone or wrong/);
  });

  it("offers no tests to repeat, for a plug test has none", () => {
    const { deeds } = plugTest(cutOn(1, "kept", counted));
    expect(deeds).toContain("Inspect it too: You choose the tests");
    expect(deeds.join()).not.toMatch(/same tests/);
  });
});

it("speeds of a place that may be memory are no drive's", () => {
  const { cards } = of({
    reading: {},
    volume: { fileSystem: "overlay", lowerMounts: null },
  });
  expect(cards.map(({ isMuted }) => isMuted)).toEqual([true, true]);
  expect(cards.flatMap(({ note }) => (note === null ? [] : [tell(note)])).join()).not.toMatch(
    /around the computer|At the drive itself/,
  );
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
