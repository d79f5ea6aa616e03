import { describe, expect, it } from "vitest";
import { paperOf } from "#analysis/verdict/glance/paper";
import { driveError } from "#contract/drive-error";
import { tell } from "#text/statements";
import { findingOf, judged } from "../../../helpers/read-verdict";
import { sampleHealth } from "../../../helpers/sample-health";
import { sampleModes } from "../../../helpers/sample-modes";
import { type SampleOptions, sampleReport } from "../../../helpers/sample-report";
import { of } from "./first-page";
import { clean, linux } from "./scenario";

/** Computers as people have them, for which a sentence was once wrong, frightening or useless. */

const usb = { kind: "usb", bus: "usb", removable: true } as const;

describe("the advice printed on paper when saves cannot be safe", () => {
  it("asks to save to a drive if the tested folder is in memory", () => {
    const { next } = of({ drive: { kind: "memory" }, volume: { fileSystem: "tmpfs" } });
    expect(next).toMatch(/^Save to a drive/);
    expect(next).not.toMatch(/drive itself|[Ss]witch/);
  });

  it("asks for a changed setting, and not for another drive, when a setting is the cause", () => {
    const { next } = of({ os: "windows", volume: { flushesTurnedOff: true } });
    expect(next).toMatch(/^Switch safe saving on/);
    expect(next).not.toMatch(/save to a drive/);
  });
});

describe("the findings about slow saves", () => {
  it("do not call slow saves safe if it is not known whether these saves are safe", () => {
    const card = { kind: "memory-card", bus: "mmc", removable: true } as const;
    const slow = { drive: card, modes: linux(45, 0), volume: { writeCache: "unknown" } } as const;
    const { title, detail } = findingOf(slow, "slow-saves");
    expect(`${title} ${detail}`).not.toMatch(/safe saves/i);
  });

  it("name the connection of a USB drive as a possible cause of pauses", () => {
    const modes = linux(3, 1).map((mode) => ({ ...mode, slowestNs: 3_300_000_000 }));
    const { detail } = findingOf({ drive: usb, modes }, "long-pauses");
    expect(detail).toMatch(/the drive or its connection/);
  });
});

describe("a Mac whose full flushes are slow", () => {
  const disk = { ...usb, kind: "hard-disk" } as const;
  const waits = (given: SampleOptions) => {
    const { meaning, findings } = judged({ os: "macos", ...given });
    const slow = findings.filter(({ code }) => code === "slow-saves");
    return [...meaning, ...slow.map(({ title, detail }) => `${title}. ${detail}`)].join(" ");
  };

  it.each<[string, SampleOptions]>([
    ["the Mac's own drive", {}],
    ["a drive that was plugged in", { drive: usb }],
    ["a hard disk", { drive: disk }],
  ])(
    "is said to keep only those programs waiting that insist on full flushes if the volume is on %s",
    (_, given) => {
      expect(waits(given)).toMatch(/Only programs that insist on the full flush/);
      expect(waits(given)).not.toMatch(/wait for every save|Programs that save often/);
    },
  );

  it("is said to keep all programs waiting if its ordinary saves are as slow", () => {
    const modes = sampleModes.macos.map((mode) =>
      mode.mode === "fsync" ? { ...mode, iops: 46 } : mode,
    );
    expect(waits({ modes })).toMatch(/wait for every save.*Programs that save often/);
  });

  it("is not said to save slowly as a whole when its ordinary saves are fast", () => {
    expect(of({ os: "macos", drive: usb }).headline).toBe(
      "Good. Nothing failed, but saves that insist on safety are slow.",
    );
  });
});

describe("the advice about ordinary saves on a Mac", () => {
  it("mentions the battery only for an internal drive", () => {
    const advice = (given: SampleOptions) =>
      findingOf({ os: "macos", ...given }, "ordinary-save-not-safe").detail;
    expect(advice({})).toMatch(/battery/);
    const external = { drive: usb, volume: { mountPoint: "/Volumes/BACKUP" } };
    expect(advice(external)).not.toMatch(/battery/);
    expect(advice(external)).toMatch(/Eject it before you pull it out/);
  });

  it("says that a battery helps where the Mac has one", () => {
    const { detail } = findingOf({ os: "macos" }, "ordinary-save-not-safe");
    expect(detail).toMatch(/Where the Mac has a battery, a charged one bridges most power cuts/);
  });
});

