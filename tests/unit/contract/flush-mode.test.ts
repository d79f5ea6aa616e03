import { describe, expect, it } from "vitest";
import {
  type FlushModeId,
  flushModeIds,
  flushModes,
  flushModesOf,
  isSyncing,
  type OperatingSystem,
  operatingSystems,
  ordinarySaveMode,
} from "#contract/flush-mode";

const modesOfSystems: Record<OperatingSystem, FlushModeId[]> = {
  linux: ["none", "fsync", "fdatasync", "o_dsync", "o_sync", "o_direct", "o_direct_dsync"],
  macos: ["none", "fsync", "fdatasync", "o_dsync", "f_barrierfsync", "f_fullfsync"],
  windows: [
    "none",
    "flush_file_buffers",
    "write_through",
    "no_buffering_write_through",
    "nt_flush_data_only",
  ],
};

describe("flushModesOf()", () => {
  it.each(operatingSystems)("lists the modes of %s in the order of the report", (os) => {
    expect(flushModesOf(os)).toEqual(modesOfSystems[os]);
  });

  it("returns each mode of the contract for at least one operating system", () => {
    const used = new Set(operatingSystems.flatMap(flushModesOf));
    expect([...used].sort()).toEqual([...flushModeIds].sort());
  });
});

describe("the table of flush modes", () => {
  it.each(operatingSystems)(
    "states for %s a source for every mode, and a guarantee for exactly the modes that flush",
    (os) => {
      for (const mode of flushModesOf(os)) {
        const entry = flushModes[mode][os];
        expect(entry?.source).toMatch(/^https:\/\//);
        expect(isSyncing(mode)).toBe(entry?.guarantee !== "none");
      }
    },
  );

  it("contains for macOS only one mode whose saves survive a power loss, the full flush", () => {
    const safe = flushModesOf("macos").filter(
      (mode) => flushModes[mode].macos?.guarantee === "power-loss",
    );
    expect(safe).toEqual(["f_fullfsync"]);
  });

  it("does not list write-through on Windows as a mode whose saves survive a power loss", () => {
    const safe = flushModesOf("windows").filter(
      (mode) => flushModes[mode].windows?.guarantee === "power-loss",
    );
    expect(safe).toEqual(["flush_file_buffers", "nt_flush_data_only"]);
  });

  it.each(operatingSystems)("contains the mode of an ordinary save on %s", (os) => {
    expect(flushModesOf(os)).toContain(ordinarySaveMode(os));
  });
});
