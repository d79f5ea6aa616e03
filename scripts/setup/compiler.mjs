import { existsSync } from "node:fs";
import { compilerRequirements } from "./requirements.mjs";
import { outputOf } from "./run-program.mjs";
import { missingFrom } from "./system-libraries.mjs";

/** Whether node-gyp can compile on this machine. */
export function hasCompiler(platform = process.platform) {
  switch (platform) {
    case "win32":
      return hasBuildTools();
    case "darwin":
      return outputOf("xcode-select", ["-p"]) !== null;
    default:
      return missingFrom(compilerRequirements).length === 0;
  }
}

/**
 * Whether Visual Studio's C++ compiler is installed: every Visual Studio since 2017 installs the
 * locator vswhere.exe at one fixed path.
 */
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
