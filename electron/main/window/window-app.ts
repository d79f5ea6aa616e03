import path from "node:path";
import { performance } from "node:perf_hooks";
import { app, type BrowserWindow, dialog, powerSaveBlocker, shell } from "electron";
import { exitCodes } from "../../contract/drive-error";
import { operatingSystemOf } from "../../contract/flush-mode";
import type { DataState, HistoryRequest, SetAside } from "../../contract/history";
import type { DriveHealth, ExportKind } from "../../contract/ipc-schema";
import { guideRecordSchema } from "../../contract/power-cut-guide";
import type { Report } from "../../contract/report";
import type { Volume, VolumeFacts } from "../../contract/volume";
import { dialogs as dialogText } from "../../text/window";
import type { appPaths } from "../app-paths";
import {
  appName,
  appVersion,
  createPowerCutReport,
  type unfinishedFile,
} from "../create-inspection";
import { exportName } from "../export/export-name";
import { forExport, renderExport, writeOutput } from "../export/report-export";
import { DurableFile } from "../files/durable-file";
import type { HealthReader } from "../health/read-health";
import type { SpawnEngine } from "../hosts/engine-process";
import { readComputer } from "../inspection/computer-facts";
import type { InspectionService } from "../inspection/inspection-service";
import { wordsOfStart } from "../inspection/leftover-words";
import type { Leftovers } from "../inspection/leftovers";
import { onSignals } from "../inspection/signals";
import { type PowerCutGuideParts, PowerCutGuideService } from "../power-cut/guide";
import { OneUnderWay } from "../volumes/one-under-way";
import type { VolumeService } from "../volumes/volume-service";
import { pageAddresses } from "../witness/addresses";
import { openedAddress } from "./built-pages";
import type { DataFolder } from "./data-folder";
import { HistoryProcess } from "./history-reader";
import { HistoryStore } from "./history-store";
import { type Served, sendEvent, serveIpc } from "./ipc-server";
import { LastingPage } from "./lasting-page";
import { createMainWindow } from "./main-window";
import { OneDialog, shared } from "./one-at-a-time";
import { servePowerCutGuide } from "./power-cut-ipc";
import type { ReportPrinter } from "./report-printer";
import { requestedPlan } from "./requested-plan";
import { VolumeCatalogue } from "./volume-catalogue";
import { writingProblem } from "./writing-problem";

export interface WindowAppParts {
  readonly paths: ReturnType<typeof appPaths>;
  readonly data: DataFolder;
  readonly spawnHistory: SpawnEngine<HistoryRequest>;
  readonly inspection: InspectionService;
  readonly health: HealthReader;
  readonly leftovers: Leftovers;
  /** The folders of unfinished runs. */
  readonly unfinished: ReturnType<typeof unfinishedFile>;
  readonly volumes: VolumeService;
  readonly printer: ReportPrinter;
  readonly removePowerCutFolder: PowerCutGuideParts["removeFolder"];
  readonly createPowerCutService: PowerCutGuideParts["createPowerCutService"];
  readonly spawnWitness: PowerCutGuideParts["spawnWitness"];
}

/** For keeping the report and the plug test's notes after the last inspection has ended. */
const keepingLimitMs = 5000;

