import path from "node:path";
import { app, type BrowserWindow, dialog, powerSaveBlocker, shell } from "electron";
import { markOf } from "#analysis/drive-identity";
import { notTestable } from "#contract/drive-error";
import { operatingSystemOf } from "#contract/flush-mode";
import type { DataState, HistoryRequest, SetAside } from "#contract/history";
import type { reportCallNames } from "#contract/ipc-names";
import type { DriveHealth, ExportKind } from "#contract/ipc-schema";
import type { Volume, VolumeFacts } from "#contract/volume";
import { systemDrive } from "#text/inspection/untestable";
import { dialogs as dialogText, windowFaults } from "#text/window";
import {
  createPowerCutReport,
  type createProgram,
  type unfinishedFile,
} from "../create-inspection";
import { exportName } from "../export/export-name";
import { checkOutput, forExport, renderExport, writeOutput } from "../export/report-export";
import { endProgram } from "../files/end-program";
import type { FirstScreen, OpenWindow } from "../first-screen";
import type { SpawnEngine } from "../hosts/engine-process";
import { readComputer } from "../inspection/computer-facts";
import { wordsOfStart } from "../inspection/leftover-words";
import { type PowerCutGuideParts, PowerCutGuideService } from "../power-cut/guide";
import { OneUnderWay } from "../volumes/one-under-way";
import { pageAddresses } from "../witness/addresses";
import { filesFolder } from "./files-folder";
import { HistoryProcess } from "./history-reader";
import { HistoryStore } from "./history-store";
import { type Handlers, sendEvent } from "./ipc-server";
import { setProgramMenu } from "./menu";
import { OneDialog } from "./one-at-a-time";
import { powerCutHandlers } from "./power-cut-ipc";
import type { ReportPrinter } from "./report-printer";
import { requestedPlan } from "./requested-plan";
import { SavingPlace } from "./saving-place";
import { closeBeforeSystemEnds } from "./system-end";
import { writingProblem } from "./writing-problem";

/**
 * Interval of the live states in milliseconds: drawing takes processor time from the measurement,
 * and faster changes cannot be read.
 */
const liveIntervalMs = 500;

/**
 * The open window, whose page may still be loading, parts of the first screen, and the program's
 * services.
 */
export interface WindowAppParts
  extends OpenWindow,
    Pick<FirstScreen, "volumes" | "mounted" | "catalogue" | "listVolumes">,
    ReturnType<typeof createProgram> {
  readonly spawnHistory: SpawnEngine<HistoryRequest>;
  /** The file with the list of folders in which a run did not end. */
  readonly unfinished: ReturnType<typeof unfinishedFile>;
  readonly appInfo: Handlers["appInfo"];
  readonly printer: ReportPrinter;
  readonly spawnWitness: PowerCutGuideParts["spawnWitness"];
}

/**
 * Limit in milliseconds for saving the report and the plug test's state after the inspection, when
 * the program quits.
 */
const keepingLimitMs = 5000;

/** The handlers of the window's calls; the printer serves those of the report page. */
export type WindowHandlers = Omit<Handlers, (typeof reportCallNames)[number]>;

