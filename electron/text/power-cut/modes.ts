import type { FlushModeId } from "../../contract/flush-mode";
import { messages } from "../messages";
import { listWithAnd } from "../words";

/** What a person would call the way of saving; the calls stand in the table. */
const names: Readonly<Record<FlushModeId, () => string>> = messages({
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

/** "ordinary saves, full flushes and writes that nothing confirms" */
export function savesOf(modes: readonly FlushModeId[]): string {
  return listWithAnd(modes.map((mode) => names[mode]()));
}
