import { messages } from "./messages";

/** Names of the marks in a chart's legend. */
export const chartKeyText = messages({
  measured: "measured",
  extrapolated: "extrapolated from a part",
  extrapolatedNote: "extrapolated",
  extrapolatedAnd: "extrapolated, {note}",
});
