import path from "node:path";
import type { BrowserWindow } from "electron";
import { guideRecordSchema } from "#contract/power-cut/state";
import type { appPaths } from "./app-paths";
import {
  createHealthReader,
  createInspection,
  createLeftovers,
  createPowerCutService,
  createVolumes,
  unfinishedFile,
} from "./create-inspection";
import { DurableFile } from "./files/durable-file";
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
  const printer = new ReportPrinter(paths.preload);
  printer.serve();
  return startWindowApp({
    ...{ paths, data, window, volumes, health, leftovers, printer },
    unfinished: unfinishedFile(data.path),
    spawnHistory: utilityEngine(paths.historyHost, "DriveProof history"),
    inspection: createInspection(paths.native, spawnEngine, leftovers, health, volumes),
    powerCutTest: createPowerCutService(
      paths.native,
      spawnEngine,
      volumes,
      leftovers,
      data.path,
      new DurableFile(path.join(data.path, "plug-test.json"), guideRecordSchema),
    ),
    spawnWitness: utilityEngine(paths.witnessHost, "DriveProof witness"),
  });
}
