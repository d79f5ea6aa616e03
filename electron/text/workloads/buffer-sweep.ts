import { messages } from "../messages";

export const bufferSweepText = messages({
  step: "Buffer sizes, step {step, number} of {steps, number}",

  writeSize: "write size",
  toMemory: "to memory",
  direct: "direct",
  withFlush: "with the flush",
  processor: "processor",
  knee: "knee",

  streamDirect: "Stream of {bytes}, direct, until its last flush: {rate}",
  streamThroughMemory: "Stream of {bytes}, through memory, until its last flush: {rate}",
});
