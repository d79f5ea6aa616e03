import { describe, expect, it } from "vitest";
import { flushModesOf, operatingSystems } from "#contract/flush-mode";
import { modeLabel } from "#text/flush-modes";
import { shortCall, systemName } from "../../../renderer/src/words";

describe("modeLabel()", () => {
  it.each(operatingSystems)("returns a unique label for every mode of %s", (os) => {
    const labels = flushModesOf(os).map((mode) => modeLabel(mode, os));
    expect(new Set(labels).size).toBe(labels.length);
  });

  it("does not mention a confirmation for fsync on macOS, which requests none", () => {
    expect(modeLabel("fsync", "linux")).toMatch(/confirm/i);
    expect(modeLabel("fsync", "macos")).not.toMatch(/confirm/i);
  });
});

describe("shortCall()", () => {
  it("omits the arguments that all modes share and keeps what distinguishes the calls", () => {
    expect(shortCall("pwrite(fd, buf, 4096, offset) + fsync(fd)")).toBe("pwrite + fsync(fd)");
    expect(shortCall("open(O_RDWR|O_DSYNC), pwrite(fd, buf, 4096, offset)")).toBe(
      "open(O_RDWR|O_DSYNC), pwrite",
    );
    expect(
      shortCall("WriteFile(file, buf, 4096, &written, &offset) + FlushFileBuffers(file)"),
    ).toBe("WriteFile + FlushFileBuffers(file)");
  });
});

describe("systemName()", () => {
  const host = {
    arch: "x64",
    cpuModel: null,
    virtualMachine: null,
    powerSource: null,
  };

  it("adds the system's name to a version only if the version does not contain the name", () => {
    expect(systemName({ ...host, os: "linux", osVersion: "6.8.0" })).toBe("Linux 6.8.0");
    expect(systemName({ ...host, os: "macos", osVersion: "macOS 14.5" })).toBe("macOS 14.5");
  });
});
