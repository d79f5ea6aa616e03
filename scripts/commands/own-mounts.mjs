import { fileURLToPath } from "node:url";
import { isAdministrator } from "../setup/apt.mjs";
import { findProgram, outputOf } from "../setup/run-program.mjs";

/**
 * Makes `command` run in a separate mount namespace where that is possible, as for root on Linux;
 * otherwise returns `command` unchanged. A container that starts while a test's drive is mounted
 * gets a copy of that mount, and the drive stays in use until the container ends. From a separate
 * namespace no container gets a copy, and the tests' mounts disappear when their last process ends.
 * @param {readonly string[]} command
 * @returns {readonly string[]}
 */
export function inOwnMounts(command) {
  const unshare = process.platform === "linux" && isAdministrator() ? findProgram("unshare") : null;
  // "slave": mounts that the system makes appear in this namespace, too; mounts made in it do not
  // appear outside.
  const own = ["--mount", "--propagation", "slave"];
  if (unshare === null || outputOf(unshare, [...own, "true"]) === null) return command;
  const script = fileURLToPath(new URL("own-mounts.sh", import.meta.url));
  return [unshare, ...own, "sh", script, ...command];
}
