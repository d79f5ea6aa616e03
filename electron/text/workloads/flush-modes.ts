import type { LiveState } from "../../contract/live-state";
import { messages } from "../messages";

export const flushModesText = messages({
  round: "Measuring, round {round, number} of {rounds, number}",
  appendRound: "Making a file longer, round {round, number} of {rounds, number}",
  spacedRound: "Saving now and then, round {round, number} of {rounds, number}",

  changing: "changing a file",
  growing: "making a file longer",
  afterRest: "after a rest of {rest}",
  hiddenFlushes:
    "(not counted: Linux may store each write by itself, by force-unit-access, in place of a flush)",
});

export const absence = messages({
  removed:
    "The drive was removed or unmounted during the test of safe saves; nothing is said about it.",
  moved:
    "The folder was removed or moved during the test of safe saves; that says nothing about the drive.",
});

export function progress({ plan, step, lastStep }: LiveState): string {
  const { append, spaced, rounds } = plan.workloads["flush-modes"];
  const place = step ?? lastStep;
  const { layout, round } =
    place?.kind === "flush-round" ? place : ({ layout: "rewrite", round: 0 } as const);
  if (layout === "append" && append !== null) {
    return flushModesText.appendRound({ round: round + 1, rounds: append.rounds });
  }
  if (layout === "spaced" && spaced !== null) {
    return flushModesText.spacedRound({ round: round + 1, rounds: spaced.rounds });
  }
  return flushModesText.round({ round: round + 1, rounds });
}
