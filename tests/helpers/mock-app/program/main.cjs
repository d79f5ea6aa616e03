// A main process that measures nothing: it answers the real preload as a scenario says.
// It opens one window and answers it by one scenario after the other (../scenario.ts).
const { app, BrowserWindow, ipcMain, nativeTheme } = require("electron");

const { preload, callChannels, eventChannels } = JSON.parse(process.env.DRIVEPROOF_MOCK);
let window = null;
/** The present scenario; each begins with a new state, so that no test meets another test's. */
let play = null;

const ok = (value) => ({ ok: true, value });

/** For tests: the page they load next is answered as the scenario says. */
globalThis.mockPlay = (json) => {
  globalThis.mockEnd();
  const scenario = JSON.parse(json);
  play = newPlay(scenario);
  globalThis.mockCalls = play.calls;
  globalThis.mockLook(scenario);
  if (scenario.startsRunning) {
    play.run();
  }
};

/** For tests: the scenario's page is gone, and so are its timers. */
globalThis.mockEnd = () => {
  play?.end();
  play = null;
};

/** For tests: the inspection ends now. */
globalThis.mockFinish = () => {
  play.end();
  play.finish();
};

/** For tests: what is answered from now on. */
globalThis.mockAnswer = (name, result) => play.answerWith(name, result);

/** For tests: theme, size and zoom as the system and the person change them. */
globalThis.mockLook = ({ theme, width, height, zoom }) => {
  nativeTheme.themeSource = theme;
  window.setContentSize(width, height);
  window.webContents.setZoomFactor(zoom);
};

/** For tests: sends the window a new picture of a plug test. */
globalThis.mockPowerCutGuide = (guide) => send("powerCutGuideChanged", guide);

/** For tests: tells the window that the list of drives has changed. */
globalThis.mockVolumes = (volumes) => send("volumesChanged", volumes);

function send(event, payload) {
  window.webContents.send(eventChannels[event], payload);
}

function newPlay(scenario) {
  /** Every call the window made, for tests to look at. */
  const calls = [];
  let history = scenario.history;
  let unreadable = scenario.unreadable;
  let frame = scenario.startsRunning ? 0 : -1;
  let running = null;

  function finish() {
    frame = -1;
    const { runId, saves } = scenario;
    send("inspectionFinished", scenario.reports[runId]);
    send("inspectionKept", { runId, kept: saves });
  }

  /** Plays the frames; the last one stays. */
  function run() {
    running = setInterval(() => {
      if (frame + 1 < scenario.frames.length) {
        frame += 1;
        send("inspectionProgress", scenario.frames[frame]);
      } else {
        clearInterval(running);
      }
    }, scenario.frameMs);
  }

  /** What is answered unless the scenario says otherwise. */
  const answers = {
    currentInspection: () => ok(scenario.frames[frame] ?? null),
    startInspection: () => {
      frame = 0;
      run();
      return ok({ runId: scenario.runId });
    },
    stopInspection: () => {
      clearInterval(running);
      return ok(null);
    },
    listHistory: () => ok({ entries: history, unreadable, problem: null }),
    removeUnreadable: (name) => {
      unreadable = unreadable.filter((entry) => entry.name !== name);
      return ok(null);
    },
    openReport: (runId) =>
      scenario.reports[runId] ? ok(scenario.reports[runId]) : scenario.missingReport,
    deleteReport: (runId) => {
      history = history.filter((entry) => entry.runId !== runId);
      return ok(null);
    },
    reportDrawn: () => ok(null),
    reportFailed: () => ok(null),
  };

  function answer(name, args) {
    calls.push({ name, args });
    const scripted = scenario.results[name];
    if (scripted === "throws") {
      throw new Error("the mock broke off");
    }
    // A list is answered in turn; its last element stays.
    if (Array.isArray(scripted)) {
      return scripted.length > 1 ? scripted.shift() : scripted[0];
    }
    return scripted ?? answers[name](...args);
  }

  function answerWith(name, result) {
    scenario.results[name] = result;
  }

  function end() {
    clearInterval(running);
  }

  return { calls, run, finish, answer, answerWith, end };
}

for (const [name, channel] of Object.entries(callChannels)) {
  ipcMain.handle(channel, (_event, args) => play.answer(name, args));
}

app.whenReady().then(() => {
  window = new BrowserWindow({
    useContentSize: true,
    webPreferences: { preload, sandbox: true, contextIsolation: true },
  });
  window.loadURL("about:blank");
});
app.on("window-all-closed", () => app.quit());
