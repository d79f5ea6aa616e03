import { messages } from "../messages";

/** Words for facts about the computer and the program; names stay untranslated. */
export const hostText = messages({
  systemAndKernel: "{system}, kernel {release}",
  unknownHypervisor: "unknown hypervisor",
  /** Shown instead of the engine's version. */
  engineNotLoaded: "not loaded",
});
