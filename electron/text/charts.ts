import { messages } from "./messages";

/** What tables of figures say in a cell. */
export const figuresText = messages({
  notKnown: "not known",
  failed: "failed: {reason}",
});

/** What the marks of a chart mean. */
export const chartKeyText = messages({
  measured: "measured",
  extrapolated: "extrapolated from a part",
});
