import { sampleModes } from "../../../helpers/sample-modes";
import { accused, linux, lost, promised, type Scenario, unknown, unproven } from "./scenario";

/** Scenarios of mounts, virtual machines and the other systems. */
export const systemScenarios: readonly Scenario[] = [
  {
    name: "virtual machine on a drive that looks real",
    given: { host: { virtualMachine: "KVM" } },
    ...unproven,
    headline: /what provides the drive decides/,
    required: ["virtual-drive"],
    forbidden: ["too-fast-for-cache"],
  },
  {
    name: "virtual NVMe drive without a cache",
    given: {
      modes: linux(30_000, 0),
      volume: { writeCache: "write-through" },
      host: { virtualMachine: "KVM" },
    },
    ...unproven,
    required: ["virtual-drive", "cache-state-assumed"],
    forbidden: ["no-volatile-cache"],
  },
  {
    name: "virtual drive, hypervisor not known",
    given: { modes: linux(30_000, 1), drive: { kind: "virtual" }, host: { virtualMachine: null } },
    ...unproven,
    required: ["virtual-drive"],
    forbidden: ["too-fast-for-cache", "faster-than-disk-turns"],
  },
  {
    name: "virtual drive without any flush",
    given: { modes: linux(30_000, 0), drive: { kind: "virtual" } },
    ...accused,
    required: ["virtual-drive", "flushes-missing"],
  },
  {
    name: "memory file system",
    given: {
      modes: linux(200_000, null),
      drive: { kind: "memory" },
      volume: { fileSystem: "tmpfs", writeCache: "unknown" },
    },
    ...lost,
    safeSpeed: /^Not known$/,
    headline: /nothing saved here survives a restart/,
    required: ["memory-file-system"],
    forbidden: ["too-fast-for-cache", "no-evidence", "slow-saves", "nearest-published"],
  },
  {
    name: "overlay in a container, whose upper folder cannot be seen",
    given: {
      modes: linux(200_000, null),
      drive: { kind: "unknown", model: null },
      volume: { fileSystem: "overlay", writeCache: "unknown", lowerMounts: null },
    },
    ...unproven,
    safeSpeed: /^Not known$/,
    headline: /cannot be seen from here/,
    required: ["place-unknown"],
    forbidden: ["too-fast-for-cache", "memory-file-system", "nearest-published"],
  },
  {
    name: "overlay on a file system mounted without barriers",
    given: {
      modes: linux(30_000, 0),
      volume: {
        fileSystem: "overlay",
        lowerMounts: [{ fileSystem: "f2fs", mountOptions: "rw,fsync_mode=nobarrier" }],
      },
    },
    ...lost,
    headline: /told not to flush/,
    required: ["barriers-off"],
    forbidden: ["too-fast-for-cache"],
  },
  {
    name: "overlay on another one that omits syncs",
    given: {
      modes: linux(30_000, 0),
      volume: {
        fileSystem: "overlay",
        lowerMounts: [{ fileSystem: "overlay", mountOptions: "rw,volatile" }],
      },
    },
    ...lost,
    required: ["syncs-dropped"],
    forbidden: ["too-fast-for-cache"],
  },
  {
    name: "ZFS, which may drop syncs without a mount option",
    given: {
      modes: linux(500, null),
      drive: { kind: "unknown" },
      volume: { fileSystem: "zfs", writeCache: "unknown" },
    },
    ...unproven,
    required: ["zfs-sync-unseen", "no-evidence"],
  },
  {
    name: "volatile overlay",
    given: { volume: { fileSystem: "overlay", mountOptions: "rw,volatile" } },
    ...lost,
    headline: /ignores requests to save/,
    required: ["syncs-dropped"],
  },
  {
    name: "mounted without barriers",
    given: { volume: { mountOptions: "rw,nobarrier" } },
    ...lost,
    safeSpeed: /^Not known$/,
    headline: /told not to flush/,
    required: ["barriers-off"],
    forbidden: ["flushes-seen", "ordinary-save-not-safe"],
  },
  {
    name: "network mount",
    given: { drive: { kind: "network" }, volume: { fileSystem: "nfs4", writeCache: "unknown" } },
    ...unproven,
    safeSpeed: /^Not known$/,
    headline: /belongs to another computer/,
    required: ["network-drive"],
    forbidden: ["flushes-seen", "no-evidence"],
  },
  {
    name: "MacBook M1",
    given: { os: "macos" },
    grade: "good",
    saved: "Only when the program insists",
    honesty: "No evidence available",
    safeSpeed: /^46 saves a second$/,
    headline:
      /^An ordinary save \(26 000 a second\) stops at the drive’s own memory; one that insists on safety can be made 46 times a second on this drive; that is as slow as a hard disk\.$/,
    required: ["ordinary-save-not-safe", "no-evidence", "slow-saves"],
    forbidden: ["flushes-missing", "write-through-unproven", "flushes-seen"],
  },
  {
    name: "Mac whose full flush is too fast to be one",
    given: {
      os: "macos",
      modes: sampleModes.macos.map((mode) =>
        mode.mode === "f_fullfsync" ? { ...mode, iops: 26_000 } : mode,
      ),
    },
    ...unknown,
    required: ["too-fast-for-cache", "ordinary-save-not-safe"],
  },
  {
    name: "Mac volume that refuses the full flush",
    given: {
      os: "macos",
      modes: sampleModes.macos.map((mode) =>
        mode.mode === "f_fullfsync"
          ? { mode: "f_fullfsync", refusal: "Operation not supported (ENOTSUP)" }
          : mode,
      ),
    },
    ...unproven,
    safeSpeed: /^Not known$/,
    headline: /no program can make sure/,
    required: ["modes-unavailable", "ordinary-save-not-safe"],
  },
  {
    name: "Mac inspection stopped before the full flush was reached",
    given: {
      os: "macos",
      modes: [{ mode: "none", iops: 300_000 }, { mode: "f_fullfsync" }],
      report: { partial: true, verification: null },
    },
    ...unproven,
    headline: /was not measured/,
    required: ["inspection-stopped"],
    forbidden: ["modes-unavailable", "not-verified"],
  },
  {
    name: "Windows laptop",
    given: { os: "windows" },
    ...promised,
    // Write-through is twelve times as fast, but must not count as the speed of safe saves.
    safeSpeed: /^540 saves a second$/,
    headline: /as fast as a slow laptop SSD\.$/,
    required: ["no-evidence", "write-through-unproven"],
    forbidden: ["ordinary-save-not-safe", "flushes-seen"],
  },
  {
    name: "Windows, set to send the drive no flush",
    given: { os: "windows", volume: { flushesTurnedOff: true } },
    ...lost,
    safeSpeed: /^Not known$/,
    headline: /told not to flush/,
    required: ["barriers-off"],
    forbidden: [
      ...(["ordinary-save-not-safe", "no-evidence", "too-fast-for-cache"] as const),
      // With this setting Windows does not request that the drive store write-through data at once.
      "write-through-unproven",
    ],
  },
  {
    name: "Windows, known to send the drive flushes",
    given: { os: "windows", volume: { flushesTurnedOff: false } },
    ...promised,
    required: ["no-evidence"],
    forbidden: ["barriers-off"],
  },
  {
    name: "Windows, only write-through measured",
    given: { os: "windows", modes: [{ mode: "write_through", iops: 7000 }] },
    ...unproven,
    safeSpeed: /^Not known$/,
    required: ["write-through-unproven"],
    forbidden: ["no-evidence"],
  },
  {
    name: "Windows that refuses the ordinary flush",
    given: {
      os: "windows",
      modes: [
        { mode: "flush_file_buffers", refusal: "Access is denied." },
        { mode: "nt_flush_data_only", iops: 590 },
      ],
    },
    grade: "fair",
    saved: "Only when the program insists",
    honesty: "No evidence available",
    headline: /^The ordinary save \(FlushFileBuffers\) is refused here; one with NtFlush/,
    required: ["modes-unavailable"],
  },
];
