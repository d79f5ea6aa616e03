import type { LiveState } from "../../contract/live-state";
import { messages } from "../messages";
import { stepOf } from "./home";

export const syncIntervalText = messages({
  step: "Sync intervals, step {step, number} of {steps, number}",
  title: "{bytes} with {mode}",
  strategy:
    "{strategy, select, never {never} end {end} every {every {bytes}} background {background}}",
});

export const absence = messages({
  removed:
    "The drive was removed or unmounted during the test of how often to save; nothing is said about it.",
  moved:
    "The folder was removed or moved during the test of how often to save; that says nothing about the drive.",
});

export const progress = (live: LiveState) => syncIntervalText.step(stepOf(live));
