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
