import { StepLog } from "./step-log.mjs";
import { setUp } from "./steps.mjs";

/**
 * Makes this project ready for a command, or throws a `SetupFailure` that says what mends it.
 * @param {{ needs?: readonly import("./steps.mjs").Need[], log?: StepLog, retryElectron?: boolean,
 *   retryDatabases?: boolean }} [options]
 *   everything is needed unless said otherwise
 */
export async function prepareProject({
  needs = ["packages", "engine", "electron"],
  log = new StepLog(),
  retryElectron = false,
  retryDatabases = false,
} = {}) {
  await setUp({ needs, log, retryElectron, retryDatabases });
}
