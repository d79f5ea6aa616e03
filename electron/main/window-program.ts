import { guideRecordSchema } from "#contract/power-cut/state";
import {
  createHealthReader,
  createInspection,
  createLeftovers,
  createPowerCutService,
  unfinishedFile,
} from "./create-inspection";
import { DurableFile } from "./files/durable-file";
import { type FirstScreen, type OpenWindow, powerCutRecord } from "./first-screen";
import { utilityEngine } from "./hosts/utility-engine";
import { ReportPrinter } from "./window/report-printer";
import { startWindowApp, type WindowHandlers } from "./window/window-app";

/** Composes everything behind the window; resolves to the handlers of the window's calls. */
export function windowProgram(
  { paths, data, window }: OpenWindow,
  { spawnEngine, volumes, mounted, catalogue, listVolumes, answers }: FirstScreen,
): Promise<WindowHandlers> {
  const health = createHealthReader(paths.native, spawnEngine);
  const leftovers = createLeftovers(paths.native, spawnEngine, data.path);
  const printer = new ReportPrinter(paths.preload);
  printer.serve();
  return startWindowApp({
    ...{
      paths,
      data,
      window,
      volumes,
      mounted,
      catalogue,
      listVolumes,
      health,
      leftovers,
      printer,
    },
    appInfo: answers.appInfo,
    unfinished: unfinishedFile(data.path),
    spawnHistory: utilityEngine(paths.historyHost, "DriveProof history"),
    inspection: createInspection(paths.native, spawnEngine, leftovers, health, volumes),
    powerCutTest: createPowerCutService(
      paths.native,
      spawnEngine,
      volumes,
      leftovers,
      data.path,
      new DurableFile(powerCutRecord(data), guideRecordSchema),
    ),
    spawnWitness: utilityEngine(paths.witnessHost, "DriveProof witness"),
  });
}
