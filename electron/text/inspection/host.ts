import { messages } from "../messages";

/** Facts about the computer and the program as a report has them, where they are no names. */
export const hostText = messages({
  systemAndKernel: "{system}, kernel {release}",
  unknownHypervisor: "unknown hypervisor",
  /** In the place of the engine's version. */
  engineNotLoaded: "not loaded",
});
