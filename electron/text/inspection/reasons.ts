import { messages } from "../messages";

/** Why something has no figures. */
export const statements = messages({
  "reason.mode-not-reached": "The inspection ended before this mode was measured.",
  "reason.foreign-mode": "This operating system does not have it.",
  "reason.not-reached": "The inspection ended before this was measured.",
  "reason.refused": "{systemText}",
});
