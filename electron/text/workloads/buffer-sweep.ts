import type { LiveState } from "../../contract/live-state";
import { messages } from "../messages";
import { stepOf } from "./home";

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

export const absence = messages({
  removed:
    "The drive was removed or unmounted during the test of write sizes; nothing is said about it.",
  moved:
    "The folder was removed or moved during the test of write sizes; that says nothing about the drive.",
});

export const progress = (live: LiveState) => bufferSweepText.step(stepOf(live));