/** Starts the program behind an open window; resolves to the handlers of its calls. */
export async function startWindowApp(parts: WindowAppParts): Promise<WindowHandlers> {
  const { data, mounted, catalogue, listVolumes } = parts;
  const history = new HistoryStore(
    path.join(data.path, "inspections"),
    new HistoryProcess(parts.spawnHistory),
    data.problem,
  );
  let window: BrowserWindow | null = parts.window;
  const contents = () => (window === null || window.isDestroyed() ? undefined : window.webContents);

  const powerCutTestsOf = (volume: VolumeFacts) => history.powerCutTests(volume);
  const makePowerCutReport = createPowerCutReport(parts.volumes, parts.health, powerCutTestsOf);
  const guide = new PowerCutGuideService({
    powerCutTest: parts.powerCutTest,
    spawnWitness: parts.spawnWitness,
    keepingProblem: async () => data.problem ?? writingProblem(data.path),
    listVolumes,
    currentVolume: (id) => catalogue.current(id),
    describeFolder: (directory) => parts.volumes.describeFolder(directory),
    keepReport: async (finished) => history.save(await makePowerCutReport(finished)),
    addresses: () => pageAddresses(),
    onChange: (picture) => sendEvent(contents(), "powerCutGuideChanged", picture),
  });
  const setAside = await setAsideUnreadable(guide, parts.unfinished);

  // While a plug test's drive waits to be read back, nothing may write to that drive, so no files
  // of earlier runs are removed.
  if (guide.current() === null) {
    void parts.leftovers.sweepUnfinished().then((found) => {
      const left = found.filter(({ left, held }) => left.length + held.length > 0);
      if (left.length > 0) {
        void dialog.showMessageBox({ type: "info", message: wordsOfStart(left).join("\n\n") });
      }
    });
  }
  const stopWatching = parts.volumes.watch(
    (changed) => {
      void catalogue
        .withChosen(changed)
        .then((volumes) => sendEvent(contents(), "volumesChanged", volumes));
    },
    undefined,
    mounted,
  );
  const close = () => {
    window = null;
    stopWatching();
    // The inspection stops when the window closes; measured results are saved to the history before
    // the program ends.
    parts.inspection.stop();
    const end = () => endProgram(() => app.exit(0));
    setTimeout(end, parts.inspection.stopDeadlineMs + keepingLimitMs);
    void parts.inspection
      .whenIdle()
      .then(() => history.whenSaved())
      .then(() => guide.close())
      .then(end);
  };
  if (window.isDestroyed()) {
    close();
  } else {
    window.on("closed", close);
    closeBeforeSystemEnds(window, () => parts.inspection.current() !== null);
  }
  setProgramMenu();
  const left = async () => ({ setAside, powerCutFolderLeft: await guide.folderLeft() });
  return {
    ...windowHandlers(parts, history, left, () => window),
    ...powerCutHandlers(guide),
  };
}

/** The plug test's record and the list of unfinished runs: unreadable ones are renamed. */
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

