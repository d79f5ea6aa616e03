import type { BrowserWindow } from "electron";
import type { appPaths } from "./app-paths";
import {
  createHealthReader,
  createInspection,
  createLeftovers,
  createPowerCutRemoval,
  createPowerCutService,
  createRemovedPowerCutTests,
  createVolumes,
  unfinishedFile,
} from "./create-inspection";
import { utilityEngine } from "./hosts/utility-engine";
import type { DataFolder } from "./window/data-folder";
import { deviceChangesOf } from "./window/device-changes";
import { ReportPrinter } from "./window/report-printer";
import { startWindowApp, type WindowHandlers } from "./window/window-app";

interface OpenWindow {
  readonly paths: ReturnType<typeof appPaths>;
  readonly data: DataFolder;
  readonly window: BrowserWindow;
}

/** Composes everything behind the window; resolves to the handlers of the window's calls. */
export function windowProgram({ paths, data, window }: OpenWindow): Promise<WindowHandlers> {
  const spawnEngine = utilityEngine(paths.engineHost);
  const volumes = createVolumes(paths.native, spawnEngine, deviceChangesOf(window));
  const health = createHealthReader(paths.native, spawnEngine);
  const leftovers = createLeftovers(paths.native, spawnEngine, data.path);
  const removed = createRemovedPowerCutTests(data.path);
  const printer = new ReportPrinter(paths.preload);
  printer.serve();
  return startWindowApp({
    ...{ paths, data, window, volumes, health, leftovers, printer },
    unfinished: unfinishedFile(data.path),
    spawnHistory: utilityEngine(paths.historyHost, "DriveProof history"),
    inspection: createInspection(paths.native, spawnEngine, leftovers, health, volumes),
    removePowerCutFolder: createPowerCutRemoval(paths.native, spawnEngine, removed),
    createPowerCutService: (keeping) =>
      createPowerCutService(paths.native, spawnEngine, volumes, leftovers, removed, keeping),
    spawnWitness: utilityEngine(paths.witnessHost, "DriveProof witness"),
  });
}
