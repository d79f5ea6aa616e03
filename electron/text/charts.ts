import { messages } from "./messages";

/** What the marks of a chart mean. */
export const chartKeyText = messages({
  measured: "measured",
  extrapolated: "extrapolated from a part",
  extrapolatedNote: "extrapolated",
  extrapolatedAnd: "extrapolated, {note}",
});
