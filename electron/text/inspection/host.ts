import { messages } from "../messages";

/** Words for facts about the computer and the program; names stay untranslated. */
export const hostText = messages({
  systemAndKernel: "{system}, kernel {release}",
  unknownHypervisor: "unknown hypervisor",
  /** Takes the place of the engine's version if the engine could not be loaded. */
  engineNotLoaded: "not loaded",
});
