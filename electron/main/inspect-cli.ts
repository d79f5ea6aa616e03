import { setLanguage } from "#text/language";
import { appPaths } from "./app-paths";
import { currentFolder } from "./cli/current-folder";
import { inspectCommand } from "./cli/inspect-command";
import { keepAwake } from "./cli/keep-awake";
import { appVersion, createPowerCutReport, createProgram } from "./create-inspection";
import { createVolumes } from "./create-volumes";
import { printInElectron } from "./export/print-in-electron";
import { endProgram } from "./files/end-program";
import { onEndSignals } from "./files/signals";
import { stateFolder } from "./files/state-folder";
import { nodeEngine } from "./hosts/engine-process";

/** Entry of the command line on plain Node; starts Electron only to draw a PDF. */
setLanguage(process.env.DRIVEPROOF_LANGUAGE);
const paths = appPaths(__dirname);
const spawnEngine = nodeEngine(paths.engineHost);
const volumes = createVolumes(spawnEngine);
const { health, ...services } = createProgram(spawnEngine, volumes, stateFolder());

void inspectCommand(process.argv.slice(2), {
  version: appVersion,
  currentFolder: currentFolder(),
  describeFolder: (directory) => volumes.describeFolder(directory),
  ...services,
  makePowerCutReport: createPowerCutReport(volumes, health),
  print: printInElectron,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  onSignal: onEndSignals,
  keepAwake,
  endNow: (exitCode) => void endProgram(() => process.exit(exitCode)),
}).then((code) =>
  endProgram(() => {
    // process.exit would lose output still pending in a pipe.
    process.exitCode = code;
  }),
);
