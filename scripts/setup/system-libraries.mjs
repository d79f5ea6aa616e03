import { aptInstall, aptRemedy, hasApt, isAdministrator } from "./apt.mjs";
import { SetupFailure } from "./failure.mjs";
import { logFile, projectRoot } from "./paths.mjs";
import {
  compilerRequirements,
  electronRequirements,
  installedSystem,
  virtualDisplayRequirements,
} from "./requirements.mjs";

/** @typedef {import("./requirements.mjs").Requirement} Requirement */

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} platform
 */
export function hasDisplay(env = process.env, platform = process.platform) {
  return platform !== "linux" || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/**
 * @param {readonly Requirement[]} requirements
 * @returns {Requirement[]}
 */
export function missingFrom(requirements) {
  const system = installedSystem();
  return requirements.filter((requirement) => !requirement.present(system));
}

/**
 * As root, installs what is missing with apt and without questions. For every other user stops and
 * says what to type.
 * @param {readonly Requirement[]} missing
 * @returns {Promise<string[]>} the packages installed
 */
export async function provide(missing) {
  const what = missing.map((requirement) => requirement.what).join(", ");
  if (!hasApt()) {
    throw new SetupFailure(
      `this system lacks ${what}`,
      "install these with your system's package manager, then try again",
    );
  }
  if (!isAdministrator()) {
    throw new SetupFailure(`this system lacks ${what}`, aptRemedy(missing));
  }
  return aptInstall(missing, { cwd: projectRoot, logFile: logFile("system-libraries") });
}

/**
 * macOS and Windows have every library. A compiler is installed if that needs no question; if none
 * is, the engine is built with one that is fetched (see addon.mjs).
 * @param {{ forElectron: boolean, forCompiler: boolean }} purposes
 * @returns {import("./steps.mjs").Step | null}
 */
export function systemLibrariesStep({ forElectron, forCompiler }) {
  if (process.platform !== "linux") return null;
  const wanted = [
    // Without apt the libraries have other names and paths: Electron itself is tried, once it is
    // fetched (see electron-runtime).
    ...(forElectron && hasApt() ? electronRequirements : []),
    ...(forElectron && !hasDisplay() ? virtualDisplayRequirements : []),
    ...(forCompiler && hasApt() && isAdministrator() ? compilerRequirements : []),
  ];
  return {
    name: "system libraries",
    requires: [],
    upToDate: () => (missingFrom(wanted).length === 0 ? "present" : null),
    async run(progress) {
      const missing = missingFrom(wanted);
      if (hasApt() && isAdministrator()) progress("installing");
      return (await provide(missing)).join(" ");
    },
  };
}
