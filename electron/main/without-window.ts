import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { app, powerSaveBlocker } from "electron";
import { reportPageDocumentSchema } from "#contract/ipc-schema";
import type { appPaths } from "./app-paths";
import { currentFolder } from "./cli/current-folder";
import { inspectCommand } from "./cli/inspect-command";
import { onLauncherSignal } from "./cli/launcher-signals";
import { appVersion, createPowerCutReport, createProgram } from "./create-inspection";
import { createVolumes } from "./create-volumes";
import { endProgram } from "./files/end-program";
import { onEndSignals } from "./files/signals";
import { utilityEngine } from "./hosts/utility-engine";
import { ReportPrinter } from "./window/report-printer";

type Paths = ReturnType<typeof appPaths>;

export async function inspect(
  paths: Paths,
  dataFolder: string,
  argv: readonly string[],
): Promise<void> {
  const printer = new ReportPrinter(paths.preload);
  const spawnEngine = utilityEngine(paths.engineHost);
  const volumes = createVolumes(spawnEngine);
  const { health, ...services } = createProgram(spawnEngine, volumes, dataFolder);
  const code = await inspectCommand(argv, {
    version: appVersion,
    currentFolder: currentFolder(),
    describeFolder: (directory) => volumes.describeFolder(directory),
    ...services,
    makePowerCutReport: createPowerCutReport(volumes, health),
    print: (document) => printer.print(document),
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    onSignal: (listener) => {
      onEndSignals(listener);
      // A Mac's user can quit from the Dock or log out: both send this event, the program's own
      // app.exit() sends none.
      app.on("before-quit", (event) => {
        event.preventDefault();
        listener();
      });
      onLauncherSignal(process.env.DRIVEPROOF_STOP_PIPE, listener);
    },
    keepAwake: () => void powerSaveBlocker.start("prevent-app-suspension"),
    endNow: (exitCode) => void endProgram(() => app.exit(exitCode)),
  });
  await endProgram(() => app.exit(code));
}

/**
 * Draws a report page into the file `output`. The file `input` comes from DriveProof's own command
 * line, which wrote it for this user only.
 */
export async function printDocument(
  paths: Paths,
  [input = "", output = ""]: readonly string[],
): Promise<void> {
  const document = reportPageDocumentSchema.parse(JSON.parse(await readFile(input, "utf8")));
  const printed = await new ReportPrinter(paths.preload).print(document);
  await writeFile(path.resolve(output), printed, { flag: "wx" });
  app.exit(0);
}
