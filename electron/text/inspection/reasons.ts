import { messages } from "../messages";

export const statements = messages({
  "reason.mode-not-reached": "The inspection ended before this mode was measured.",
  "reason.mode-without-round":
    "No round of this mode counts: the inspection ended before one did, or the computer slept or DriveProof was halted during all of them.",
  "reason.stood-still":
    "The computer slept, or DriveProof was halted, each time that this was measured.",
  "reason.foreign-mode": "This operating system does not have it.",
  "reason.not-reached": "The inspection ended before this was measured.",
  "reason.refused": "{systemText}",
});
