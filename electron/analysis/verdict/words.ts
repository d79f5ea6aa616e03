import type { FlushModeId } from "../../contract/flush-mode";

/** The names engineers know the modes by; given once, in brackets, beside the plain word. */
export const termOfArt: Readonly<Record<FlushModeId, string>> = {
  none: "write only",
  fsync: "fsync",
  fdatasync: "fdatasync",
  o_dsync: "O_DSYNC",
  o_sync: "O_SYNC",
  o_direct: "O_DIRECT",
  o_direct_dsync: "O_DIRECT and O_DSYNC",
  f_barrierfsync: "F_BARRIERFSYNC",
  f_fullfsync: "F_FULLFSYNC",
  flush_file_buffers: "FlushFileBuffers",
  write_through: "FILE_FLAG_WRITE_THROUGH",
  no_buffering_write_through: "FILE_FLAG_NO_BUFFERING and WRITE_THROUGH",
  nt_flush_data_only: "NtFlushBuffersFileEx, data only",
};

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
