import type { FlushModeId } from "../contract/flush-mode";
import { messages } from "./messages";

/** Words and lists that several subjects share. */
const words = messages({
  writeOnly: "write only",
  dataOnly: "{call}, data only",
  noReason: "no reason given",
  extrapolated: "{time} (extrapolated)",
  /** A sentence that came without its full stop. */
  ended: "{text}.",

  and: "{most} and {last}",
  comma: "{most}, {next}",
  semicolon: "{most}; {next}",
});

/** The names engineers know the modes by; given once, in brackets, beside the plain word. */
export function modeTerm(mode: FlushModeId): string {
  return terms[mode]();
}

const terms: Readonly<Record<FlushModeId, () => string>> = {
  none: words.writeOnly,
  fsync: () => "fsync",
  fdatasync: () => "fdatasync",
  o_dsync: () => "O_DSYNC",
  o_sync: () => "O_SYNC",
  o_direct: () => "O_DIRECT",
  o_direct_dsync: () => words.and({ most: "O_DIRECT", last: "O_DSYNC" }),
  f_barrierfsync: () => "F_BARRIERFSYNC",
  f_fullfsync: () => "F_FULLFSYNC",
  flush_file_buffers: () => "FlushFileBuffers",
  write_through: () => "FILE_FLAG_WRITE_THROUGH",
  no_buffering_write_through: () =>
    words.and({ most: "FILE_FLAG_NO_BUFFERING", last: "WRITE_THROUGH" }),
  nt_flush_data_only: () => words.dataOnly({ call: "NtFlushBuffersFileEx" }),
};

/** "a, b and c" */
export function listWithAnd(parts: readonly string[]): string {
  const most = parts.slice(0, -1);
  const last = parts[parts.length - 1] ?? "";
  return most.length === 0
    ? last
    : words.and({ most: most.reduce((all, next) => words.comma({ most: all, next })), last });
}

/** "a; b; c", for parts with commas of their own. */
export function listOfClauses(parts: readonly string[]): string {
  return parts.length === 0 ? "" : parts.reduce((most, next) => words.semicolon({ most, next }));
}

/** What a system or a drive gave as its reason. */
export function reasonOr(reason: string | null): string {
  return reason ?? words.noReason();
}

/** Messages of the system often come without a full stop. */
export function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : words.ended({ text });
}

/** A time, which was extrapolated where the whole took too long. */
export function maybeExtrapolated(time: string, isExtrapolated: boolean): string {
  return isExtrapolated ? words.extrapolated({ time }) : time;
}