describe("the verdict on a card", () => {
  const card = { kind: "memory-card", bus: "mmc", removable: true, model: "SC64G" } as const;
  const raspberry: SampleOptions = {
    drive: card,
    modes: linux(45, 0),
    volume: { system: true, writeCache: "unknown" },
  };

  it("does not advise pulling the card out if the system runs from it", () => {
    const { todo, rows, deeds } = of(raspberry);
    expect(todo).toBe("The plug test shows it.");
    expect(Object.keys(rows)).toContain("Survives a power cut");
    expect(deeds.join()).not.toMatch(/unplug/i);
    expect(judged(raspberry).advice.join()).not.toMatch(/unplug|pulling it out/i);
  });

  it("advises the unplug test if the system does not run from the card", () => {
    expect(of({ ...raspberry, volume: { writeCache: "unknown" } }).todo).toMatch(/unplug test/);
  });
});

describe("the possible causes of changed data", () => {
  const verification = { ...clean, mismatchCount: 2 };
  const causes = (given: SampleOptions) =>
    findingOf({ ...given, report: { verification } }, "data-differs").detail;

  it.each<[string, SampleOptions, RegExp]>([
    ["a drive", {}, /This drive, its connection or the computer’s memory/],
    ["another computer", { drive: { kind: "network" } }, /The other computer, the way to it/],
    ["software", { drive: { kind: "virtual" } }, /What provides this drive, a drive behind it/],
    ["a virtual machine", { host: { virtualMachine: "KVM" } }, /What provides this drive, a drive/],
    ["a container", { volume: { lowerMounts: null } }, /What provides this drive, a drive behind/],
    [
      "a USB drive passed on by a virtual machine",
      { drive: usb, host: { virtualMachine: "KVM" } },
      /This drive, the virtual machine or the computer’s memory/,
    ],
  ])("name what keeps the data, and no cable, if that is %s", (_, given, says) => {
    expect(causes(given)).toMatch(says);
    expect(causes(given)).not.toMatch(/cable/);
  });

  it("include macOS itself only for exFAT on a Mac", () => {
    const onMac = (fileSystem: string) =>
      causes({ os: "macos", drive: usb, volume: { fileSystem } });
    expect(onMac("exfat")).toMatch(/computer’s memory or macOS itself.*another file system/);
    expect(onMac("apfs")).not.toMatch(/macOS/);
    const onLinux = causes({ drive: usb, volume: { fileSystem: "exfat" } });
    expect(onLinux).not.toMatch(/macOS/);
  });

  it("name, for a volume in memory, only memory and the drive that it may be swapped to", () => {
    const memory = { volume: { fileSystem: "tmpfs" } };
    expect(causes(memory)).toMatch(
      /The computer’s memory, or a drive to which it moves data when it is full, damages/,
    );
    expect(causes(memory)).not.toMatch(/This drive|connection/);
    expect(of({ ...memory, report: { verification } }).unknown.join()).not.toMatch(/the drive/);
  });
});

it("the advice about a slower long write mentions a fast part that grows with free space only for known flash memory", () => {
  const advice = (given: SampleOptions) =>
    findingOf({ ...given, sustained: {} }, "fast-cache-full").detail;
  for (const kind of ["nvme", "sata-ssd", "memory-card"] as const) {
    expect(advice({ drive: { kind } })).toMatch(/: a fast part .* often grows while there is room/);
  }
  for (const given of [
    { drive: { kind: "hard-disk" } },
    { drive: { kind: "network" } },
    { drive: { kind: "virtual" } },
    { drive: { kind: "usb", bus: "usb" } },
    { drive: { kind: "unknown" } },
    { host: { virtualMachine: "KVM" } },
  ] satisfies SampleOptions[]) {
    expect(advice(given)).toMatch(/a fast part that is full may be empty again by then/);
    expect(advice(given)).not.toMatch(/grows while there is room/);
  }
});

describe("the sentence about copies", () => {
  const ejected = (given: SampleOptions) =>
    judged(given).meaning.some((sentence) => /only once the drive has been ejected/.test(sentence));

  it.each<[string, SampleOptions]>([
    ["a card in a reader", { drive: { kind: "memory-card", bus: "mmc", removable: true } }],
    ["a USB drive", { drive: usb }],
    ["a disk in a case with a cable", { drive: { kind: "hard-disk", bus: "usb" } }],
  ])("asks to eject %s", (_, given) => {
    expect(ejected(given)).toBe(true);
  });

  it.each<[string, SampleOptions]>([
    ["memory on the board", { drive: { kind: "memory-card", bus: "mmc", removable: false } }],
    [
      "a card with the running system",
      {
        drive: { kind: "memory-card", bus: "mmc", removable: true },
        volume: { system: true },
      },
    ],
    ["a USB drive with the running system", { drive: usb, volume: { system: true } }],
  ])("does not ask to eject %s", (_, given) => {
    expect(ejected(given)).toBe(false);
  });
});

