import { guideRecordSchema } from "#contract/power-cut/state";
import { createProgram, unfinishedFile } from "./create-inspection";
import { DurableFile } from "./files/durable-file";
import { type FirstScreen, type OpenWindow, powerCutRecord } from "./first-screen";
import { utilityEngine } from "./hosts/utility-engine";
import { ReportPrinter } from "./window/report-printer";
import { startWindowApp, type WindowHandlers } from "./window/window-app";

/** Creates the program behind the window; resolves to the handlers of the window's calls. */
export function windowProgram(
  { paths, data, window }: OpenWindow,
  { spawnEngine, volumes, mounted, catalogue, listVolumes, answers }: FirstScreen,
): Promise<WindowHandlers> {
  const record = new DurableFile(powerCutRecord(data), guideRecordSchema);
  return startWindowApp({
    paths,
    data,
    window,
    volumes,
    mounted,
    catalogue,
    listVolumes,
    ...createProgram(spawnEngine, volumes, data.path, record),
    appInfo: answers.appInfo,
    printer: new ReportPrinter(paths.preload),
    unfinished: unfinishedFile(data.path),
    spawnHistory: utilityEngine(paths.historyHost, "DriveProof history"),
    spawnWitness: utilityEngine(paths.witnessHost, "DriveProof witness"),
  });
}
