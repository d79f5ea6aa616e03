import { messages } from "../messages";

export const syncIntervalText = messages({
  step: "Sync intervals, step {step, number} of {steps, number}",
  title: "{bytes} with {mode}",
  strategy:
    "{strategy, select, never {never} end {end} every {every {bytes}} background {background}}",
});
