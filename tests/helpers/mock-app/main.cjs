// A main process that measures nothing: it answers the real preload from a scenario file.
// The file's path stands in DRIVEPROOF_MOCK_SCENARIO; its form is in scenario.ts.
const { readFileSync } = require("node:fs");
const { app, BrowserWindow, ipcMain, nativeTheme } = require("electron");

const scenario = JSON.parse(readFileSync(process.env.DRIVEPROOF_MOCK_SCENARIO, "utf8"));
nativeTheme.themeSource = scenario.theme;

/** Every call the window made, for tests to look at. */
globalThis.mockCalls = [];
/** Tests may change an answer and load the page again. */
globalThis.mockScenario = scenario;
let window = null;
let history = scenario.history;
let frame = scenario.startsRunning ? 0 : -1;
let timer = null;

const ok = (value) => ({ ok: true, value });

/** What is answered unless the scenario says otherwise. */
const answers = {
  currentInspection: () => ok(scenario.frames[frame] ?? null),
  startInspection: () => {
    frame = 0;
    play();
    return ok({ runId: scenario.runId });
  },
  stopInspection: () => {
    clearInterval(timer);
    const stopping = { ...scenario.frames[frame], phase: "stopping", remainingNs: 0 };
    if (scenario.announcesStopping) {
      send("inspectionProgress", stopping);
    }
    if (scenario.stopsAfterMs !== null) {
      setTimeout(finish, scenario.stopsAfterMs);
    }
    return ok(null);
  },
  listHistory: () => ok(history),
  openReport: (runId) =>
    scenario.reports[runId] ? ok(scenario.reports[runId]) : scenario.missingReport,
  deleteReport: (runId) => {
    history = history.filter((entry) => entry.runId !== runId);
    return ok(null);
  },
  reportDrawn: () => {
    globalThis.mockReportDrawn = true;
    return ok(null);
  },
};

function send(event, payload) {
  window?.webContents.send(scenario.eventChannels[event], payload);
}

function finish() {
  frame = -1;
  send("inspectionFinished", { runId: scenario.runId, saved: scenario.saves });
}

/** Plays the frames; the last one stays unless the scenario ends the run. */
function play() {
  timer = setInterval(() => {
    if (frame + 1 < scenario.frames.length) {
      frame += 1;
      send("inspectionProgress", scenario.frames[frame]);
    } else {
      clearInterval(timer);
      if (scenario.finishes) {
        finish();
      }
    }
  }, scenario.frameMs);
}

for (const [name, channel] of Object.entries(scenario.callChannels)) {
  ipcMain.handle(channel, (_event, args) => {
    globalThis.mockCalls.push({ name, args });
    const scripted = scenario.results[name];
    if (scripted === "throws") {
      throw new Error("the mock broke off");
    }
    // A list is answered in turn; its last element stays.
    if (Array.isArray(scripted)) {
      return scripted.length > 1 ? scripted.shift() : scripted[0];
    }
    return scripted ?? answers[name](...args);
  });
}

/** For tests: tells the window where a plug test stands. */
globalThis.mockPlugGuide = (guide) => send("plugGuideChanged", guide);

/** For tests: tells the window that the list of drives has changed. */
globalThis.mockVolumes = (volumes) => send("volumesChanged", volumes);

app.whenReady().then(() => {
  window = new BrowserWindow({
    width: scenario.width,
    height: scenario.height,
    useContentSize: true,
    webPreferences: {
      preload: scenario.preload,
      sandbox: true,
      contextIsolation: true,
      zoomFactor: scenario.zoom,
    },
  });
  window.loadFile(scenario.page);
  if (scenario.startsRunning) {
    play();
  }
});
app.on("window-all-closed", () => app.quit());
