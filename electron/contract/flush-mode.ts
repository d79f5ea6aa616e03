/**
 * Every way DriveProof can ask an operating system to make a write safe.
 *
 * The identifiers are part of the report format and never change. A mode's promise differs between
 * systems, so the guarantee is looked up per system. The native engine makes the system call and
 * names it in its results.
 */

export const operatingSystems = ["linux", "macos", "windows"] as const;
export type OperatingSystem = (typeof operatingSystems)[number];

/** The operating system for Node's platform name; any Unix other than macOS counts as Linux. */
export function operatingSystemOf(platform: string): OperatingSystem {
  return platform === "darwin" ? "macos" : platform === "win32" ? "windows" : "linux";
}

export const flushModeIds = [
  "none",
  "fsync",
  "fdatasync",
  "o_dsync",
  "o_sync",
  "o_direct",
  "o_direct_dsync",
  "f_barrierfsync",
  "f_fullfsync",
  "flush_file_buffers",
  "write_through",
  "no_buffering_write_through",
  "nt_flush_data_only",
] as const;
export type FlushModeId = (typeof flushModeIds)[number];

/**
 * What survives once the operation has returned, provided the drive does not lie: `none` only a
 * crash of the program; `os-crash` a crash of the operating system; `power-loss` a loss of the
 * drive's power; `unknown`: the documentation says what is requested, not what is promised.
 */
export const guarantees = ["none", "os-crash", "power-loss", "unknown"] as const;
export type Guarantee = (typeof guarantees)[number];

export interface ModeOnSystem {
  readonly guarantee: Guarantee;
  /** The document or source code on which the guarantee rests. */
  readonly source: string;
}

type ModeTable = Readonly<Record<FlushModeId, Partial<Record<OperatingSystem, ModeOnSystem>>>>;

const linuxFsync = "https://man7.org/linux/man-pages/man2/fsync.2.html";
const linuxOpen = "https://man7.org/linux/man-pages/man2/open.2.html";
const macFsync = "https://github.com/apple-oss-distributions/xnu/blob/main/bsd/man/man2/fsync.2";
const macFcntl = "https://github.com/apple-oss-distributions/xnu/blob/main/bsd/man/man2/fcntl.2";
const macVnops = "https://github.com/apple-oss-distributions/xnu/blob/main/bsd/vfs/vfs_vnops.c";
const windowsCaching = "https://learn.microsoft.com/windows/win32/fileio/file-caching";
const windowsFlush = "https://devblogs.microsoft.com/oldnewthing/20170510-00/?p=95505";
const windowsNtFlush =
  "https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntflushbuffersfileex";

export const flushModes: ModeTable = {
  none: {
    linux: { guarantee: "none", source: linuxFsync },
    macos: { guarantee: "none", source: macFsync },
    windows: { guarantee: "none", source: windowsCaching },
  },
  fsync: {
    linux: { guarantee: "power-loss", source: linuxFsync },
    macos: { guarantee: "os-crash", source: macFsync },
  },
  fdatasync: {
    linux: { guarantee: "power-loss", source: linuxFsync },
    macos: { guarantee: "os-crash", source: macFsync },
  },
  o_dsync: {
    linux: { guarantee: "power-loss", source: linuxOpen },
    macos: { guarantee: "os-crash", source: macVnops },
  },
  o_sync: { linux: { guarantee: "power-loss", source: linuxOpen } },
  // O_DIRECT only bypasses the page cache: it sends no flush and stores no metadata.
  o_direct: { linux: { guarantee: "none", source: linuxOpen } },
  o_direct_dsync: { linux: { guarantee: "power-loss", source: linuxOpen } },
  // F_BARRIERFSYNC keeps writes in order, but promises nothing about what is stored when it
  // returns.
  f_barrierfsync: { macos: { guarantee: "os-crash", source: macFcntl } },
  f_fullfsync: { macos: { guarantee: "power-loss", source: macFcntl } },
  flush_file_buffers: { windows: { guarantee: "power-loss", source: windowsFlush } },
  // Asks for force-unit-access, which EIDE and SATA drivers do not honour.
  write_through: { windows: { guarantee: "unknown", source: windowsFlush } },
  no_buffering_write_through: { windows: { guarantee: "unknown", source: windowsCaching } },
  // NtFlushBuffersFileEx with FLUSH_FLAGS_FILE_DATA_SYNC_ONLY, the equivalent of fdatasync.
  nt_flush_data_only: { windows: { guarantee: "power-loss", source: windowsNtFlush } },
};

/** The modes of this system in the order in which they are shown. */
export function flushModesOf(os: OperatingSystem): FlushModeId[] {
  return flushModeIds.filter((id) => flushModes[id][os] !== undefined);
}

/** Whether the mode waits for the drive; `none` and `o_direct` do not. */
export function isSyncing(mode: FlushModeId): boolean {
  return mode !== "none" && mode !== "o_direct";
}

/**
 * Whether this mode can store data without a flush, so that the counted flushes say nothing about
 * it. With `O_DIRECT | O_DSYNC`, Linux sends a force-unit-access write instead of a flush to drives
 * that support such writes, and the flush counter does not count them
 * (https://github.com/torvalds/linux/blob/master/fs/iomap/direct-io.c).
 */
export function mayStoreWithoutFlush(mode: FlushModeId): boolean {
  return mode === "o_direct_dsync";
}

/**
 * The call with which an ordinary careful program makes its data safe: on Linux and Windows the one
 * behind the `fsync` of most programming languages; on macOS plain `fsync`, as SQLite uses it.
 */
export function ordinarySaveMode(os: OperatingSystem): FlushModeId {
  return os === "windows" ? "flush_file_buffers" : "fsync";
}

/**
 * The ordinary save or, if unavailable, the first mode in display order that promises to survive a
 * power cut; `null` if there is none.
 */
export function leadingSaveMode(
  os: OperatingSystem,
  usable: readonly FlushModeId[],
): FlushModeId | null {
  const ordinary = ordinarySaveMode(os);
  const promising = flushModesOf(os).filter((id) => flushModes[id][os]?.guarantee === "power-loss");
  return [ordinary, ...promising].find((id) => usable.includes(id)) ?? null;
}

/** Modes with a separate sync call, so that a program can sync less often than it writes. */
export const syncCallModeIds = [
  "fsync",
  "fdatasync",
  "f_barrierfsync",
  "f_fullfsync",
  "flush_file_buffers",
  "nt_flush_data_only",
] as const satisfies readonly FlushModeId[];

/**
 * The sync calls of the interval test unless the plan names others: `fdatasync` or its equivalent.
 * On macOS two calls: the ordinary sync, and the one that asks the drive to store its cached data.
 */
export function intervalSyncModes(os: OperatingSystem): readonly FlushModeId[] {
  return os === "macos" ? ["fsync", "f_fullfsync"] : [intervalSyncMode(os)];
}

/** The sync call of the interval test that also flushes the drive's write cache. */
export function intervalSyncMode(os: OperatingSystem): FlushModeId {
  return ({ linux: "fdatasync", macos: "f_fullfsync", windows: "flush_file_buffers" } as const)[os];
}
