import { describe, expect, it } from "vitest";
import { driveError } from "#contract/drive-error";
import { unknownDrive } from "#contract/volume";
import { counted, cutOn } from "../../../helpers/sample-power-cut";
import type { SampleOptions } from "../../../helpers/sample-report";
import { good, guest, of, plugTest, volume } from "./first-page";

/**
 * The first page if the saved data may be in memory or on another computer, or if the speed changed
 * during the write.
 */

const elsewhere: SampleOptions = { ...good, volume: { fileSystem: "overlay", lowerMounts: null } };
const ended = (code: "volume-gone" | "volume-full") => ({
  partial: true,
  error: driveError(code, "Something happened.", { syscall: "pwrite", osCode: 5 }),
});

it("the first page does not advise the plug test if the drive is not known or belongs to a network", () => {
  const short = { commits: { flushesSeen: 0.5 } };
  const cached = { writeCache: "write-back" } as const;
  for (const options of [
    { ...elsewhere, ...short, volume: { ...elsewhere.volume, ...cached } },
    { ...good, ...short, volume: cached, drive: { kind: "network" } },
  ] satisfies SampleOptions[]) {
    const { mark, todo } = of(options);
    expect(mark).toBe("care");
    expect(todo).toBe("Use it only with a second copy of everything.");
  }
  expect(of({ ...good, ...short, volume: cached }).todo).toMatch(
    /^Copy your files first\. The plug test/,
  );
});

it("the first page does not ask to plug in a drive if it is not known where the folder lies", () => {
  const { headline, steps } = of({
    ...elsewhere,
    drive: unknownDrive,
    report: ended("volume-gone"),
  });
  expect(headline).toBe("Stopped early. The drive vanished: open it again.");
  expect(steps.join()).not.toMatch(/plug|hub|cable/i);
});

it("the first page names no shop if it is not known where the folder lies", () => {
  const report = { partial: true, error: driveError("drive-error", "It failed.") };
  const { steps, deeds } = of({ ...elsewhere, report });
  expect([...steps, ...deeds].join()).not.toMatch(/shop/);
  expect(steps[1]).toMatch(/^Tell whoever set it up/);
});

describe("saves lost in a power cut on storage that is not fully visible", () => {
  const lostOn = (around: Parameters<typeof plugTest>[2]) => {
    const { caveat, caveatOnPaper, next, unknown } = plugTest(
      cutOn(1, "lost", counted),
      [],
      around,
    );
    expect(caveatOnPaper).toBe(caveat);
    expect(next).toMatch(/^Please find out whether/);
    return { caveat, cause: unknown[0] };
  };
  const { drive } = volume;

  it.each([
    ["another computer", { volume: { drive: { ...drive, kind: "network" as const } } }],
    ["a disk image", { volume: { drive: { ...drive, kind: "virtual" as const, bus: "loop" } } }],
    ["a virtual machine", guest],
    ["a folder whose place is not known", { volume: { lowerMounts: null } }],
  ])("are not blamed on a drive if the storage is %s", (_, around) => {
    expect(lostOn(around)).toEqual({
      caveat: "The cause may be what keeps the data, the way to it or this computer.",
      cause: "Whether what keeps the data, the way to it or this computer is the cause.",
    });
  });

  it("are blamed on no single drive of a group", () => {
    expect(lostOn({ volume: { drive: { ...drive, disks: 2 } } })).toEqual({
      caveat: "The cause may be one of the drives, a connection or the computer: not known which.",
      cause: "Whether one of the drives, and which, its connection or the computer is the cause.",
    });
  });

  it("get on ZFS the caveat that ZFS can be set up to ignore saves", () => {
    expect(lostOn({ volume: { fileSystem: "zfs" } })).toEqual({
      caveat: "ZFS can be told to ignore saves, and does not show it.",
      cause: "Whether the drive or the system is the cause.",
    });
  });
});

it.each<[string, SampleOptions]>([
  ["another computer", { ...good, drive: { kind: "network" } }],
  ["a folder whose place is not known", elsewhere],
])(
  "speeds measured over a network or in an unknown place are muted, with a note that the drive may be faster or slower: %s",
  (_, options) => {
    const speeds = (options: SampleOptions) =>
      of({ ...options, reading: {}, sustained: { fastBytes: null } });
    for (const report of [{}, { partial: true }, ended("volume-full")]) {
      const { cards, notes } = speeds({ ...options, report });
      expect(cards.map(({ isMuted }) => isMuted)).toEqual([true, true]);
      expect(notes).toEqual(Array(2).fill("The drive behind it may be faster or slower."));
    }
  },
);

it("the first page states no time for a film if the write became slow", () => {
  const under = (fastBytes: number | null) =>
    of({ ...good, sustained: { fastBytes, fastBytesPerSecond: 2e9 } }).cards[1]?.under ?? null;
  // The first 10 GB took 5 s, but the average speed would give 13 s.
  expect(under(20e9)).toBeNull();
  expect(under(null)).not.toBeNull();
});