/** The program with a window: one instance, one window, and what the window may ask. */
export async function startWindowApp(parts: WindowAppParts): Promise<void> {
  const { data } = parts;
  const history = new HistoryStore(
    path.join(data.path, "inspections"),
    new HistoryProcess(parts.spawnHistory),
    data.problem,
  );
  const catalogue = new VolumeCatalogue(parts.volumes);
  let window: BrowserWindow | null = null;
  const contents = () => window?.webContents;

  const listVolumes = shared(() => catalogue.list());
  const powerCutTestsOf = (volume: VolumeFacts) => history.powerCutTests(volume);
  const makePowerCutReport = createPowerCutReport(parts.volumes, powerCutTestsOf);
  const guide = new PowerCutGuideService({
    createPowerCutService: parts.createPowerCutService,
    removeFolder: parts.removePowerCutFolder,
    spawnWitness: parts.spawnWitness,
    store: new DurableFile(path.join(data.path, "plug-test.json"), guideRecordSchema),
    keepingProblem: async () => data.problem ?? writingProblem(data.path),
    listVolumes: listVolumes,
    currentVolume: (id) => catalogue.current(id),
    describeFolder: (directory) => parts.volumes.describeFolder(directory),
    keepReport: async (finished) => history.save(await makePowerCutReport(finished)),
    addresses: () => pageAddresses(),
    onChange: (picture) => sendEvent(contents(), "powerCutGuideChanged", picture),
  });
  const setAside = await setAsideUnreadable(guide, parts.unfinished);

  // A drive that is waiting to be read back must not be written: then the next start looks.
  if (guide.current() === null) {
    void parts.leftovers.sweepUnfinished().then((found) => {
      const left = found.filter(({ left, held }) => left.length + held.length > 0);
      if (left.length > 0) {
        void dialog.showMessageBox({ type: "info", message: wordsOfStart(left).join("\n\n") });
      }
    });
  }
  const served: Served = { page: "window", isServed: (sender) => sender === contents() };
  const left = async () => ({ setAside, powerCutFolderLeft: await guide.folderLeft() });
  serveWindow(parts, history, left, { catalogue, listVolumes }, () => window, served);
  servePowerCutGuide(guide, served);
  window = createMainWindow(parts.paths.preload);
  app.on("second-instance", () => {
    window?.restore();
    window?.focus();
  });
  const stopWatching = parts.volumes.watch((mounted) => {
    void catalogue
      .withChosen(mounted)
      .then((volumes) => sendEvent(contents(), "volumesChanged", volumes));
  });
  window.on("closed", () => {
    window = null;
    stopWatching();
    // What was measured is still put into the history before the program ends.
    parts.inspection.stop();
    setTimeout(() => app.exit(0), parts.inspection.stopDeadlineMs + keepingLimitMs);
    void parts.inspection
      .whenIdle()
      .then(() => history.whenSaved())
      .then(() => guide.close())
      .then(() => app.exit(0));
  });
  // Quitting closes the window, and would not wait for what follows.
  app.on("will-quit", (event) => event.preventDefault());
  onSignals({
    onSignal: (listener) => {
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
        process.on(signal, listener);
      }
    },
    first: () => window?.close(),
    again: () => app.exit(exitCodes.stopped),
  });
  await lastingPageOf(window).open();
}

/** Finds what earlier sittings have left; what cannot be read of it is set aside. */
async function setAsideUnreadable(
  guide: PowerCutGuideService,
  unfinished: WindowAppParts["unfinished"],
): Promise<readonly SetAside[]> {
  const found = [
    await guide.load(),
    (await unfinished.readOrSetAside("unfinished-inspections")).setAside,
  ];
  return found.flatMap((one) => one ?? []);
}

interface Volumes {
  readonly catalogue: VolumeCatalogue;
  readonly listVolumes: () => Promise<Volume[]>;
}

