import { messages } from "../messages";

export const sustainedWriteText = messages({
  step: "Long write, step {step, number} of {steps, number}",
  unavailable: "Long write: unavailable: {reason}",
  rate: "Long write of {bytes}: {rate}",
  cliff: "{fastRate} for the first {bytes}, then {slowRate}",
  noCliff: "without a lasting fall",
});
