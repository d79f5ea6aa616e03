import type { PowerCutModeResult } from "#contract/power-cut/test";
import { messages, richMessages } from "../messages";

/** Outcomes of a plug test's confirmed saves, for one test or several. */
export const outcomesText = messages({
  oneTest: "The plug test",
  oneTestTable: "What became of the confirmed saves",
  allTests: "All plug tests of this drive",
  allTestsTable: "All power cuts together",

  noneProven: "No cut has reached the main way of saving yet.",
  lost: "Saves that had been confirmed as safe were lost in {lost, number} of {cuts, plural, one {# cut} other {# cuts}}.",
  leftOut:
    "{count, plural, one {One test proves nothing of the main way of saving and is left out of this figure.} other {# tests prove nothing of the main way of saving and are left out of this figure.}}",

  keptIn: "kept in {kept, number} of {cuts, number}",
  lostIn: "lost in {lost, number} of {cuts, number}",
  lostAsExpected: "lost in {lost, number} of {cuts, number}, which is no fault",
  notProvenIn: "{count, plural, one {no result in one test} other {no result in # tests}}",

  result: "Result",
  none: "none",
});

export const outcomeNames: Readonly<Record<PowerCutModeResult["verdict"], () => string>> = messages(
  {
    kept: "kept",
    lost: "lost",
    "not-proven": "not proven",
    unavailable: "not available here",
  },
);

export const proverNames: Readonly<
  Record<NonNullable<PowerCutModeResult["provenBy"]>, () => string>
> = messages({
  witness: "the witness",
  disk: "the disk itself",
});

/** The table's row names, with the technical term if there is one. */
export const outcomeRows = richMessages({
  acknowledged: "Reported as done <term>(acknowledged)</term>",
  replaced: "Replaced by a later save",
  inFlight: "Being written over at the cut <term>(in flight)</term>",
  survived: "Found whole <term>(survived)</term>",
  failed: "Did not survive",
  lost: "Nothing of it there <term>(lost)</term>",
  stale: "An older version there <term>(stale)</term>",
  torn: "Written in part <term>(torn)</term>",
  corrupted: "Damaged <term>(corrupted)</term>",
  misplaced: "In the wrong place",
  unreadable: "The drive returned an error",
  nameMissing: "Its file is missing <term>(file missing)</term>",
  renameLost: "Under the old name, or both <term>(rename lost)</term>",
  reordered: "Overtaken by a later save that is there <term>(reordered)</term>",
  provenBy: "Last save checked is known from",
  window: "Age of the newest save at the cut, at most <term>(blind window)</term>",
  lostSpan: "Time of saves that is gone, at most",
});