function serveWindow(
  { data, inspection, health, printer }: WindowAppParts,
  history: HistoryStore,
  left: () => Promise<Pick<DataState, "setAside" | "powerCutFolderLeft">>,
  { catalogue, listVolumes }: Volumes,
  window: () => BrowserWindow | null,
  served: Served,
): void {
  const contents = () => window()?.webContents;
  const dialogs = new OneDialog();
  const healthUnderWay = new OneUnderWay<DriveHealth>();
  serveIpc(
    {
      appInfo: () => ({
        name: appName,
        version: appVersion,
        os: operatingSystemOf(process.platform),
      }),
      listVolumes,
      driveHealth: (_sender, volumeId) =>
        healthUnderWay.ask(volumeId, async () => {
          const volume = await catalogue.current(volumeId);
          const [found, computer] = await Promise.all([health.read(volume), readComputer()]);
          return { health: found, computer };
        }),
      chooseFolder: async () => {
        const folder = await dialogs.during(() => chooseFolder(window()));
        return folder === null ? null : catalogue.add(folder);
      },
      startInspection: async (_sender, request) => {
        const { volumeId, allowNetwork, allowUnknownSpace = false, ...more } = request;
        const { purchase = null, purchasedIn = null, ...wanted } = more;
        const plan = requestedPlan(wanted, operatingSystemOf(process.platform));
        const volume = await catalogue.current(volumeId);
        const awake = powerSaveBlocker.start("prevent-app-suspension");
        try {
          const runId = await inspection.start(
            {
              ...{ volume, plan, allowNetwork, allowUnknownSpace, purchase, purchasedIn },
              powerCutTests: await history.powerCutTests(volume),
            },
            {
              onLive: (state) => sendEvent(contents(), "inspectionProgress", state),
              onFinished: (report) => {
                powerSaveBlocker.stop(awake);
                const { runId } = report;
                const tell = (saved: boolean) =>
                  sendEvent(contents(), "inspectionFinished", { runId, saved });
                history.save(report).then(
                  () => tell(true),
                  (error: unknown) => {
                    console.error("the inspection could not be kept:", error);
                    tell(false);
                  },
                );
              },
            },
          );
          return { runId };
        } catch (error) {
          powerSaveBlocker.stop(awake);
          throw error;
        }
      },
      stopInspection: () => {
        inspection.stop();
        return null;
      },
      currentInspection: () => inspection.current(),
      listHistory: () => history.list(),
      removeUnreadable: async (_sender, name) => {
        await history.removeUnreadable(name);
        return null;
      },
      showUnreadable: async (_sender, name) => {
        const { unreadable } = await history.list();
        // Only what the list names: a path from the window leads nowhere else.
        for (const entry of unreadable.filter((one) => one.name === name)) {
          shell.showItemInFolder(entry.path);
        }
        return null;
      },
      dataState: async () => ({
        keepingProblem: await history.keepingProblem(),
        unlocked: data.unlocked,
        ...(await left()),
      }),
      openReport: (_sender, runId) => history.open(runId),
      deleteReport: async (_sender, runId) => {
        await history.remove(runId);
        return null;
      },
      exportReport: async (_sender, { runId, kind, paper, withSerial }) => {
        const report = forExport(await history.open(runId), kind, withSerial);
        const file = await dialogs.during(() => chooseTarget(window(), report, kind));
        if (file === null) {
          return null;
        }
        const content = await renderExport(report, kind, paper, (document) =>
          printer.print(document),
        );
        await writeOutput(file, content);
        return { path: file };
      },
    },
    served,
  );
}

function lastingPageOf(window: BrowserWindow): LastingPage {
  return new LastingPage({
    contents: window.webContents,
    load: (reopened) => window.loadURL(openedAddress("window", reopened)),
    askToReopen: async () => {
      const { response } = await dialog.showMessageBox(window, {
        type: "error",
        message: dialogText.windowStopped(),
        detail: dialogText.windowStoppedDetail(),
        buttons: [dialogText.reopenWindow(), dialogText.closeProgram()],
        noLink: true,
      });
      return response === 0;
    },
    giveUp: () => window.destroy(),
    nowMs: () => performance.now(),
  });
}

async function chooseFolder(window: BrowserWindow | null): Promise<string | null> {
  const options: Electron.OpenDialogOptions = {
    title: dialogText.chooseFolder(),
    properties: ["openDirectory", "createDirectory"],
  };
  const { canceled, filePaths } = window
    ? await dialog.showOpenDialog(window, options)
    : await dialog.showOpenDialog(options);
  return canceled ? null : (filePaths[0] ?? null);
}

async function chooseTarget(
  window: BrowserWindow | null,
  report: Report,
  kind: ExportKind,
): Promise<string | null> {
  const options: Electron.SaveDialogOptions = {
    defaultPath: path.join(app.getPath("documents"), exportName(report, kind)),
    filters: [{ name: kind.toUpperCase(), extensions: [kind] }],
  };
  const { canceled, filePath } = window
    ? await dialog.showSaveDialog(window, options)
    : await dialog.showSaveDialog(options);
  return canceled ? null : (filePath ?? null);
}
