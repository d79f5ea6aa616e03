import { messages } from "../messages";

export const inspectionText = messages({
  starting: "Starting the inspection…",
  title: "Inspecting {drive}",
  stop: "Stop",
  stoppingButton: "Stopping…",
  goesOn: "The inspection goes on",

  progress: "Progress",
  left: "About {time} left",
  place: "{workload}, {place}",
  step: "step {step, number} of {steps, number}",
  announcement: "{workload}. {sentence}",
});

export const phaseText = messages({
  preparingNext: "Preparing the next test.",
  preparing:
    "Preparing: writing a test file of {size}, so that nothing is measured that happens only once.",
  draining:
    "Waiting until the drive has stored what was written, so that no round burdens the next.",
  verifying: "Reading everything back and comparing it with what was written.",
  stopping: "Stopping. The drive is still busy with the last request; what was measured is kept.",
  finished: "Finished. The verdict is being written.",
});
