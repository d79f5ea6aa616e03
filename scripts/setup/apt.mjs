import { readdirSync } from "node:fs";
import { SetupFailure } from "./failure.mjs";
import { findProgram, lastLines, outputOf, runProgram } from "./run-program.mjs";

/**
 * Reads the output of `apt-cache policy` (in the C locale). A package that cannot be installed,
 * because it is unknown or only a virtual name, has no candidate version and is left out.
 * @param {string} policy
 * @returns {Set<string>} names that can be installed
 */
export function parseInstallable(policy) {
  const installable = new Set();
  let name = "";
  for (const line of policy.split("\n")) {
    const heading = /^(\S+):$/.exec(line);
    if (heading?.[1]) name = heading[1];
    const candidate = /^ {2}Candidate: (.+)$/.exec(line);
    if (candidate && candidate[1] !== "(none)") installable.add(name);
  }
  return installable;
}

/**
 * One package name per requirement, the first that this system's lists offer. If they offer none
 * (the lists may be empty), the last, oldest name.
 * @param {readonly { apt: readonly string[] }[]} requirements
 * @param {ReadonlySet<string>} installable
 * @returns {string[]} without repetition
 */
export function choosePackages(requirements, installable) {
  const chosen = requirements.map(
    ({ apt }) => apt.find((name) => installable.has(name)) ?? apt.at(-1) ?? "",
  );
  return [...new Set(chosen)];
}

export function hasApt() {
  return process.platform === "linux" && findProgram("apt-get") !== null;
}

export function isAdministrator() {
  return process.getuid?.() === 0;
}

/** @param {readonly { apt: readonly string[] }[]} requirements */
function packagesFor(requirements) {
  const names = requirements.flatMap(({ apt }) => apt);
  const policy = outputOf("apt-cache", ["policy", ...names], { ...process.env, LC_ALL: "C" });
  return choosePackages(requirements, parseInstallable(policy ?? ""));
}

/**
 * The line that a person who may administer the machine types.
 * @param {readonly { apt: readonly string[] }[]} requirements
 */
export function aptRemedy(requirements) {
  const update = listsAreEmpty() ? "sudo apt-get update && " : "";
  return `${update}sudo apt-get install -y ${packagesFor(requirements).join(" ")}`;
}

/**
 * Installs as root, without questions.
 * @param {readonly { apt: readonly string[] }[]} requirements
 * @param {{ cwd: string, logFile: string }} where
 * @returns {Promise<string[]>} the packages installed
 */
export async function aptInstall(requirements, { cwd, logFile }) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C" };
  /** @param {string[]} args */
  const apt = (args) =>
    runProgram({
      command: "apt-get",
      // Another installation may be running, as on a machine that was just started.
      args: ["-q", "-o", "DPkg::Lock::Timeout=300", ...args],
      cwd,
      env,
      logFile,
    });
  // If the update fails, the installation below reports what really is missing.
  if (listsAreEmpty()) await apt(["update"]);
  let packages = packagesFor(requirements);
  let ended = await apt(["install", "-y", "--no-install-recommends", ...packages]);
  if (!ended.ok) {
    // The usual reason is a list that still names versions the mirror has replaced.
    await apt(["update"]);
    packages = packagesFor(requirements);
    ended = await apt(["install", "-y", "--no-install-recommends", ...packages]);
  }
  if (!ended.ok) {
    throw new SetupFailure(
      `apt-get could not install ${packages.join(", ")} (${ended.problem}):\n${lastLines(logFile, 8)}`,
      aptRemedy(requirements),
    );
  }
  return packages;
}

function listsAreEmpty() {
  try {
    return !readdirSync("/var/lib/apt/lists").some((name) => /_Packages(\.\w+)?$/.test(name));
  } catch {
    // Apt has never fetched its lists.
    return true;
  }
}
