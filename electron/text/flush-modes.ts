import type { FlushModeId, OperatingSystem } from "#contract/flush-mode";
import { messages } from "./messages";
import { listWithAnd } from "./words";

/** Labels in window and paper. */
const labels: Readonly<Record<FlushModeId, () => string>> = messages({
  none: "Write, not confirmed",
  fsync: "Confirm the whole file",
  fdatasync: "Confirm the data only",
  o_dsync: "Confirm every write",
  o_sync: "Confirm every write fully",
  o_direct: "Bypass memory, not confirmed",
  o_direct_dsync: "Bypass memory, confirmed",
  f_barrierfsync: "Keep writes in order",
  f_fullfsync: "Confirm by the drive",
  flush_file_buffers: "Confirm the whole file",
  write_through: "Write through",
  no_buffering_write_through: "Bypass memory, write through",
  nt_flush_data_only: "Confirm the data only",
});

// Not "confirmed": on macOS these calls return when the drive has received the data, which it may
// not have stored yet.
const labelsOnMacs: Partial<Record<FlushModeId, () => string>> = messages({
  fsync: "Hand over to the drive",
  fdatasync: "Hand over to the drive, data only",
  o_dsync: "Hand over every write",
});

const labelsWhereBuffered: Partial<Record<FlushModeId, () => string>> = messages({
  o_direct: "Direct, buffered by btrfs on this kernel, not confirmed",
  o_direct_dsync: "Direct, buffered by btrfs on this kernel, confirmed",
});

/** The label of a mode; `isBuffered`: the file system sends direct writes through its cache. */
export function modeLabel(mode: FlushModeId, os: OperatingSystem, isBuffered = false): string {
  const own = isBuffered ? labelsWhereBuffered[mode] : undefined;
  return (own ?? (os === "macos" ? labelsOnMacs[mode] : undefined) ?? labels[mode])();
}

const said = messages({
  none: "write only",
  o_direct_dsync: "O_DIRECT and O_DSYNC",
  no_buffering_write_through: "FILE_FLAG_NO_BUFFERING and WRITE_THROUGH",
  nt_flush_data_only: "NtFlushBuffersFileEx, data only",
});

/** The technical name of each mode. Texts give it once, in brackets, after the plain label. */
const terms: Readonly<Record<FlushModeId, () => string>> = {
  ...said,
  fsync: () => "fsync",
  fdatasync: () => "fdatasync",
  o_dsync: () => "O_DSYNC",
  o_sync: () => "O_SYNC",
  o_direct: () => "O_DIRECT",
  f_barrierfsync: () => "F_BARRIERFSYNC",
  f_fullfsync: () => "F_FULLFSYNC",
  flush_file_buffers: () => "FlushFileBuffers",
  write_through: () => "FILE_FLAG_WRITE_THROUGH",
};

export function termOfArt(mode: FlushModeId): string {
  return terms[mode]();
}

/** Names for the saves of a mode in sentences about power cuts. */
const savesByMode: Readonly<Record<FlushModeId, () => string>> = messages({
  none: "writes that nothing confirms",
  fsync: "ordinary saves",
  fdatasync: "saves of the data alone (fdatasync)",
  o_dsync: "writes confirmed one by one (O_DSYNC)",
  o_sync: "writes confirmed one by one (O_SYNC)",
  o_direct: "writes around memory that nothing confirms",
  o_direct_dsync: "confirmed writes around memory",
  f_barrierfsync: "saves kept in order (F_BARRIERFSYNC)",
  f_fullfsync: "full flushes",
  flush_file_buffers: "ordinary saves",
  write_through: "writes passed through (WRITE_THROUGH)",
  no_buffering_write_through: "writes passed through around memory",
  nt_flush_data_only: "saves of the data alone",
});

/** Joins modes: "ordinary saves, full flushes and writes that nothing confirms". */
export function savesOf(modes: readonly FlushModeId[]): string {
  return listWithAnd(modes.map((mode) => savesByMode[mode]()));
}
