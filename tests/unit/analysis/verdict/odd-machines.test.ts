import { describe, expect, it } from "vitest";
import { paperOf } from "#analysis/verdict/glance/paper";
import { tell } from "#text/statements";
import { findingOf, judged } from "../../../helpers/read-verdict";
import { sampleHealth } from "../../../helpers/sample-health";
import { type SampleOptions, sampleModes, sampleReport } from "../../../helpers/sample-report";
import { of } from "./first-page";
import { linux } from "./scenario";

/** Computers as people have them, for which a sentence was once wrong, frightening or no help. */

const usb = { kind: "usb", bus: "usb", removable: true } as const;

describe("what paper asks for where saves cannot be safe", () => {
  it("is another place where there is no drive at all", () => {
    const { next } = of({ drive: { kind: "memory" }, volume: { fileSystem: "tmpfs" } });
    expect(next).toMatch(/^Save to a drive/);
    expect(next).not.toMatch(/drive itself|[Ss]witch/);
  });

  it("is the setting where there is one, and no other drive", () => {
    const { next } = of({ os: "windows", volume: { flushesTurnedOff: true } });
    expect(next).toMatch(/^Switch safe saving on/);
    expect(next).not.toMatch(/save to a drive/);
  });
});

describe("slow saves", () => {
  it("are not called safe where nobody knows whether they are", () => {
    const card = { kind: "memory-card", bus: "mmc", removable: true } as const;
    const slow = { drive: card, modes: linux(45, 0), volume: { writeCache: "unknown" } } as const;
    const { title, detail } = findingOf(slow, "slow-saves");
    expect(`${title} ${detail}`).not.toMatch(/safe saves/i);
  });

  it("with pauses may be those of the cable", () => {
    const modes = linux(3, 1).map((mode) => ({ ...mode, slowestNs: 3_300_000_000 }));
    const { detail } = findingOf({ drive: usb, modes }, "long-pauses");
    expect(detail).toMatch(/the drive or its connection/);
  });
});

describe("a Mac's battery", () => {
  it("is no help for a drive that is pulled out", () => {
    const advice = (given: SampleOptions) =>
      findingOf({ os: "macos", ...given }, "ordinary-save-not-safe").detail;
    expect(advice({})).toMatch(/battery/);
    const external = { drive: usb, volume: { mountPoint: "/Volumes/BACKUP" } };
    expect(advice(external)).not.toMatch(/battery/);
    expect(advice(external)).toMatch(/Eject it before you pull it out/);
  });
});

describe("a card or stick that the computer runs from", () => {
  const card = { kind: "memory-card", bus: "mmc", removable: true, model: "SC64G" } as const;
  const raspberry: SampleOptions = {
    drive: card,
    modes: linux(45, 0),
    volume: { system: true, writeCache: "unknown" },
  };

  it("is not pulled out while it does", () => {
    const { todo, rows, deeds } = of(raspberry);
    expect(todo).toBe("The plug test shows it.");
    expect(Object.keys(rows)).toContain("Survives a power cut");
    expect(deeds.join()).not.toMatch(/unplug/i);
    expect(judged(raspberry).advice.join()).not.toMatch(/unplug|pulling it out/i);
  });

  it("may be pulled out where it holds something else", () => {
    expect(of({ ...raspberry, volume: { writeCache: "unknown" } }).todo).toMatch(/unplug test/);
  });

  it("is compared with no stick and with no drive inside", () => {
    const { findings } = judged({ drive: usb, modes: linux(700, 1), volume: { system: true } });
    expect(findings.map(({ code }) => code)).not.toContain("nearest-published");
  });
});

describe("the grade in the list of inspections", () => {
  const everything: SampleOptions = { reading: {}, sustained: {}, commits: {} };

  it.each(["linux", "macos", "windows"] as const)(
    "is good where the first page says so, with %s",
    (os) => {
      const given = { os, ...everything, report: { health: sampleHealth() } };
      expect(of(given).headline).toMatch(/^Good\./);
      expect(judged(given).grade).toBe("good");
    },
  );

  it("is fair where the first page adds that it is slow", () => {
    const given = { ...everything, modes: linux(20, 1) };
    expect(of(given).headline).toMatch(/^Good\. No fault was found, but/);
    expect(judged(given).grade).toBe("fair");
  });

  it("is fair where the first page is in doubt", () => {
    const given = { report: { health: sampleHealth({ percentageUsed: 110 }) } };
    expect(of(given).headline).toMatch(/^Doubtful\./);
    expect(judged(given).grade).toBe("fair");
  });
});

describe("a Mac's volume that refuses the full flush", () => {
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

  it("is not known on any page: no program can insist there, and no test would tell more", () => {
    const { headline, todo, reason } = of(refuses);
    expect(headline).toMatch(/^Not judged\. Here no program can make sure/);
    expect(reason).toMatch(/refuses/);
    expect(todo).toMatch(/second copy/);
    const { grade, answers, headline: first } = judged(refuses);
    expect(grade).toBe("unknown");
    expect(answers[0]?.word).toBe("Not known");
    expect(first).toMatch(/no program can make sure/);
  });
});

describe("a volume that refuses the ordinary save", () => {
  it("is not praised for another one, which few programs use", () => {
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
});

describe("the line on paper about the drive's own report", () => {
  it("does not tick “new” for a drive that is not", () => {
    const health = sampleHealth({ powerOnHours: 18_000, percentageUsed: 38, bytesWritten: 90e12 });
    const questions = paperOf(sampleReport({ report: { health } })).lines.map(
      ({ sign, question }) => `${sign} ${tell(question)}`,
    );
    expect(questions.at(-1)).toBe("fine Health and use");
  });
});
