// Starts the program or, without one, an empty window like the program's, and prints when its page
// could be used: the same check, by the page's own clock, for both. With a folder to inspect it
// goes on to the verdict.
const path = require("node:path");
const { app, BrowserWindow, dialog, ipcMain } = require("electron");

const { program, usable, folder, startChannel } = JSON.parse(
  process.env.DRIVEPROOF_TIMED_START ?? "{}",
);

app.on("web-contents-created", (_event, contents) => {
  contents.once("dom-ready", async () => {
    const usableMs = await contents.executeJavaScript(whenSeen(usable));
    const verdict = folder === undefined ? {} : await contents.executeJavaScript(untilVerdict);
    process.stdout.write(`timed ${JSON.stringify({ usableMs, ...verdict })}\n`, () => app.exit(0));
  });
});

/**
 * A script that returns the time, in ms since 1970, of the first picture with this element.
 * @param {string} selector
 */
function whenSeen(selector) {
  return `new Promise((resolve) => {
    const look = () =>
      document.querySelector(${JSON.stringify(selector)}) === null
        ? requestAnimationFrame(look)
        : requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
    look();
  })`;
}

/**
 * A script that inspects the folder as a person would, and returns when the inspection ended and
 * when its verdict was visible.
 */
const untilVerdict = `(async () => {
  document.querySelector(".choose-folder .button").click();
  await ${whenSeen(`.volume[data-selected]`)};
  await new Promise((resolve) => setTimeout(resolve, 500));
  document.querySelector(".action-bar .button.primary").click();
  const verdictMs = await ${whenSeen(".glance-headline")};
  const { value } = await driveproof.listHistory();
  return { endedMs: Date.parse(value.entries[0].finishedAt), verdictMs };
})()`;

if (folder !== undefined) {
  dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [folder] });
  const handle = ipcMain.handle;
  // No button offers the shortest profile.
  ipcMain.handle = (channel, answer) =>
    handle.call(ipcMain, channel, (event, args) =>
      answer(
        event,
        channel === startChannel
          ? [{ ...args[0], profile: "smoke", tests: ["flush-modes"] }]
          : args,
      ),
    );
}

if (program === undefined) {
  void app.whenReady().then(() => {
    const window = new BrowserWindow({
      width: 1280,
      height: 800,
      show: false,
      webPreferences: { sandbox: true, contextIsolation: true, spellcheck: false },
    });
    window.once("ready-to-show", () => window.show());
    return window.loadFile(path.join(__dirname, "empty.html"));
  });
} else {
  require(program);
}
