import { describe, expect, it } from "vitest";
import { runPhases } from "../../../electron/contract/engine-messages";
import {
  flushModesOf,
  type Guarantee,
  guarantees,
  operatingSystems,
} from "../../../electron/contract/flush-mode";
import { workloadIds } from "../../../electron/contract/workloads";
import { type FlushLayout, flushLayouts } from "../../../electron/contract/workloads/flush-modes";
import {
  modeLabel,
  phaseSentence,
  shortCall,
  shortSettings,
  strategyLabel,
  systemName,
  variantLabel,
} from "../../../renderer/src/words";

describe("modeLabel", () => {
  it.each(operatingSystems)("has a label of its own for every mode of %s", (os) => {
    const labels = flushModesOf(os).map((mode) => modeLabel(mode, os));
    expect(new Set(labels).size).toBe(labels.length);
  });

  it("does not call fsync a confirmation on a Mac, where it is none", () => {
    expect(modeLabel("fsync", "linux")).toMatch(/confirm/i);
    expect(modeLabel("fsync", "macos")).not.toMatch(/confirm/i);
  });
});

const moment = {
  phase: "measuring",
  test: "flush-modes",
  guarantee: null,
  layout: "rewrite",
  fileSize: "128 MB",
} as const satisfies Parameters<typeof phaseSentence>[0];

describe("phaseSentence", () => {
  it("has a sentence for every phase, guarantee and layout, without an exclamation mark", () => {
    for (const phase of runPhases) {
      for (const guarantee of [null, ...guarantees]) {
        for (const test of workloadIds) {
          for (const layout of [null, ...flushLayouts]) {
            const sentence = phaseSentence({ ...moment, phase, guarantee, test, layout });
            expect(sentence).toMatch(/^[A-Z][^!]+\.$/);
          }
        }
      }
    }
  });

  it.each(flushLayouts)(
    "speaks of a drive that confirms only where one is asked to: %s",
    (layout) => {
      const of = (guarantee: Guarantee) => phaseSentence({ ...moment, layout, guarantee });
      expect(of("power-loss")).toContain("confirm");
      expect(of("os-crash")).not.toContain("confirm");
      expect(of("none")).toContain("without asking");
    },
  );

  it("tells a file that grows from one that keeps its size", () => {
    const of = (layout: FlushLayout) => phaseSentence({ ...moment, layout, guarantee: "none" });
    expect(of("append")).toContain("longer");
    expect(of("rewrite")).not.toContain("longer");
  });
});

describe("the words of the tests", () => {
  it("tells the tests apart while they are measured", () => {
    const sentences = workloadIds.map((test) => phaseSentence({ ...moment, test }));
    expect(new Set(sentences).size).toBe(workloadIds.length);
  });

  it("promises no test file where none is written beforehand", () => {
    const preparing = { ...moment, phase: "preparing" } as const;
    expect(phaseSentence(preparing)).toContain("128 MB");
    expect(phaseSentence({ ...preparing, fileSize: null })).toBe("Preparing the next test.");
  });

  it("names every strategy, and the distance of the one that has one", () => {
    expect(strategyLabel("never", null)).toBe("Never");
    expect(strategyLabel("end", null)).toBe("Once at the end");
    expect(strategyLabel("background", null)).toBe("In the background");
    expect(strategyLabel("every", 16_384)).toBe("Every 16\u00a0KiB");
  });
});

describe("variantLabel", () => {
  it("names the engine and how it keeps its journal, and says which one flushes fully", () => {
    expect(variantLabel("append-log", "log")).toBe("Plain log file");
    expect(variantLabel("mdbx", "mdbx")).toBe("libmdbx");
    expect(variantLabel("sqlite", "wal")).toBe("SQLite, write-ahead log");
    expect(variantLabel("sqlite", "rollback-fullfsync")).toBe(
      "SQLite, rollback journal, full flush",
    );
  });

  it("does not swallow a variant it does not know", () => {
    expect(variantLabel("sqlite", "shadow")).toBe("SQLite, shadow");
  });
});

describe("shortCall", () => {
  it("drops what all modes share and keeps what tells them apart", () => {
    expect(shortCall("pwrite(fd, buf, 4096, offset) + fsync(fd)")).toBe("pwrite + fsync(fd)");
    expect(shortCall("open(O_RDWR|O_DSYNC), pwrite(fd, buf, 4096, offset)")).toBe(
      "open(O_RDWR|O_DSYNC), pwrite",
    );
    expect(
      shortCall("WriteFile(file, buf, 4096, &written, &offset) + FlushFileBuffers(file)"),
    ).toBe("WriteFile + FlushFileBuffers(file)");
  });
});

describe("shortSettings", () => {
  it("leaves out what the settings come down to", () => {
    expect(shortSettings("journal_mode=WAL, synchronous=FULL: fdatasync(fd)")).toBe(
      "journal_mode=WAL, synchronous=FULL",
    );
    expect(shortSettings("pwrite + fdatasync(fd)")).toBe("pwrite + fdatasync(fd)");
  });
});

describe("systemName", () => {
  const host = {
    arch: "x64",
    cpuModel: null,
    virtualMachine: null,
    powerSource: null,
  };

  it("puts the system before a bare version and does not say it twice", () => {
    expect(systemName({ ...host, os: "linux", osVersion: "6.8.0" })).toBe("Linux 6.8.0");
    expect(systemName({ ...host, os: "macos", osVersion: "macOS 14.5" })).toBe("macOS 14.5");
  });
});
