import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { app } from "electron";
import { reportPageDocumentSchema } from "../contract/ipc-schema";
import { setLanguage } from "../text/language";
import { appPaths } from "./app-paths";
import { inspectCommand } from "./cli/inspect-command";
import {
  appVersion,
  createHealthReader,
  createInspection,
  createLeftovers,
  createPowerCutRemoval,
  createPowerCutReport,
  createPowerCutService,
  createRemovedPowerCutTests,
  unfinishedFile,
} from "./create-inspection";
import { utilityEngine } from "./hosts/utility-engine";
import { VolumeService } from "./volumes/volume-service";
import { claimDataFolder, ownDataFolder } from "./window/data-folder";
import { ReportPrinter } from "./window/report-printer";
import { guardProgram, guardSession } from "./window/session-guards";
import { startWindowApp } from "./window/window-app";

/**
 * Entry of the desktop program; composition only. Three ways to start it: the window, `--inspect`
 * (the command line of the packaged program) and `--print-document`, by which the command line on
 * plain Node has a report page drawn.
 */
if (!app.isPackaged) {
  setLanguage(process.env.DRIVEPROOF_LANGUAGE);
}
const paths = appPaths(__dirname);
const dataFolder = ownDataFolder();
const printer = new ReportPrinter(paths.preload);
const spawnEngine = utilityEngine(paths.engineHost);
const volumes = new VolumeService();
const health = createHealthReader(paths.native, spawnEngine);

function argumentsAfter(flag: string): string[] | null {
  const place = process.argv.indexOf(flag);
  return place < 0 ? null : process.argv.slice(place + 1);
}

async function inspect(argv: readonly string[]): Promise<void> {
  const leftovers = createLeftovers(paths.native, spawnEngine, dataFolder);
  const code = await inspectCommand(argv, {
    version: appVersion,
    currentFolder: process.cwd(),
    describeFolder: (directory) => volumes.describeFolder(directory),
    leftovers,
    inspection: createInspection(paths.native, spawnEngine, leftovers, health),
    powerCutTest: createPowerCutService(
      paths.native,
      spawnEngine,
      volumes,
      leftovers,
      createRemovedPowerCutTests(dataFolder),
    ),
    makePowerCutReport: createPowerCutReport(volumes),
    print: (document) => printer.print(document),
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    onSignal: (listener) => {
      process.on("SIGINT", listener);
      process.on("SIGTERM", listener);
    },
    endNow: (exitCode) => app.exit(exitCode),
  });
  app.exit(code);
}

/** The document comes from our own command line, by a file only this user can read. */
async function printDocument([input = "", output = ""]: readonly string[]): Promise<void> {
  const document = reportPageDocumentSchema.parse(JSON.parse(await readFile(input, "utf8")));
  await writeFile(path.resolve(output), await printer.print(document), { flag: "wx" });
  app.exit(0);
}

async function start(): Promise<void> {
  guardProgram();
  await app.whenReady();
  guardSession(paths.rendererFolder);
  printer.serve();
  const printArguments = argumentsAfter("--print-document");
  const inspectArguments = argumentsAfter("--inspect");
  if (printArguments) {
    await printDocument(printArguments);
  } else if (inspectArguments) {
    await inspect(inspectArguments);
  } else {
    const data = await claimDataFolder(dataFolder);
    if ("exitCode" in data) {
      app.exit(data.exitCode);
      return;
    }
    const leftovers = createLeftovers(paths.native, spawnEngine, data.path);
    const removed = createRemovedPowerCutTests(data.path);
    await startWindowApp({
      paths,
      data,
      unfinished: unfinishedFile(data.path),
      spawnHistory: utilityEngine(paths.historyHost, "DriveProof history"),
      inspection: createInspection(paths.native, spawnEngine, leftovers, health),
      ...{ health, leftovers },
      volumes,
      printer,
      removePowerCutFolder: createPowerCutRemoval(paths.native, spawnEngine, removed),
      createPowerCutService: (keeping) =>
        createPowerCutService(paths.native, spawnEngine, volumes, leftovers, removed, keeping),
      spawnWitness: utilityEngine(paths.witnessHost, "DriveProof witness"),
    });
  }
}

// A report drawn in a hidden window that closes must not end the program.
app.on("window-all-closed", () => undefined);

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  app.exit(1);
});
