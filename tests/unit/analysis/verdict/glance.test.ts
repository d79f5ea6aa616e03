import { describe, expect, it } from "vitest";
import { glanceOf } from "#analysis/verdict/glance/glance";
import type { Report } from "#contract/report";
import type { VolumeFacts } from "#contract/volume";
import { inLanguage } from "#text/language";
import { tell } from "#text/statements";
import { verdictOn } from "../../../helpers/judged";
import { situations } from "../../../helpers/mock-app/situations";
import { sampleReport, sampleUnjudgedReport } from "../../../helpers/sample-report";
import { allScenarios } from "./all-scenarios";
import { cornerCases } from "./corner-cases";
import { cutCornerCases } from "./cut-corner-cases";
import { saveCornerCases } from "./save-corner-cases";

const scenarios = [...cornerCases, ...cutCornerCases, ...saveCornerCases, ...allScenarios].map(
  ({ given }): Report => {
    const unjudged = sampleUnjudgedReport(given);
    return { ...unjudged, verdict: verdictOn(unjudged) };
  },
);
const all = [...Object.values(situations), ...scenarios];
const glances = all.map((report) => ({ report, glance: glanceOf(report) }));

/** Counts words; a figure with thin spaces is one word. */
const wordsIn = (text: string) => text.split(" ").filter((word) => /\p{L}|\d/u.test(word)).length;

it.each([
  ["good-nvme", "good", "Good. This drive reports no fault, and every save reached it."],
  ["healthy-macbook", "fine", "Good. Every test of this MacBook’s drive went well."],
  ["windows-no-evidence", "fine", "Good. Every test of this computer’s drive went well."],
  ["virtual-machine", "open", "Not judged. This is a virtual computer, such as a remote desktop."],
  ["suspicious-usb", "care", "Doubtful. This stick may say “saved” before it really is."],
  ["drive-error", "bad", "Fault found. Saving failed here: copy your files to another drive now."],
  ["full-drive", "early", "Stopped early. There was not enough room for all tests."],
  ["removed-drive", "early", "Stopped early. The drive vanished: plug it in again."],
  ["plug-test-lost", "bad", "Not safe. 17 test saves were gone or wrong after a power cut."],
  [
    "plug-test-kept",
    "few",
    "Nothing lost so far. All confirmed test saves survived one power cut.",
  ],
] as const)(
  'the first page of the situation "%s" has the mark "%s" and the headline: %s',
  (name, mark, headline) => {
    const glance = glanceOf(situations[name]);
    expect(glance.mark).toBe(mark);
    expect(`${tell(glance.word)} ${tell(glance.sentence)}`).toBe(headline);
  },
);

describe("the first page of every sample report", () => {
  it("has a headline of at most fifteen words", () => {
    const long = glances
      .map(({ glance }) => `${tell(glance.word)} ${tell(glance.sentence)}`)
      .filter((headline) => wordsIn(headline) > 15);
    expect(long).toEqual([]);
  });

  it("has answers of at most seven words, reasons of at most thirteen and rows of at most seven", () => {
    const long = glances.flatMap(({ glance: { safe } }) => [
      ...[tell(safe.answer)].filter((text) => wordsIn(text) > 7),
      ...[tell(safe.reason)].filter((text) => wordsIn(text) > 13),
      ...safe.lines.map(({ value }) => tell(value)).filter((text) => wordsIn(text) > 7),
    ]);
    expect([...new Set(long)]).toEqual([]);
  });

  it("has the same mark for the answer about data as for the headline", () => {
    expect(glances.filter(({ glance }) => glance.safe.sign !== glance.mark)).toEqual([]);
  });

  it('has the mark "bad" exactly when a finding is bad', () => {
    const wrong = glances.filter(
      ({ report, glance }) =>
        (glance.mark === "bad") !==
        report.verdict.findings.some(({ severity }) => severity === "bad"),
    );
    expect(wrong.map(({ glance }) => tell(glance.sentence))).toEqual([]);
  });

  it("shows praise only beside a good or fine mark", () => {
    const praised = glances.filter(
      ({ glance: { mark, safe, well } }) =>
        mark !== "good" &&
        mark !== "fine" &&
        [...safe.lines, ...well].some(({ sign }) => sign === "good" || sign === "fine"),
    );
    expect(praised).toEqual([]);
  });

  it("shows no speeds beside a fault", () => {
    const bad = glances.filter(({ glance }) => glance.mark === "bad");
    expect(bad.length).toBeGreaterThan(20);
    expect(
      bad
        .flatMap(({ glance }) => glance.cards)
        .filter(({ id }) => /ing$/.test(id) && id !== "missing"),
    ).toEqual([]);
  });

  it('has the mark "good" only when a whole inspection on Linux saw the flushes and read data uncached', () => {
    const solid = glances.filter(({ glance }) => glance.mark === "good");
    expect(solid.length).toBeGreaterThan(5);
    for (const { report } of solid) {
      expect(report.host.os).toBe("linux");
      expect(report.partial).toBe(false);
      expect(report.verification?.aroundCache).toBe(true);
      expect(report.verdict.findings.map(({ code }) => code)).toContain("flushes-seen");
    }
  });

  it('has no mark "good" or "fine" when tests were planned but no measured mode promises to survive a power cut', () => {
    const promising = glances.filter(
      ({ report, glance }) =>
        (glance.mark === "good" || glance.mark === "fine") &&
        report.plan.tests.length > 0 &&
        !report.flushModes.some(
          ({ guarantee, status }) => guarantee === "power-loss" && status === "measured",
        ),
    );
    expect(promising.map(({ glance }) => tell(glance.sentence))).toEqual([]);
  });

  it("offers at most three actions, always including the PDF", () => {
    for (const { glance } of glances) {
      expect(glance.deeds.length).toBeLessThanOrEqual(3);
      expect(glance.deeds.map(({ id }) => id)).toContain("pdf");
    }
  });

  it("numbers the actions only for a faulty, doubtful or vanished drive, and puts copying first for such drives and for memory", () => {
    // Texts about data in memory and about flushes that the system does not send: neither a shop
    // nor a copy can help.
    const ofSystem = [
      ...[
        "glance.memory-file-system",
        "glance.syncs-dropped",
        "glance.barriers-off",
        "glance.turned-off",
      ],
      ...["glance.flushes-missing", "glance.other-saves-unflushed"],
    ];
    const seen = new Set<string>();
    for (const { report, glance } of glances) {
      const { code } = glance.sentence;
      const isDoubt =
        /^glance\.todo\.(test-and-copy|wait-and-eject|again-alone|again-with-room)$/.test(
          glance.todo?.code ?? "",
        );
      expect(/\.copy-(first|and-wait|beside-hang)$/.test(glance.steps[0]?.title.code ?? "")).toBe(
        isDoubt,
      );
      const isVanished = glance.mark === "early" && report.error?.code === "volume-gone";
      const isRescue = (glance.mark === "bad" && !ofSystem.includes(code)) || isDoubt || isVanished;
      seen.add(ofSystem.includes(code) ? code : glance.mark);
      expect(glance.deeds.map(({ number }) => number)).toEqual(
        !isRescue
          ? glance.deeds.map(() => null)
          : // The first step of a drive that vanished brings it back.
            report.error?.code === "volume-gone"
            ? [2, 3, null]
            : [1, 2, 3],
      );
      expect(glance.deeds[0]?.title.code === "glance.deed.rescue").toBe(
        isRescue || code === "glance.memory-file-system",
      );
      if (!isRescue) {
        expect(glance.steps.map(({ title }) => title.code).join()).not.toMatch(/step\.files/);
      }
    }
    expect([...seen]).toEqual(expect.arrayContaining(["bad", "early", ...ofSystem]));
  });

  it("accents every word of its headline in the pseudo-language", () => {
    inLanguage("en-XA", () => {
      const headlines = glances.map(({ glance: { word, sentence } }) => [word, sentence].map(tell));
      expect(headlines.flat().filter((text) => /[a-z]{2}/i.test(text))).toEqual([]);
    });
  });
});

