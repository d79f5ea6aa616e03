import type { FlushModeId } from "../../contract/flush-mode";
import { formatDuration } from "../format";
import { messages } from "../messages";

const said = messages({
  none: "write only",
  o_direct_dsync: "O_DIRECT and O_DSYNC",
  no_buffering_write_through: "FILE_FLAG_NO_BUFFERING and WRITE_THROUGH",
  nt_flush_data_only: "NtFlushBuffersFileEx, data only",
  noReason: "no reason given",
  unknownTime: "a time that is not known",
});

const terms: Readonly<Record<FlushModeId, () => string>> = {
  none: said.none,
  fsync: () => "fsync",
  fdatasync: () => "fdatasync",
  o_dsync: () => "O_DSYNC",
  o_sync: () => "O_SYNC",
  o_direct: () => "O_DIRECT",
  o_direct_dsync: said.o_direct_dsync,
  f_barrierfsync: () => "F_BARRIERFSYNC",
  f_fullfsync: () => "F_FULLFSYNC",
  flush_file_buffers: () => "FlushFileBuffers",
  write_through: () => "FILE_FLAG_WRITE_THROUGH",
  no_buffering_write_through: said.no_buffering_write_through,
  nt_flush_data_only: said.nt_flush_data_only,
};

/** The name engineers know the mode by; given once, in brackets, beside the plain word. */
export function termOfArt(mode: FlushModeId): string {
  return terms[mode]();
}

/** Of one save; the median. */
export function typicalTime(medianNs: number | null): string {
  return medianNs === null ? said.unknownTime() : formatDuration(medianNs);
}

/** Why the system refused something or broke it off, as the report has it. */
export function reasonOr(reason: string | null): string {
  return reason ?? said.noReason();
}

/** Messages of the system often come without a full stop. */
export function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

type OptionOf<Id extends string> = Id extends `${infer Head}-${infer Tail}`
  ? `${Head}_${OptionOf<Tail>}`
  : Id;

/** A code as an option of a `select`, which may not have a hyphen. */
export function optionOf<Id extends string>(id: Id): OptionOf<Id> {
  return id.replaceAll("-", "_") as OptionOf<Id>;
}

/** What a rate of safe saves compares with. */
export type Likeness = "slower-than-disks" | "hard-disk" | "slow-ssd" | "good-ssd" | "server";
