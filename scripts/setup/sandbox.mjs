import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { isAdministrator } from "./apt.mjs";
import { SetupFailure } from "./failure.mjs";
import { findProgram, outputOf } from "./run-program.mjs";

/** Ubuntu since 23.10 denies user namespaces to programs it does not know. */
const ubuntuRestriction = "/proc/sys/kernel/apparmor_restrict_unprivileged_userns";

/**
 * Chromium's sandbox needs either user namespaces or its helper owned by root. Without both,
 * Electron would end with a crash report that says nothing to most people.
 * @param {string} executable of Electron
 * @returns {SetupFailure | null}
 */
export function sandboxProblem(executable) {
  // Root runs without the sandbox (see findElectron); Windows and macOS have a different one.
  if (process.platform !== "linux" || isAdministrator()) return null;
  const helper = path.join(path.dirname(executable), "chrome-sandbox");
  if (isSetUserIdRoot(helper) || userNamespacesWork()) return null;
  return new SetupFailure(
    "this system does not let Electron make its sandbox",
    `sudo chown root:root "${helper}" && sudo chmod 4755 "${helper}"`,
  );
}

/** @param {string} file */
function isSetUserIdRoot(file) {
  if (!existsSync(file)) return false;
  const { uid, mode } = statSync(file);
  return uid === 0 && (mode & 0o4000) !== 0;
}

function userNamespacesWork() {
  if (existsSync(ubuntuRestriction) && readFileSync(ubuntuRestriction, "utf8").trim() === "1") {
    return false;
  }
  // Tries to make a user namespace, because containers refuse them in ways that no setting shows.
  const unshare = findProgram("unshare");
  return unshare === null || outputOf(unshare, ["--user", "--map-root-user", "true"]) !== null;
}
