import { messages } from "./messages";

export const chartKeyText = messages({
  measured: "measured",
  extrapolated: "extrapolated from a part",
  extrapolatedNote: "extrapolated",
  extrapolatedAnd: "extrapolated, {note}",
});
