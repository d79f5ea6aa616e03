import { messages } from "./messages";

/** The drive or its folder went away between two workloads, or it is not known during which. */
export const absenceText = messages({
  removed: "The drive was removed or unmounted during the test; nothing is said about it.",
  moved: "The folder was removed or moved during the test; that says nothing about the drive.",
});
