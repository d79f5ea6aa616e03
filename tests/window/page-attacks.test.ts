import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { folderOfAll } from "../helpers/folders";
import { openRealApp, type RealApp } from "../helpers/real-app";
import { sampleReport } from "../helpers/sample-report";

/**
 * A page of the program under an attacker's control: what it can make the main process do, and what
 * it can reach on the user's computer.
 */

const preload = path.resolve(__dirname, "../../out/preload/index.cjs");
const report = sampleReport();
const folder = folderOfAll();
let real: RealApp;
/** The URL of the page that the program opens. */
let address: string;

beforeAll(async () => {
  real = await openRealApp({
    prepare: (data) => {
      mkdirSync(path.join(data, "inspections"));
      writeFileSync(path.join(data, "inspections", `${report.runId}.json`), JSON.stringify(report));
    },
  });
  address = real.page.url();
});
beforeEach(() => home());
afterAll(async () => {
  await real.close();
});

async function home(): Promise<void> {
  await real.page.goto(address);
  await real.page.getByRole("heading", { level: 1 }).waitFor();
}

/**
 * Runs a script in the hidden window that draws the report for a PDF; returns the script's value.
 */
async function inReportWindow(script: string): Promise<unknown> {
  const answered = real.app.evaluate(
    ({ app }, source) =>
      new Promise<unknown>((resolve, reject) => {
        app.once("browser-window-created", (_event, { webContents }) => {
          webContents.once("dom-ready", () => {
            webContents.executeJavaScript(source).then(resolve, reject);
          });
        });
      }),
    script,
  );
  await real.answerSaveDialog(path.join(folder(), "report.pdf"));
  // Deliberately not awaited: the script may prevent the page from being drawn.
  await real.page.evaluate((runId) => {
    void window.driveproof.exportReport({ runId, kind: "pdf", paper: "A4", withSerial: true });
  }, report.runId);
  return answered;
}

describe("the API of the main window", () => {
  const harmful = `Promise.all([
    driveproof.listHistory(),
    driveproof.deleteReport(${JSON.stringify(report.runId)}),
    driveproof.currentInspection(),
  ]).then((answers) => answers.map(({ ok }) => ok))`;

  it.each([
    ["the report window", ""],
    ["the report window under another name", "history.pushState(null, '', 'index.html');"],
    ["the report window with a name replaced", "history.replaceState(null, '', '/index.html');"],
  ])("refuses the calls of %s", async (_who, before) => {
    expect(await inReportWindow(`${before} ${harmful}`)).toEqual([false, false, false]);
    expect(existsSync(path.join(real.historyFolder, `${report.runId}.json`))).toBe(true);
  });

  it("refuses another window with the same page and the same preload", async () => {
    const answers = await real.app.evaluate(
      async ({ BrowserWindow }, { preload, page, source }) => {
        const second = new BrowserWindow({
          show: false,
          webPreferences: { preload, contextIsolation: true, sandbox: true },
        });
        try {
          await second.loadURL(page);
          return await second.webContents.executeJavaScript(source);
        } finally {
          second.destroy();
        }
      },
      { preload, page: address, source: harmful },
    );
    expect(answers).toEqual([false, false, false]);
    expect(existsSync(path.join(real.historyFolder, `${report.runId}.json`))).toBe(true);
  });

  it("refuses the main window after its page has changed its own address", async () => {
    const answer = await real.page.evaluate(() => {
      history.pushState(null, "", "report.html");
      return Promise.all([window.driveproof.listHistory(), window.driveproof.reportDocument()]);
    });
    expect(answer.map(({ ok }) => ok)).toEqual([false, false]);
  });

  it("does not exist in a frame, whatever the frame shows", async () => {
    const found = await real.page.evaluate(async () => {
      const kinds: ((frame: HTMLIFrameElement) => void)[] = [
        () => undefined,
        (frame) => {
          frame.srcdoc = "<p>here</p>";
        },
        (frame) => {
          frame.src = location.href;
        },
        (frame) => {
          frame.src = "report.html";
        },
        (frame) => {
          frame.src = "data:text/html,<p>here</p>";
        },
      ];
      return Promise.all(
        kinds.map(async (prepare) => {
          const frame = document.createElement("iframe");
          prepare(frame);
          document.body.append(frame);
          await new Promise((resolve) => setTimeout(resolve, 500));
          try {
            return typeof Reflect.get(frame.contentWindow as object, "driveproof");
          } catch {
            return "undefined"; // access to a frame of another origin throws
          }
        }),
      );
    });
    expect(new Set(found)).toEqual(new Set(["undefined"]));
  });
});

