import { messages } from "../messages";

/** Reasons why a measured save does not count as safe on this drive. */
export const statements = messages({
  "worth.memory":
    "This volume lives in the computer’s memory: nothing saved on it survives a restart.",
  "worth.syncs-dropped":
    "The system ignores requests to save on this volume: what was saved can be lost in a power cut.",
  "worth.barriers-off":
    "The system is told not to flush this drive: what was saved can be lost from its cache in a power cut.",
  "worth.stops-at-drive":
    "Such a save stops at the drive’s own memory (cache) and can be lost in a power cut.",
  "worth.lost": "This drive lost data or returned an error: no save on it can be relied on.",
  "worth.unflushed":
    "No flush was seen to reach the drive: what was saved can be lost in a power cut.",
  "worth.hosted": "What provides the virtual drive decides what a save is worth.",
  "worth.passed-on": "What the virtual machine does with it decides what a save is worth.",
  "worth.not-known": "Whether such a save survives a power cut is not known.",
});