describe("the grade in the list of inspections", () => {
  const everything: SampleOptions = { reading: {}, sustained: {}, commits: {} };

  it.each(["linux", "macos", "windows"] as const)(
    'is "good" on %s for a healthy drive whose first page says "Good"',
    (os) => {
      const given = { os, ...everything, report: { health: sampleHealth() } };
      expect(of(given).headline).toMatch(/^Good\./);
      expect(judged(given).grade).toBe("good");
    },
  );

  it('is "fair" when the first page adds that the drive is slow', () => {
    const given = { ...everything, modes: linux(20, 1) };
    expect(of(given).headline).toMatch(/^Good\. Nothing failed, but/);
    expect(judged(given).grade).toBe("fair");
  });

  it('is "fair" when the first page says "Doubtful"', () => {
    const given = { report: { health: sampleHealth({ percentageUsed: 110 }) } };
    expect(of(given).headline).toMatch(/^Doubtful\./);
    expect(judged(given).grade).toBe("fair");
  });
});

it("the verdict on a Mac whose volume refuses the full flush leaves safety open and asks for a second copy", () => {
  const refuses: SampleOptions = {
    os: "macos",
    drive: usb,
    volume: { mountPoint: "/Volumes/BACKUP" },
    modes: sampleModes.macos.map(({ mode, ...rest }) =>
      mode.startsWith("f_")
        ? { mode, refusal: "Operation not supported (ENOTSUP)" }
        : { mode, ...rest },
    ),
  };
  const { headline, todo, reason } = of(refuses);
  expect(headline).toMatch(/^Not judged\. Here no program can make sure/);
  expect(reason).toMatch(/refuses/);
  expect(todo).toMatch(/second copy/);
  const { grade, answers, headline: first } = judged(refuses);
  expect(grade).toBe("unknown");
  expect(answers[0]?.word).toBe("Not known");
  expect(first).toMatch(/no program can make sure/);
});

it("a volume that refuses the ordinary save is not judged on the first page and gets the grade fair", () => {
  const given: SampleOptions = {
    os: "windows",
    modes: [
      { mode: "flush_file_buffers", refusal: "Access is denied." },
      { mode: "nt_flush_data_only", iops: 590 },
    ],
  };
  expect(of(given).headline).toBe("Not judged. The ordinary way of saving is refused here.");
  expect(judged(given).grade).toBe("fair");
});

it('the last line on paper has the title "Health and use", or "The drive’s own report" beside a fault of the drive', () => {
  const health = sampleHealth({ powerOnHours: 18_000, percentageUsed: 38, bytesWritten: 90e12 });
  const lastLine = (report: SampleOptions["report"]) =>
    paperOf(sampleReport({ report: { health, ...report } }))
      .lines.map(({ sign, question, answer }) => `${sign} ${tell(question)}: ${tell(answer)}`)
      .at(-1);
  expect(lastLine({})).toBe("fine Health and use: No fault reported");
  const verification = { ...clean, mismatchCount: 2 };
  expect(lastLine({ verification })).toBe("plain The drive’s own report: No fault reported");
});

describe("the verdict on a volume in memory", () => {
  const memory = { drive: { kind: "memory" }, volume: { fileSystem: "tmpfs" } } as const;
  const gone = { partial: true, error: driveError("volume-gone", "The volume was unmounted.") };
  const everything = (report: NonNullable<SampleOptions["report"]>) => {
    const { answers, findings, meaning, advice } = sampleReport({ ...memory, report }).verdict;
    return JSON.stringify([answers, findings, meaning, advice]);
  };

  it("does not call the inspected volume a drive in the sentence about copies", () => {
    expect(everything({})).toMatch(/complete only once that drive has been ejected\./);
    expect(everything({})).not.toMatch(/this drive/i);
  });

  it("says of a volume that was unmounted that it was gone, and does not advise shutting the computer down", () => {
    expect(everything(gone)).toMatch(/The volume was gone before the end/);
    expect(everything(gone)).not.toMatch(/the drive was gone|shut the computer down/i);
  });
});