describe("the first page", () => {
  it("says how to change the setting that turns flushes off, if the report shows such a setting", () => {
    const todoOn = (volume: Partial<VolumeFacts>, os: "linux" | "windows") =>
      glanceOf(sampleReport({ os, volume })).todo?.code;
    expect(todoOn({ flushesTurnedOff: true }, "windows")).toBe("glance.todo.untick");
    expect(todoOn({ mountOptions: "rw,nobarrier" }, "linux")).toBe("glance.todo.switch-on");
  });

  it("says how long photos or a film take if a tenth of their bytes was read, unless the speed may be memory's or another computer's", () => {
    const readingOf = (report: Report) =>
      glanceOf(report).cards.find(({ id }) => id === "reading")?.ruler?.bytes ?? null;
    const readBy = (sequentialReadNs: number, deliveredShare: number | null = null) =>
      sampleReport({ reading: { sequentialReadNs, deliveredShare } });
    expect(readingOf(situations["healthy-macbook"])).toBe(10e9);
    expect(readingOf(readBy(1_000_000))).toBe(10e9);
    expect(readingOf(readBy(10_000_000))).toBe(1e9);
    expect(readingOf(readBy(100_000_000))).toBeNull();
    const onZfs = sampleReport({
      reading: { deliveredShare: null },
      volume: { fileSystem: "zfs" },
    });
    expect(readingOf(onZfs)).toBeNull(); // the measured speed may be that of memory
    // The measured speed may be that of the host or server, whose memory may hold the test file but
    // not a whole film.
    expect(readingOf(sampleReport({ reading: {}, host: { virtualMachine: "KVM" } }))).toBeNull();
    expect(readingOf(sampleReport({ reading: {}, drive: { kind: "network" } }))).toBeNull();
  });

  it("names a film unless the volume is too small or the file system cannot hold a file of 10 GB", () => {
    const readingOn = (volume: Partial<VolumeFacts>) =>
      glanceOf(sampleReport({ reading: {}, volume })).cards.find(({ id }) => id === "reading")
        ?.ruler?.bytes;
    expect(readingOn({ totalBytes: null })).toBe(10e9);
    expect(readingOn({ totalBytes: 8e9 })).toBe(1e9);
    expect(readingOn({ fileSystem: "exfat" })).toBe(10e9);
    expect(readingOn({ fileSystem: "vfat" })).toBe(1e9);
  });

  it("draws the counted cuts only after a loss", () => {
    const cellsOf = (name: keyof typeof situations) =>
      glanceOf(situations[name]).cards.find(({ id }) => id === "certainty")?.cuts;
    expect(cellsOf("plug-test-lost")).toEqual([
      { number: 1, state: "kept" },
      { number: 3, state: "lost" },
    ]);
    expect(cellsOf("plug-test-kept")).toBeNull();
  });
});
