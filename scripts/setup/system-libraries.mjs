import { existsSync } from "node:fs";
import { aptInstall, aptRemedy, hasApt, isAdministrator } from "./apt.mjs";
import { SetupFailure } from "./failure.mjs";
import { logFile } from "./paths.mjs";
import {
  compilerRequirements,
  electronRequirements,
  installedSystem,
  virtualDisplayRequirements,
} from "./requirements.mjs";
import { outputOf } from "./run-program.mjs";

/** @typedef {import("./requirements.mjs").Requirement} Requirement */

/**
 * Whether a window can be shown here.
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
 * Installs what is missing where that can be done without asking: as root, with apt. Elsewhere it
 * stops and says what to type.
 * @param {string} root
 * @param {readonly Requirement[]} missing
 * @returns {Promise<string[]>} the packages installed
 */
export async function provide(root, missing) {
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
  return aptInstall(missing, { cwd: root, logFile: logFile(root, "system-libraries") });
}

/**
 * @param {string} root
 * @param {{ forElectron: boolean, forCompiler: boolean }} purposes
 * @returns {import("./steps.mjs").Step}
 */
export function systemLibrariesStep(root, { forElectron, forCompiler }) {
  if (process.platform !== "linux") return compilerStep(forCompiler);
  const wanted = [
    // Elsewhere the libraries have other names and places: there Electron itself is asked, once it
    // is here (see electron-runtime).
    ...(forElectron && hasApt() ? electronRequirements : []),
    ...(forElectron && !hasDisplay() ? virtualDisplayRequirements : []),
    ...(forCompiler ? compilerRequirements : []),
  ];
  return {
    name: "system libraries",
    requires: [],
    upToDate: () => (missingFrom(wanted).length === 0 ? "present" : null),
    async run(progress) {
      const missing = missingFrom(wanted);
      if (hasApt() && isAdministrator()) progress("installing");
      return (await provide(root, missing)).join(" ");
    },
  };
}

/**
 * macOS and Windows bring every library; what may be missing is the compiler.
 * @param {boolean} needed
 * @returns {import("./steps.mjs").Step}
 */
function compilerStep(needed) {
  const present = () => !needed || (process.platform === "win32" ? hasBuildTools() : hasXcode());
  return {
    name: "compiler",
    requires: [],
    upToDate: () => (present() ? "present" : null),
    async run() {
      throw process.platform === "win32"
        ? new SetupFailure(
            "building the engine needs the C++ build tools of Visual Studio and Python 3",
            "winget install Python.Python.3.12\n" +
              'and: winget install Microsoft.VisualStudio.2022.BuildTools --override "--wait --passive --add Microsoft.VisualStudio.Workload.VCTools --includeRecommended"',
          )
        : new SetupFailure(
            "building the engine needs Apple's command line tools",
            "xcode-select --install",
          );
    },
  };
}

function hasXcode() {
  return outputOf("xcode-select", ["-p"]) !== null;
}

/** Asks the locator that every Visual Studio since 2017 installs at this fixed place. */
function hasBuildTools() {
  const programs = process.env["ProgramFiles(x86)"] ?? "C:\\Program Files (x86)";
  const locator = `${programs}\\Microsoft Visual Studio\\Installer\\vswhere.exe`;
  if (!existsSync(locator)) return false;
  const found = outputOf(locator, [
    ...["-products", "*", "-property", "installationPath"],
    ...["-requires", "Microsoft.VisualStudio.Component.VC.Tools.x86.x64"],
  ]);
  return found !== null && found.trim() !== "";
}
