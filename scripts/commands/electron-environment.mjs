import { findElectron } from "../setup/electron-runtime.mjs";
import { projectRoot } from "../setup/paths.mjs";
import { findProgram } from "../setup/run-program.mjs";
import { hasDisplay } from "../setup/system-libraries.mjs";

/**
 * What the command line and the tests read about Electron. `DRIVEPROOF_ELECTRON` is the JSON of `{
 * executable, args }`, missing without Electron; `DRIVEPROOF_XVFB=1` says that there is no display
 * and that xvfb-run can replace one.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {NodeJS.ProcessEnv}
 */
export function electronEnvironment(env = process.env, root = projectRoot) {
  const {
    // Some editors' terminals set ELECTRON_RUN_AS_NODE; Electron would start as plain Node.
    ELECTRON_RUN_AS_NODE: _node,
    DRIVEPROOF_ELECTRON: _electron,
    DRIVEPROOF_XVFB: _xvfb,
    ...clean
  } = env;
  const found = findElectron(root);
  const virtualDisplay = !hasDisplay(env) && findProgram("xvfb-run") !== null;
  return {
    ...clean,
    ...(found && {
      DRIVEPROOF_ELECTRON: JSON.stringify({ executable: found.executable, args: found.args }),
    }),
    ...(virtualDisplay && { DRIVEPROOF_XVFB: "1" }),
  };
}
