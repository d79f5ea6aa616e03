import { afterEach, beforeEach, expect, it } from "vitest";
import { InspectedWindow } from "../helpers/inspected-window";

/**
 * The renderer process ends in the middle of an inspection. Playwright's page object ends with it.
 */

let inspected: InspectedWindow;

beforeEach(async () => {
  inspected = await InspectedWindow.open();
});
afterEach(() => inspected.close());

/** The text that the window shows, read through the main process. */
function shownText(): Promise<string> {
  return inspected.real.app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    return contents?.getURL().endsWith("?reopened") && !contents.isCrashed()
      ? contents.executeJavaScript("document.body.innerText")
      : "";
  });
}

async function crash(): Promise<void> {
  await inspected.real.app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const gone = new Promise((resolve) => contents?.once("render-process-gone", resolve));
    contents?.forcefullyCrashRenderer();
    await gone;
  });
}

it("after a crash of the page, the window reopens with a notice and the running inspection, whose report is saved", async () => {
  await inspected.start();
  await crash();
  await expect.poll(shownText).toMatch(/This window was opened again[\s\S]*Stop/);
  await inspected.real.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript("driveproof.stopInspection()"),
  );
  expect(await inspected.onlyReportKept()).toMatchObject({ partial: true, error: null });
});

it("the program reopens its window if the page hangs", async () => {
  await inspected.real.app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    void contents?.executeJavaScript("for (;;) {}").catch(() => undefined);
    // Chromium takes half a minute to emit `unresponsive`, and only after a click, so the test
    // emits it.
    contents?.emit("unresponsive");
  });
  await expect.poll(shownText).toMatch(/This window was opened again/);
});

it("after the fourth crash, but not before, the program asks the person whether to open the window again", async () => {
  await inspected.real.app.evaluate(({ dialog }) => {
    const asked: string[] = [];
    dialog.showMessageBox = async (...args: unknown[]) => {
      asked.push((args.at(-1) as { message: string }).message);
      return { response: asked.length === 1 ? 0 : 1, checkboxChecked: false };
    };
    Object.assign(globalThis, { asked });
  });
  const asked = () =>
    inspected.real.app.evaluate(() => Reflect.get(globalThis, "asked") as string[]);
  for (let times = 0; times < 3; times += 1) {
    await crash();
    await expect.poll(shownText).toMatch(/This window was opened again/);
  }
  expect(await asked()).toEqual([]);
  await crash();
  await expect.poll(asked).toEqual(["The window has stopped working several times."]);
  await expect.poll(shownText).toMatch(/This window was opened again/);
});

it("a second reload during a reload does not end the program", async () => {
  await inspected.real.page.evaluate(() => location.reload());
  await inspected.real.page.reload();
  await inspected.real.page.getByRole("heading", { level: 1 }).waitFor();
});
