import { describe, expect, it } from "vitest";
import { runPhases } from "../../../electron/contract/engine-messages";
import { flushModesOf, guarantees, operatingSystems } from "../../../electron/contract/flush-mode";
import { testNames } from "../../../electron/contract/run-plan";
import {
  modeLabel,
  phaseSentence,
  shortCall,
  strategyLabel,
  systemName,
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

describe("phaseSentence", () => {
  it("has a sentence for every phase and guarantee, without an exclamation mark", () => {
    for (const phase of runPhases) {
      for (const guarantee of [null, ...guarantees]) {
        for (const test of testNames) {
          expect(phaseSentence(phase, test, guarantee, "128 MB")).toMatch(/^[A-Z][^!]+\.$/);
        }
      }
    }
  });

  it("speaks of a drive that confirms only where one is asked to", () => {
    expect(phaseSentence("measuring", "flush", "power-loss", "")).toContain("confirm");
    expect(phaseSentence("measuring", "flush", "os-crash", "")).not.toContain("confirm");
    expect(phaseSentence("measuring", "flush", "none", "")).toContain("without asking");
  });
});

describe("the words of the tests", () => {
  it("tells the tests apart while they are measured", () => {
    const sentences = testNames.map((test) => phaseSentence("measuring", test, null, ""));
    expect(new Set(sentences).size).toBe(testNames.length);
  });

  it("promises no test file where none is written beforehand", () => {
    expect(phaseSentence("preparing", "interval", null, "64 MB")).toContain("64 MB");
    expect(phaseSentence("preparing", "buffer", null, "64 MB")).not.toContain("64 MB");
  });

  it("names every strategy, and the distance of the one that has one", () => {
    expect(strategyLabel("never", null)).toBe("Never");
    expect(strategyLabel("end", null)).toBe("Once at the end");
    expect(strategyLabel("background", null)).toBe("In the background");
    expect(strategyLabel("every", 16_384)).toBe("Every 16\u00a0KiB");
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
