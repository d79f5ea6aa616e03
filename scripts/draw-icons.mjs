/**
 * Draws assets/icons/ from assets/icon.svg with Electron. Run it after every change of the drawing
 * (without a display under xvfb-run); until then a unit test fails.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { _electron } from "playwright-core";
import { icns, icnsSizes, ico, icoSizes, linuxSizes } from "./package/icon-files.mjs";
import { findElectron } from "./setup/electron-runtime.mjs";
import { projectRoot } from "./setup/paths.mjs";

const drawing = readFileSync(path.join(projectRoot, "assets", "icon.svg"));
const folder = path.join(projectRoot, "assets", "icons");
const sizes = [...new Set([...icnsSizes, ...icoSizes, ...linuxSizes])].sort((a, b) => a - b);

const electron = findElectron();
if (!electron) throw new Error("Electron is not set up; run `npm run setup`");
const app = await _electron.launch({ executablePath: electron.executable, args: electron.args });
const pictures = new Map();
try {
  await app.firstWindow();
  for (const size of sizes) {
    const drawn = await app.evaluate(draw, { size, source: drawing.toString("base64") });
    pictures.set(size, Buffer.from(drawn, "base64"));
  }
} finally {
  await app.close();
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(path.join(folder, "linux"), { recursive: true });
const png = (size) => pictures.get(size);
writeFileSync(path.join(folder, "icon.icns"), icns(png));
writeFileSync(path.join(folder, "icon.ico"), ico(png));
for (const size of linuxSizes) {
  writeFileSync(path.join(folder, "linux", `${size}x${size}.png`), png(size));
}
const hash = createHash("sha256").update(drawing).digest("hex");
writeFileSync(path.join(folder, "drawn-from.txt"), `assets/icon.svg ${hash}\n`);

/** Runs in Electron's main process. */
async function draw({ BrowserWindow }, { size, source }) {
  const window = new BrowserWindow({
    show: false,
    frame: false,
    transparent: true,
    useContentSize: true,
    width: size,
    height: size,
    // A separate session, because the program's own session loads only the program's pages.
    webPreferences: { offscreen: true, partition: "icons" },
  });
  const style = "margin:0;overflow:hidden;background:transparent";
  const picture = `<img width=${size} height=${size} style="display:block" src="data:image/svg+xml;base64,${source}">`;
  const page = `<!doctype html><body style="${style}">${picture}</body>`;
  await window.loadURL(`data:text/html,${encodeURIComponent(page)}`);
  // Large pictures are painted a moment after the page has loaded.
  await new Promise((resolve) => setTimeout(resolve, 300));
  const drawn = await window.webContents.capturePage({ x: 0, y: 0, width: size, height: size });
  window.destroy();
  return drawn.resize({ width: size, height: size, quality: "best" }).toPNG().toString("base64");
}