describe("a page", () => {
  it("cannot read files of the computer", async () => {
    const secret = path.join(folder(), "secret.txt");
    writeFileSync(secret, "a secret");
    const read = await real.page.evaluate(async (file) => {
      const here = new URL(".", location.href).href;
      const climbing = [
        "../../package.json",
        "%2e%2e/%2e%2e/package.json",
        "..%2f..%2fpackage.json",
      ];
      const places = [file, ...climbing.map((place) => `${here}${place}`), `${here}assets/`];
      const read: string[] = [];
      for (const place of places) {
        await fetch(place).then(
          async (response) => response.ok && read.push(`fetch ${place}`),
          () => undefined,
        );
        const script = document.createElement("script");
        script.src = place;
        await new Promise((resolve) => {
          script.onload = () => resolve(read.push(`script ${place}`));
          script.onerror = resolve;
          document.head.append(script);
        });
        await new Promise((resolve) => {
          const request = new XMLHttpRequest();
          request.onloadend = () => resolve(request.status === 200 && read.push(`XHR ${place}`));
          request.open("GET", place);
          request.send();
        });
      }
      return read;
    }, pathToFileURL(secret).href);
    expect(read).toEqual([]);
  });

  it("cannot navigate to a folder of the computer", async () => {
    const before = real.page.url();
    await real.page.evaluate((target) => {
      location.href = target;
    }, pathToFileURL(folder()).href);
    await real.page.waitForTimeout(500);
    expect(real.page.url()).toBe(before);
  });

  it("cannot start a download", async () => {
    const downloads = path.join(folder(), "downloads");
    mkdirSync(downloads);
    const started = await real.app.evaluate(({ session }, target) => {
      const seen: string[] = [];
      session.defaultSession.setDownloadPath(target);
      session.defaultSession.on("will-download", (event, item) => {
        // If the program has not prevented the download by now, the download goes on.
        if (!event.defaultPrevented) {
          seen.push(item.getURL());
          item.setSavePath(`${target}/taken`);
        }
      });
      Object.assign(globalThis, { seenDownloads: seen });
    }, downloads);
    expect(started).toBeUndefined();
    await real.page.evaluate(async () => {
      for (const href of [
        URL.createObjectURL(new Blob(["a"], { type: "application/x-something" })),
        "data:application/x-something,a",
        location.href,
      ]) {
        const anchor = document.createElement("a");
        Object.assign(anchor, { href, download: "taken" });
        document.body.append(anchor);
        anchor.click();
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
    });
    const seen = await real.app.evaluate(() => Reflect.get(globalThis, "seenDownloads"));
    expect(seen).toEqual([]);
    expect(readdirSync(downloads)).toEqual([]);
  });

  it("has no file pickers", async () => {
    const found = await real.page.evaluate(() => {
      const frame = document.createElement("iframe");
      document.body.append(frame);
      return [window, frame.contentWindow as Window].flatMap((one) =>
        ["showOpenFilePicker", "showSaveFilePicker", "showDirectoryPicker"].filter(
          (name) => name in one,
        ),
      );
    });
    expect(found).toEqual([]);
  });
});

describe("the program", () => {
  it("denies a page access to the clipboard", async () => {
    await real.app.evaluate(({ clipboard }) => clipboard.writeText("a password"));
    await real.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.focus());
    await real.page.locator("h1").click();
    const read = await real.page.evaluate(async () => {
      const frame = document.createElement("iframe");
      document.body.append(frame);
      const clipboards = [navigator, (frame.contentWindow as Window).navigator].map(
        (one) => one.clipboard,
      );
      const texts = await Promise.all(
        clipboards.map((one) => one.readText().catch((error: Error) => error.name)),
      );
      const items = await Promise.all(
        clipboards.map((one) => one.read().then(String, (error: Error) => error.name)),
      );
      return [...texts, ...items];
    });
    expect(read).toEqual(Array(4).fill("NotAllowedError"));
    const left = await real.app.evaluate(({ clipboard }) => clipboard.readText());
    expect(left).toBe("a password");
  });

  it("does not let a page paste from the clipboard by itself", async (context) => {
    const [major] = await real.app.evaluate(() => (process.versions.electron ?? "").split("."));
    // Electron 22, the version for old systems, cannot switch pasting off; newer versions have it
    // off by default (`enableDeprecatedPaste`).
    context.skip(Number(major) <= 22, "Electron 22 lets a page paste");
    await real.app.evaluate(({ clipboard }) => clipboard.writeText("a password"));
    const pasted = await real.page.evaluate(() => {
      const area = document.createElement("textarea");
      document.body.append(area);
      area.focus();
      document.execCommand("paste");
      return area.value;
    });
    expect(pasted).toBe("");
  });

  it("opens one dialog at a time", async () => {
    await real.app.evaluate(({ dialog }) => {
      let opened = 0;
      const open = async () => {
        opened += 1;
        await new Promise((resolve) => setTimeout(resolve, 500));
        return { canceled: true, filePaths: [] };
      };
      dialog.showOpenDialog = open;
      dialog.showSaveDialog = open as unknown as typeof dialog.showSaveDialog;
      Object.assign(globalThis, { openedDialogs: () => opened });
    });
    const answers = await real.page.evaluate(() => {
      return Promise.all(Array.from({ length: 10 }, () => window.driveproof.chooseFolder()));
    });
    const opened = await real.app.evaluate(() => Reflect.get(globalThis, "openedDialogs")());
    expect(opened).toBe(1);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const refusals = answers.flatMap((answer) => (answer.ok ? [] : [answer.error.message]));
    expect(new Set(refusals)).toEqual(
      new Set(["Another dialog is open already. Close it, then try again."]),
    );
  });

  it("does not fill the system drive if the person refuses in a dialog, and refuses a call that claims the consent", async () => {
    await real.app.evaluate(({ dialog }) => {
      const asked: string[] = [];
      const no = async (...args: unknown[]) => {
        asked.push((args.at(-1) as { message: string }).message);
        return { response: 0, checkboxChecked: false };
      };
      dialog.showMessageBox = no as typeof dialog.showMessageBox;
      Object.assign(globalThis, { questions: () => asked });
    });
    const answers = await real.page.evaluate(async () => {
      const listed = await window.driveproof.listVolumes();
      const system = listed.ok ? listed.value.filter(({ system }) => system) : [];
      const consent = { allowNetwork: true, allowUnknownSpace: true };
      const tests: "capacity"[] = ["capacity"];
      const call = { profile: "smoke" as const, tests, changes: {}, ...consent };
      const started = [];
      for (const { id } of system) {
        started.push(await window.driveproof.startInspection({ volumeId: id, ...call }));
      }
      const claimed = { volumeId: "", ...call, mayFillSystem: true };
      started.push(
        await window.driveproof.startInspection({ ...claimed, volumeId: system[0]?.id ?? "" }),
      );
      return started;
    });
    const questions = await real.app.evaluate(() => Reflect.get(globalThis, "questions")());
    expect(answers.map((answer) => (answer.ok ? "started" : answer.error.code))).toEqual([
      ...questions.map(() => "not-testable"),
      "internal", // the method takes no such argument
    ]);
    expect(new Set(questions)).toEqual(new Set(["Fill a drive that the system may need?"]));
  });

  it("reads the list of volumes fewer than ten times for thirty simultaneous requests", async () => {
    await real.app.evaluate(() => {
      const require = process.mainModule?.require as NodeJS.Require;
      const { promises } = require("node:fs") as typeof import("node:fs");
      const { readFile } = promises;
      let looks = 0;
      promises.readFile = ((file: string, options: "utf8") => {
        looks += file === "/proc/self/mountinfo" ? 1 : 0;
        return readFile(file, options);
      }) as typeof readFile;
      Object.assign(globalThis, { looks: () => looks });
    });
    const counts = await real.page.evaluate(async () => {
      const answers = await Promise.all(
        Array.from({ length: 30 }, () => window.driveproof.listVolumes()),
      );
      return answers.map((answer) => (answer.ok ? answer.value.length : -1));
    });
    expect(new Set(counts).size).toBe(1);
    if (process.platform === "linux") {
      const looks = await real.app.evaluate(() => Reflect.get(globalThis, "looks")());
      expect(looks).toBeGreaterThan(0);
      expect(looks).toBeLessThan(10);
    }
  });

  it("grants a page no permission", async () => {
    await real.page.locator("h1").click();
    const granted = await real.page.evaluate(async () => {
      const names = [
        ...["camera", "microphone", "geolocation", "notifications", "midi", "clipboard-read"],
        ...["clipboard-write", "persistent-storage", "idle-detection", "local-fonts"],
        ...["window-management", "screen-wake-lock", "storage-access", "accelerometer"],
      ];
      const states = await Promise.all(
        names.map((name) =>
          navigator.permissions.query({ name: name as PermissionName }).then(
            ({ state }) => (state === "granted" ? [name] : []),
            () => [],
          ),
        ),
      );
      const attempts: [string, () => Promise<unknown>][] = [
        ["getUserMedia", () => navigator.mediaDevices.getUserMedia({ audio: true })],
        ["getDisplayMedia", () => navigator.mediaDevices.getDisplayMedia()],
        ["requestMIDIAccess", () => navigator.requestMIDIAccess({ sysex: true })],
        ["wakeLock", () => navigator.wakeLock.request("screen")],
        ["fullscreen", () => document.documentElement.requestFullscreen()],
        [
          "position",
          () => new Promise((yes, no) => navigator.geolocation.getCurrentPosition(yes, no)),
        ],
      ];
      const worked = await Promise.all(
        attempts.map(([name, attempt]) =>
          Promise.resolve()
            .then(attempt)
            .then(
              () => [name],
              () => [],
            ),
        ),
      );
      return [...states.flat(), ...worked.flat()];
    });
    expect(granted).toEqual([]);
  });
});

it("a page cannot keep its window open", async () => {
  const own = await openRealApp();
  await own.page.getByRole("heading", { level: 1 }).click();
  await own.page.evaluate(() => {
    window.addEventListener("beforeunload", (event) => {
      event.preventDefault();
      event.returnValue = "stay";
    });
  });
  const gone = new Promise<string>((resolve) =>
    own.app.process().once("exit", () => resolve("ended")),
  );
  await own.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  const ended = await Promise.race([
    gone,
    new Promise<string>((resolve) => setTimeout(() => resolve("still open"), 15_000)),
  ]);
  await (ended === "ended" ? own.close() : own.kill());
  expect(ended).toBe("ended");
});
