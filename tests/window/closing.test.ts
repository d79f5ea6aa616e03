import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openRealApp } from "../helpers/real-app";

// A call that no drive answers is played by reading a pipe that nobody writes to.
it.skipIf(process.platform === "win32")(
  "closes although a call of main is never answered",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "driveproof-closing-"));
    const pipe = join(folder, "pipe");
    spawnSync("mkfifo", [pipe]);
    const app = await openRealApp();
    const main = app.app.process();
    const ended = new Promise((resolve) => main.once("exit", (_code, signal) => resolve(signal)));
    try {
      await app.app.evaluate((_electron, path) => {
        const fileSystem: typeof import("node:fs") = process.mainModule?.require("node:fs");
        fileSystem.readFile(path, () => undefined);
      }, pipe);
      main.kill("SIGTERM");
      // Electron's own end would wait for that call.
      expect(await ended).toBe("SIGKILL");
    } finally {
      await app.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
