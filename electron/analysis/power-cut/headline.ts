import type { FlushModeId } from "../../contract/flush-mode";
import type { PlugModeResult, PlugTest } from "../../contract/power-cut-result";
import { formatCount, formatDuration, unitSpace } from "../format";

/**
 * The plain sentence: "With ordinary saves this computer lost the last 4.2 seconds; with full
 * flushes it lost nothing." Ways of saving of which nothing is proven are left out, and where that
 * leaves none, the sentence says so.
 */
export function headlineOf({ modes, cut }: PlugTest): string {
  if (modes.some(({ doubt }) => doubt === "changed-without-cut")) {
    return "Files of this plug test are missing or changed, and no power cut is known: it proves nothing.";
  }
  const subject = cut.driveLost && cut.computerRestarted !== true ? "drive" : "computer";
  const losses = grouped(
    modes.filter(({ verdict }) => verdict === "lost"),
    lossOf,
  );
  const kept = modes.filter(({ verdict }) => verdict === "kept").map(nameOf);
  const clauses = [
    ...losses.map(({ names, words }) => ({ with: list(names), lost: words })),
    ...(kept.length === 0 ? [] : [{ with: list(kept), lost: "nothing" }]),
  ];
  const [first, ...rest] = clauses;
  if (first === undefined) {
    return "This plug test proves nothing: no save was lost, and none is known to have been at risk.";
  }
  const open = modes.filter(
    ({ verdict, lossExpected }) => verdict === "not-proven" && !lossExpected,
  );
  const doubt =
    kept.length === 0 && open.length > 0
      ? [`about ${list(open.map(nameOf))} it proves nothing`]
      : [];
  const condition = cut.evidence === "person" ? ", if the power was cut as the person says" : "";
  const sentence = [
    `With ${first.with} this ${subject} lost ${first.lost}`,
    ...rest.map((clause) => `with ${clause.with} it lost ${clause.lost}`),
    ...doubt,
  ].join("; ");
  return `${sentence}${condition}.`;
}

/** What a person would call the way of saving; the calls stand in the table. */
const names: Readonly<Record<FlushModeId, string>> = {
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
};

/** The same outside a sentence of this file. */
export function nameOf({ mode }: Pick<PlugModeResult, "mode">): string {
  return names[mode];
}

/**
 * The time that is gone, where everything after its beginning is gone; with survivors in between
 * only saves of that time are. The count where the time is not known.
 */
function lossOf({ failed, reordered, lostSpanNs }: PlugModeResult): string {
  if (lostSpanNs === null) {
    return failed === 1 ? "one confirmed save" : `${formatCount(failed)} confirmed saves`;
  }
  const last = `the last ${inWords(lostSpanNs)}`;
  return reordered === 0
    ? last
    : `${formatCount(failed)} ${failed === 1 ? "save" : "saves"} of ${last}`;
}

/** "4.2 seconds" in a sentence for people; the units of other lengths stay short. */
function inWords(ns: number): string {
  return formatDuration(ns).replace(/^(\S+)\u00a0s$/, (_, figure: string) =>
    figure === "1.0" ? `1.0${unitSpace}second` : `${figure}${unitSpace}seconds`,
  );
}

function grouped(
  modes: readonly PlugModeResult[],
  wordsOf: (mode: PlugModeResult) => string,
): { readonly names: string[]; readonly words: string }[] {
  const groups = new Map<string, string[]>();
  for (const mode of modes) {
    const words = wordsOf(mode);
    groups.set(words, [...(groups.get(words) ?? []), nameOf(mode)]);
  }
  return [...groups].map(([words, members]) => ({ words, names: members }));
}

/** "a, b and c" */
export function list(parts: readonly string[]): string {
  return parts.length < 2
    ? parts.join()
    : `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}`;
}
