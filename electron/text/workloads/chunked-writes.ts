import { messages } from "../messages";

export const chunkedWritesText = messages({
  step: "Chunked writes, step {step, number} of {steps, number}",
  title: "{total} in {chunk}",
  passes: "passes: {times}",
});
