import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { DriveFault, driveError } from "#contract/drive-error";
import { outputFaults } from "#text/files";
import { windowFaults } from "#text/window";
import type { PrintReport } from "./report-export";

const launcherSchema = z.object({ executable: z.string(), args: z.array(z.string()) });
const printTimeoutMs = 60_000;

/**
 * Draws the report page in a separate Electron process, for the command line on plain Node. The
 * start script provides the command that starts Electron. Throws a `DriveFault` (`print-failed`).
 */
export const printInElectron: PrintReport = async (document) => {
  const launcher = readLauncher();
  const folder = await mkdtemp(path.join(tmpdir(), "driveproof-print-"));
  const removal = { recursive: true, force: true };
  try {
    const input = path.join(folder, "document.json");
    const output = path.join(folder, "page");
    await writeFile(input, JSON.stringify(document), { mode: 0o600 });
    const electron = [launcher.executable, ...launcher.args, "--print-document", input, output];
    const command =
      process.env.DRIVEPROOF_XVFB === "1" ? ["xvfb-run", "-a", ...electron] : electron;
    // A virtual display that is killed leaves its temporary files behind, so `xvfb-run` makes them
    // in this folder, which is removed at the end.
    const env = { ...process.env, TMPDIR: folder };
    await execute(command, env, () => rmSync(folder, { ...removal, maxRetries: 5 }));
    return await readFile(output);
  } finally {
    // Retries the removal, because on Windows a virus scanner may still have a file open.
    await rm(folder, { ...removal, maxRetries: 20 });
  }
};

function readLauncher() {
  try {
    return launcherSchema.parse(JSON.parse(process.env.DRIVEPROOF_ELECTRON ?? ""));
  } catch {
    throw new DriveFault(driveError("print-failed", outputFaults.noElectron()));
  }
}

/**
 * Runs the command in a separate process group, because Ctrl-C while the results are written must
 * not end it. If this program ends, so does the command; `cleanUp` is then called and is
 * synchronous, because asynchronous work no longer runs at exit.
 */
function execute(
  [file = "", ...args]: string[],
  env: NodeJS.ProcessEnv,
  cleanUp: () => void,
): Promise<void> {
  const detached = process.platform !== "win32";
  const child = spawn(file, args, { detached, env, stdio: ["ignore", "ignore", "pipe"] });
  const end = (signal: NodeJS.Signals) => {
    const { pid, exitCode, signalCode } = child;
    if (pid !== undefined && exitCode === null && signalCode === null) {
      process.kill(detached ? -pid : pid, signal);
    }
  };
  const timer = setTimeout(end, printTimeoutMs, "SIGKILL");
  const onExit = () => {
    end("SIGTERM"); // SIGTERM and not SIGKILL: xvfb-run then removes the lock of its display
    cleanUp();
  };
  process.once("exit", onExit);
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  return new Promise<void>((resolve, reject) => {
    child.once("error", ({ message }) => reject(unusable(message)));
    child.once("close", (code, signal) => {
      const lastLine = said.trim().split("\n").at(-1) ?? "";
      if (code === 0) {
        resolve();
      } else {
        reject(unusable(lastLine || String(signal ?? code)));
      }
    });
  }).finally(() => {
    clearTimeout(timer);
    process.off("exit", onExit);
  });
}

function unusable(reason: string): DriveFault {
  return new DriveFault(driveError("print-failed", windowFaults.reportNotDrawn({ reason })));
}
