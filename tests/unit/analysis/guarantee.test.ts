import { describe, expect, it } from "vitest";
import {
  barriersOffBy,
  guaranteeOn,
  guaranteesOn,
  isSetUnsafely,
  mayDropSyncsUnseen,
  syncsDroppedBy,
} from "#analysis/guarantee";
import {
  type FlushModeId,
  flushModeIds,
  type Guarantee,
  type OperatingSystem,
} from "#contract/flush-mode";
import { type DriveKind, unknownDrive } from "#contract/volume";

function volume(kind: DriveKind, fileSystem: string | null, mountOptions: string | null) {
  return {
    drive: { ...unknownDrive, model: null, kind, bus: null, removable: null },
    fileSystem,
    mountOptions,
  };
}

/** A volume on an ordinary SSD with this file system and these mount options. */
const onDrive = (fileSystem: string, mountOptions: string | null = null) =>
  volume("nvme", fileSystem, mountOptions);
const ext4 = onDrive("ext4", "rw,relatime");

describe("the analysis of a volume", () => {
  const cases: [string, FlushModeId, OperatingSystem, ReturnType<typeof volume>, Guarantee][] = [
    ["an ordinary mount", "fsync", "linux", ext4, "power-loss"],
    ["an ordinary mount", "o_direct", "linux", ext4, "none"],
    ["a mount with nobarrier", "fsync", "linux", onDrive("xfs", "rw,nobarrier"), "os-crash"],
    ["a mount with barrier=0", "o_dsync", "linux", onDrive("ext4", "rw,barrier=0"), "os-crash"],
    ["a mount with barrier=0", "none", "linux", onDrive("ext4", "rw,barrier=0"), "none"],
    ["a volatile overlay", "fsync", "linux", onDrive("overlay", "rw,volatile"), "none"],
    [
      "a volatile overlay in the words of newer kernels",
      "fsync",
      "linux",
      onDrive("overlay", "rw,fsync=volatile"),
      "none",
    ],
    ["an overlay that syncs", "fsync", "linux", onDrive("overlay", "fsync=auto"), "power-loss"],
    ["a plain overlay", "fsync", "linux", onDrive("overlay", "rw"), "power-loss"],
    ["tmpfs", "fsync", "linux", volume("unknown", "tmpfs", "rw"), "none"],
    ["ramfs", "fsync", "linux", volume("unknown", "ramfs", "rw"), "none"],
    [
      "ext4 with an option that only an overlay knows",
      "fsync",
      "linux",
      onDrive("ext4", "volatile"),
      "power-loss",
    ],
    [
      "a mount with a space between its options",
      "fsync",
      "linux",
      onDrive("ext4", "rw, nobarrier"),
      "os-crash",
    ],
    ["a memory drive", "o_sync", "linux", volume("memory", null, null), "none"],
    ["the network", "fsync", "linux", volume("network", "nfs4", "rw"), "unknown"],
    ["the network", "none", "linux", volume("network", "nfs4", "rw"), "none"],
    ["macOS", "fsync", "macos", onDrive("apfs"), "os-crash"],
    ["macOS", "f_fullfsync", "macos", onDrive("apfs"), "power-loss"],
    ["Windows", "write_through", "windows", onDrive("NTFS"), "unknown"],
    ["a system that lacks the mode,", "fsync", "windows", onDrive("NTFS"), "unknown"],
  ];

  it("promises survival of a system crash, but no power cut, only for write-through modes of Windows with flushes turned off", () => {
    const ntfs = onDrive("NTFS");
    const promised = (mode: FlushModeId, flushesTurnedOff: boolean | null) =>
      guaranteeOn(mode, "windows", { ...ntfs, flushesTurnedOff });
    for (const mode of ["write_through", "no_buffering_write_through"] as const) {
      expect(promised(mode, true)).toBe("os-crash");
      expect(promised(mode, false)).toBe("unknown");
      expect(promised(mode, null)).toBe("unknown");
    }
    expect(promised("none", true)).toBe("none");
    // Windows has no flush mode "fsync", and no other system has "write_through".
    expect(promised("fsync", true)).toBe("unknown");
    expect(guaranteeOn("write_through", "linux", { ...ntfs, flushesTurnedOff: true })).toBe(
      "unknown",
    );
  });

  // Options as the kernel writes them into /proc/self/mountinfo, and as people write them into
  // fstab.
  it.each([
    ["ext4", "nobarrier"],
    ["ext4", "barrier=0"],
    ["ext3", "barrier=0"],
    ["xfs", "nobarrier"],
    ["btrfs", "nobarrier"],
    ["f2fs", "nobarrier"],
    ["f2fs", "fsync_mode=nobarrier"],
    ["nilfs2", "nobarrier"],
    ["gfs2", "nobarrier"],
    ["hfsplus", "nobarrier"],
    ["ocfs2", "barrier=0"],
    ["reiserfs", "barrier=none"],
    ["reiser4", "no_write_barrier"],
    ["ext4", "barrier=off"],
  ])(
    "finds that %s with %s sends no flush on fsync, also below an overlay",
    (fileSystem, option) => {
      const here = onDrive(fileSystem, `rw,relatime,${option},discard`);
      expect(guaranteeOn("fsync", "linux", here)).toBe("os-crash");
      expect(barriersOffBy(here)).toEqual({ option, fileSystem, isLower: false });
      const lowerMounts = [{ fileSystem, mountOptions: `rw,${option}` }];
      const above = { ...volume("virtual", "overlay", "rw"), lowerMounts };
      expect(guaranteeOn("fsync", "linux", above)).toBe("os-crash");
      expect(barriersOffBy(above)).toEqual({ option, fileSystem, isLower: true });
    },
  );

  it.each([
    ["ext4", "barrier=1"],
    ["reiserfs", "barrier=flush"],
    ["f2fs", "fsync_mode=posix"],
    ["f2fs", "fsync_mode=strict"],
    ["ext4", "barrier"],
    ["ext4", "xnobarrier"],
    ["ext4", "nobarrierx"],
  ])("finds that %s with %s sends a flush on fsync", (fileSystem, option) => {
    expect(guaranteeOn("fsync", "linux", onDrive(fileSystem, `rw,${option}`))).toBe("power-loss");
  });

  it("promises no durability above an overlay or bcachefs whose mount option drops syncs, and heeds neither option on ext4", () => {
    for (const [fileSystem, option] of [
      ["overlay", "volatile"],
      ["overlay", "fsync=volatile"],
      ["bcachefs", "journal_flush_disabled"],
    ] as const) {
      const lowerMounts = [{ fileSystem, mountOptions: `rw,${option}` }];
      const above = { ...volume("virtual", "ext4", "rw"), lowerMounts };
      expect(guaranteeOn("fsync", "linux", above)).toBe("none");
      expect(syncsDroppedBy(above)).toEqual({ option, fileSystem, isLower: true });
    }
    expect(syncsDroppedBy(onDrive("ext4", "rw,volatile"))).toBeNull();
    expect(syncsDroppedBy(onDrive("ext4", "rw,journal_flush_disabled"))).toBeNull();
  });

  it("reports that ZFS, also below an overlay, may ignore fsync although no mount option says so", () => {
    expect(mayDropSyncsUnseen(volume("unknown", "zfs", "rw,xattr"))).toBe(true);
    const lowerMounts = [{ fileSystem: "zfs", mountOptions: "rw" }];
    expect(mayDropSyncsUnseen({ ...volume("unknown", "overlay", "rw"), lowerMounts })).toBe(true);
    expect(mayDropSyncsUnseen(ext4)).toBe(false);
  });

  it.each(cases.map(([place, mode, os, on, expected]) => [expected, place, mode, os, on] as const))(
    'finds the guarantee "%s" on %s for the mode %s of %s',
    (expected, _place, mode, os, on) => {
      expect(guaranteeOn(mode, os, on)).toBe(expected);
    },
  );

  it("returns a guarantee for every flush mode", () => {
    const all = guaranteesOn("linux", ext4);
    expect(Object.keys(all)).toEqual([...flushModeIds]);
    expect(all).toMatchObject({ fsync: "power-loss", o_direct: "none", write_through: "unknown" });
  });

  it.each([
    [false, "an ordinary mount", ext4],
    [true, "memory", volume("memory", null, null)],
    [true, "an overlay that drops syncs", onDrive("overlay", "rw,volatile")],
    [true, "a mount without barriers", onDrive("ext4", "rw,nobarrier")],
    [true, "a drive without flushes", { ...ext4, flushesTurnedOff: true }],
  ])("answers %s to the question whether saves are unsafe on %s", (unsafe, _, on) => {
    expect(isSetUnsafely(on)).toBe(unsafe);
  });
});
