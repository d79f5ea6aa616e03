import { describe, expect, it } from "vitest";
import { answerIn, findingIn, judged, plain } from "../../../helpers/read-verdict";
import { counted, cutOn, cuts } from "../../../helpers/sample-power-cut";
import type { SampleOptions } from "../../../helpers/sample-report";
import { noCut, of, plugTest, volume } from "./first-page";
import { linux } from "./scenario";

/** Texts of the verdict that depend on the kind of drive. */

type Drive = NonNullable<SampleOptions["drive"]>;

const stick: Drive = { kind: "usb", bus: "usb", removable: true, model: "SanDisk Cruzer Blade" };
const ssdInCase: Drive = { kind: "usb", bus: "usb", removable: true, model: "Samsung T7" };
const card: Drive = { kind: "memory-card", bus: "mmc", removable: true, model: "SD64G" };
const diskInCase: Drive = { kind: "hard-disk", bus: "usb", removable: true, model: "Elements" };

describe("the nearest published figure", () => {
  const comparedWith = (options: SampleOptions) =>
    /, for (.*?) \(/.exec(
      findingIn(
        judged(options.os === "macos" ? options : { modes: linux(690, 1), ...options }),
        "nearest-published",
      )?.detail ?? "",
    )?.[1] ?? null;

  it.each<[string, SampleOptions, RegExp]>([
    ["an NVMe drive", {}, /^NVMe SSD/],
    ["a SATA drive", { drive: { kind: "sata-ssd", bus: "sata" } }, /^SATA SSD/],
    [
      "a hard disk",
      { modes: linux(90, 1), drive: { kind: "hard-disk", bus: "sata" } },
      /^Hard disk/,
    ],
    ["a stick", { drive: stick }, /flash drive$/],
    ["a Mac’s drive", { os: "macos" }, /^Mac/],
  ])("is that of a drive of the same kind for %s", (_, options, kind) => {
    expect(comparedWith(options)).toMatch(kind);
  });

  it.each<[string, SampleOptions]>([
    ["an SSD in a case", { drive: ssdInCase }],
    ["a hard disk in a case", { drive: diskInCase }],
    ["a card", { drive: card }],
    ["a drive of an unknown kind", { drive: { kind: "unknown" } }],
    ["a virtual drive", { drive: { kind: "virtual" } }],
    ["a drive of a virtual machine", { host: { virtualMachine: "KVM" } }],
  ])("is absent for %s", (_, options) => {
    expect(comparedWith(options)).toBeNull();
  });

  it("is absent if the measured rate is more than ten times higher or lower", () => {
    const disk: Drive = { kind: "hard-disk", bus: "sata" };
    expect(comparedWith({ modes: linux(209, 1), drive: disk })).toMatch(/^Hard disk/);
    expect(comparedWith({ modes: linux(211, 1), drive: disk })).toBeNull();
    expect(comparedWith({ modes: linux(2.6, 1), drive: disk })).toMatch(/^Hard disk/);
    expect(comparedWith({ modes: linux(2, 1), drive: disk })).toBeNull();
  });

  it("is absent for a volume on several drives, but not for a volume on one drive", () => {
    expect(comparedWith({ drive: { disks: 1 } })).not.toBeNull();
    expect(comparedWith({ drive: { disks: 2 } })).toBeNull();
    expect(comparedWith({ drive: { kind: "sata-ssd", bus: "sata", disks: 3 } })).toBeNull();
  });

  it("is absent when no figure is published for the system and kind of drive", () => {
    expect(findingIn(judged({ os: "windows" }), "nearest-published")).toBeUndefined();
    expect(
      findingIn(judged({ os: "macos", drive: { kind: "sata-ssd" } }), "nearest-published"),
    ).toBeUndefined();
  });
});

describe("a published curve", () => {
  const everything = { sweep: {}, interval: {}, commits: {} } satisfies SampleOptions;
  const cited = (options: SampleOptions) =>
    judged({ ...everything, ...options })
      .findings.filter(({ detail }) => /\bpublished for\b/i.test(detail))
      .map(({ code }) => code)
      .filter((code) => code !== "nearest-published");

  it("is absent for a volume on several drives", () => {
    expect(cited({ drive: { disks: 2 } })).toEqual([]);
  });

  it("appears for an internal NVMe drive, for which it was published, but not for other kinds or in a virtual machine", () => {
    expect(cited({})).toEqual(
      expect.arrayContaining(["buffer-knee", "sync-interval-cost", "commit-rate"]),
    );
    for (const drive of [stick, ssdInCase, card, diskInCase, { kind: "sata-ssd" }] as const) {
      expect(cited({ drive })).toEqual([]);
    }
    expect(cited({ host: { virtualMachine: "KVM" } })).toEqual([]);
  });
});

describe("a drive in a virtual machine", () => {
  const guest = { host: { virtualMachine: "VirtualBox" } };
  const words = (options: SampleOptions) =>
    plain(
      JSON.stringify(
        judged({ reading: {}, direct: {}, documents: {}, parallel: {}, ...guest, ...options }),
      ),
    );

  it.each([
    ["a stick", stick],
    ["a card", card],
    ["an SSD in a case", ssdInCase],
  ])(
    "is not called virtual or simulated, but said to stand behind the virtual machine, its reads not counted, if it is %s passed on",
    (_, drive) => {
      expect(words({ drive })).not.toMatch(/virtual drive|is simulated/);
      expect(words({ drive })).toMatch(/A virtual machine stands before the drive/);
      const { findings } = judged({ ...guest, drive });
      expect(findings.find(({ code }) => /^data-verified/.test(code))).toMatchObject({
        code: "data-verified-uncounted",
        severity: "info",
      });
    },
  );

  it("is called virtual and simulated if the virtual machine provides it", () => {
    expect(words({})).toMatch(/virtual drive/);
    expect(words({})).toMatch(/The drive is simulated/);
  });
});

it('the answer about the speed of safe saves rates 100 a second "info" for a hard disk but "caution" for an NVMe SSD, and 5 "caution"', () => {
  const severityAt = (iops: number, drive: Drive) =>
    answerIn(judged({ modes: linux(iops, 1), drive }), "safe-speed").severity;
  const disk: Drive = { kind: "hard-disk", bus: "sata" };
  expect(severityAt(100, disk)).toBe("info");
  expect(severityAt(100, {})).toBe("caution");
  expect(severityAt(5, disk)).toBe("caution");
});

it("the finding about a long write that becomes slower names the provider of a network drive as another possible cause", () => {
  const means = (drive: Drive) =>
    findingIn(judged({ sustained: {}, drive }), "fast-cache-full")?.detail ?? "";
  expect(means({ kind: "network" })).toMatch(/what provides this one may limit it/);
  expect(means({})).not.toMatch(/what provides this one/);
});

describe("the power cut test", () => {
  const silent = (drive: Drive) => judged({ modes: linux(690, null), drive });

  it.each([
    ["a stick", stick],
    ["a card", card],
    ["an SSD in a case", ssdInCase],
    ["a hard disk in a case", diskInCase],
  ])('has the name "unplug test" throughout the verdict on %s', (_, drive) => {
    expect(silent(drive).advice.join()).toMatch(/Run the unplug test: only pulling it out/);
    for (const outcome of ["kept", "lost", "not-proven"] as const) {
      const words = JSON.stringify([
        judged({ modes: linux(690, 1), drive, report: { powerCut: cuts([outcome], counted) } }),
        of({ modes: linux(690, null), drive, report: { powerCut: cuts([outcome], counted) } }),
        plugTest(cutOn(1, outcome, counted), [], {
          volume: { system: false, drive: { ...volume.drive, ...drive } },
        }),
        plugTest(cutOn(1, outcome, noCut), [], {
          volume: { system: false, drive: { ...volume.drive, ...drive } },
        }),
      ]);
      expect(words).toMatch(/unplug test/);
      expect(words).not.toMatch(/\bplug test/i);
    }
  });

  it('has the name "plug test" throughout the verdict on an internal drive', () => {
    expect(silent({}).advice.join()).toMatch(/Run the plug test: only a power cut/);
    const words = JSON.stringify([silent({}), plugTest(cutOn(1, "not-proven", noCut))]);
    expect(plain(words)).not.toMatch(/unplug/);
  });
});