function windowHandlers(
  { data, inspection, health, printer, catalogue, listVolumes, appInfo }: WindowAppParts,
  history: HistoryStore,
  left: () => Promise<Pick<DataState, "setAside" | "powerCutFolderLeft">>,
  window: () => BrowserWindow | null,
) {
  const contents = () => window()?.webContents;
  const dialogs = new OneDialog();
  const savingPlace = new SavingPlace(
    { documents: folderOf("documents"), downloads: folderOf("downloads") },
    process.platform === "win32" ? checkOutput : null,
  );
  const healthUnderWay = new OneUnderWay<DriveHealth>();
  return {
    appInfo,
    listVolumes,
    driveHealth: async (_sender, volumeId) => {
      // The user has not chosen the volume yet, so it must not be accessed.
      const volume = catalogue.listed(volumeId);
      return healthUnderWay.ask(markOf(volume), async () => {
        const [found, computer] = await Promise.all([health.read(volume), readComputer()]);
        return { health: found, computer };
      });
    },
    chooseFolder: async () => {
      const folder = await dialogs.during(() => chooseFolder(window()));
      return folder === null ? null : catalogue.add(folder);
    },
    showFiles: async (_sender, volumeId) => showFiles(await catalogue.current(volumeId)),
    startInspection: async (_sender, request) => {
      const { volumeId, allowNetwork, allowUnknownSpace = false, ...more } = request;
      const { purchase = null, purchasedIn = null, ...wanted } = more;
      const plan = requestedPlan(wanted, operatingSystemOf(process.platform));
      const volume = await catalogue.current(volumeId);
      // The page cannot be trusted to ask the user before it fills a drive.
      const mayFillSystem =
        (await inspection.fillsSystem(volume, plan)) &&
        (await dialogs.during(() => agreesToFill(window(), volume.name)));
      const awake = powerSaveBlocker.start("prevent-app-suspension");
      try {
        const runId = await inspection.start(
          {
            volume,
            plan,
            allowNetwork,
            allowUnknownSpace,
            mayFillSystem,
            purchase,
            purchasedIn,
            powerCutTests: await history.powerCutTests(volume),
          },
          {
            onLive: (state) => sendEvent(contents(), "inspectionProgress", state),
            liveIntervalMs,
            onFinished: (report) => {
              powerSaveBlocker.stop(awake);
              const { runId } = report;
              const tell = (kept: boolean) =>
                sendEvent(contents(), "inspectionKept", { runId, kept });
              const saved = history.save(report);
              // The verdict does not wait until the report is saved.
              sendEvent(contents(), "inspectionFinished", report);
              saved.then(
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
    stopInspection: () => inspection.stop(),
    currentInspection: () => inspection.current(),
    listHistory: () => history.list(),
    removeUnreadable: (_sender, name) => history.removeUnreadable(name),
    showUnreadable: async (_sender, name) => {
      const { unreadable } = await history.list();
      // The page can only name an entry, and only a listed entry is shown.
      for (const entry of unreadable.filter((one) => one.name === name)) {
        shell.showItemInFolder(entry.path);
      }
    },
    dataState: async () => ({
      keepingProblem: await history.keepingProblem(),
      unlocked: data.unlocked,
      ...(await left()),
    }),
    openReport: (_sender, runId) => history.open(runId),
    deleteReport: (_sender, runId) => history.remove(runId),
    exportReport: async (_sender, { runId, kind, paper, withSerial }) => {
      const report = forExport(await history.open(runId), kind, withSerial);
      let content: ReturnType<typeof renderExport> | null = null;
      const file = await savingPlace.save(
        exportName(report, kind),
        {
          choose: (offered) => dialogs.during(() => chooseTarget(window(), offered, kind)),
          wantsAnother: (why) => dialogs.during(() => wantsAnotherPlace(window(), why)),
        },
        async (place) => {
          // The export is rendered once, even if several paths are tried.
          content ??= renderExport(report, kind, paper, (document) => printer.print(document));
          await writeOutput(place, await content);
        },
      );
      return file === null ? null : { path: file };
    },
  } satisfies Partial<Handlers>;
}

/** Asks the user; "No" is the default button, and closing the dialog counts as no. */
async function agreesToFill(window: BrowserWindow | null, name: string): Promise<boolean> {
  const options: Electron.MessageBoxOptions = {
    type: "warning",
    message: systemDrive.question(),
    detail: systemDrive.detail({ name }),
    buttons: [systemDrive.cancel(), systemDrive.fill()],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  };
  return (await answerTo(window, options)) === 1;
}

/** Resolves with the index of the pressed button. */
async function answerTo(
  window: BrowserWindow | null,
  options: Electron.MessageBoxOptions,
): Promise<number> {
  const { response } = window
    ? await dialog.showMessageBox(window, options)
    : await dialog.showMessageBox(options);
  return response;
}

/** Opens the volume in the system's file manager. Rejects if no program opens it. */
async function showFiles({ mountPoint }: Volume): Promise<void> {
  const folder = await filesFolder(mountPoint, app.getPath("home"));
  if (folder === null) {
    throw notTestable(windowFaults.noFolder());
  }
  const problem = await shell.openPath(folder);
  if (problem !== "") {
    throw notTestable(windowFaults.noFileManager({ folder, problem }));
  }
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
  offered: string,
  kind: ExportKind,
): Promise<string | null> {
  const options: Electron.SaveDialogOptions = {
    defaultPath: offered,
    filters: [{ name: kind.toUpperCase(), extensions: [kind] }],
  };
  const { canceled, filePath } = window
    ? await dialog.showSaveDialog(window, options)
    : await dialog.showSaveDialog(options);
  return canceled ? null : (filePath ?? null);
}

/** Asks whether to save elsewhere; `why` is the reason the file could not be written. */
async function wantsAnotherPlace(window: BrowserWindow | null, why: string): Promise<boolean> {
  const options: Electron.MessageBoxOptions = {
    type: "warning",
    message: dialogText.notSaved(),
    detail: why,
    buttons: [dialogText.anotherPlace(), dialogText.notAtAll()],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  };
  return (await answerTo(window, options)) === 0;
}

/**
 * The user's folder; home if Windows does not know it, for example after an administrator's
 * restriction.
 */
function folderOf(name: "documents" | "downloads"): string {
  try {
    return app.getPath(name);
  } catch (error) {
    console.error(`the folder ${name} is not known:`, error);
    return app.getPath("home");
  }
}
