import { describe, expect, it } from "vitest";
import { guaranteeOn } from "../../../electron/analysis/guarantee";
import type {
  FlushModeId,
  Guarantee,
  OperatingSystem,
} from "../../../electron/contract/flush-mode";
import type { DriveKind } from "../../../electron/contract/volume";

function volume(kind: DriveKind, fileSystem: string | null, mountOptions: string | null) {
  return { drive: { model: null, kind, bus: null, removable: null }, fileSystem, mountOptions };
}

const ext4 = volume("nvme", "ext4", "rw,relatime");

describe("guaranteeOn", () => {
  const cases: [string, FlushModeId, OperatingSystem, ReturnType<typeof volume>, Guarantee][] = [
    ["an ordinary mount", "fsync", "linux", ext4, "power-loss"],
    ["an ordinary mount", "o_direct", "linux", ext4, "none"],
    ["nobarrier", "fsync", "linux", volume("nvme", "xfs", "rw,nobarrier"), "os-crash"],
    ["barrier=0", "o_dsync", "linux", volume("nvme", "ext4", "rw,barrier=0"), "os-crash"],
    ["barrier=0", "none", "linux", volume("nvme", "ext4", "rw,barrier=0"), "none"],
    ["barrier=1", "fsync", "linux", volume("nvme", "ext4", "rw,barrier=1"), "power-loss"],
    ["a volatile overlay", "fsync", "linux", volume("nvme", "overlay", "rw,volatile"), "none"],
    [
      "a volatile overlay, as newer kernels write it",
      "fsync",
      "linux",
      volume("nvme", "overlay", "rw,fsync=volatile"),
      "none",
    ],
    [
      "an overlay that syncs",
      "fsync",
      "linux",
      volume("nvme", "overlay", "fsync=auto"),
      "power-loss",
    ],
    ["a plain overlay", "fsync", "linux", volume("nvme", "overlay", "rw"), "power-loss"],
    ["tmpfs", "fsync", "linux", volume("unknown", "tmpfs", "rw"), "none"],
    ["ramfs", "fsync", "linux", volume("unknown", "ramfs", "rw"), "none"],
    [
      "a word that only an overlay knows",
      "fsync",
      "linux",
      volume("nvme", "ext4", "volatile"),
      "power-loss",
    ],
    ["options with spaces", "fsync", "linux", volume("nvme", "ext4", "rw, nobarrier"), "os-crash"],
    ["a memory drive", "o_sync", "linux", volume("memory", null, null), "none"],
    ["the network", "fsync", "linux", volume("network", "nfs4", "rw"), "unknown"],
    ["the network", "none", "linux", volume("network", "nfs4", "rw"), "none"],
    ["macOS", "fsync", "macos", volume("nvme", "apfs", null), "os-crash"],
    ["macOS", "f_fullfsync", "macos", volume("nvme", "apfs", null), "power-loss"],
    ["Windows", "write_through", "windows", volume("nvme", "NTFS", null), "unknown"],
    [
      "a mode the system does not have",
      "fsync",
      "windows",
      volume("nvme", "NTFS", null),
      "unknown",
    ],
  ];

  it.each(cases)("on %s %s (%s)", (_, mode, os, on, expected) => {
    expect(guaranteeOn(mode, os, on)).toBe(expected);
  });
});
