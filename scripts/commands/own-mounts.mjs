import { fileURLToPath } from "node:url";
import { isAdministrator } from "../setup/apt.mjs";
import { findProgram, outputOf } from "../setup/run-program.mjs";

/**
 * What starts `command` in a separate mount namespace, which only root on Linux can make; otherwise
 * `command` alone. A container that starts while a test's drive is mounted gets a copy of
 * that mount, and the drive stays in use until the container ends. From here it gets none, and what
 * the tests mount goes when their last process ends, however they end.
 * @param {readonly string[]} command
 * @returns {readonly string[]}
 */
export function inOwnMounts(command) {
  const unshare = process.platform === "linux" && isAdministrator() ? findProgram("unshare") : null;
  // Slave: what the system mounts and unmounts happens here too, and nothing goes the other way.
  const own = ["--mount", "--propagation", "slave"];
  if (unshare === null || outputOf(unshare, [...own, "true"]) === null) return command;
  const script = fileURLToPath(new URL("own-mounts.sh", import.meta.url));
  return [unshare, ...own, "sh", script, ...command];
}
