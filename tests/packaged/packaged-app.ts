import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { unpackedApp } from "../../scripts/package/package-app.mjs";
import { resourcesOf } from "../../scripts/package/size.mjs";
import { isAdministrator } from "../../scripts/setup/apt.mjs";

export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");

/** The unpacked app that `npm run package` made. */
export const appFolder = findApp();
export const resources = resourcesOf(appFolder);
/**
 * Whether the program is Windows' portable one: a single file that unpacks the real program and
 * starts it.
 */
export const isOneFile = statSync(appFolder).isFile();
export const executable = isOneFile ? appFolder : executableIn(appFolder);

/**
 * The app that `npm run test:system` names (an installed or a portable one), or else the unpacked
 * app.
 */
function findApp(): string {
  const folder = process.env.DRIVEPROOF_PACKAGED_APP ?? unpackedApp();
  if (!folder) {
    throw new Error("there is no packaged app: run `npm run package -- --dir`");
  }
  return folder;
}

/** Path of the executable in an unpacked app, or in a copy of one. */
export function executableIn(folder: string): string {
  const names: Record<string, string> = {
    linux: "driveproof",
    win32: "DriveProof.exe",
    darwin: path.join("DriveProof.app", "Contents", "MacOS", "DriveProof"),
  };
  return path.join(folder, names[process.platform] ?? "");
}

export interface AppEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Arguments for every start of the program; the program's data goes to a folder of the test. */
export function startArguments(data: string): string[] {
  // Chromium's sandbox refuses to work for root.
  const sandbox = process.platform === "linux" && isAdministrator() ? ["--no-sandbox"] : [];
  return [...sandbox, `--user-data-dir=${data}`];
}

/** Runs the packaged program to its end. */
export async function runApp(
  args: readonly string[],
  options: { program?: string; environment?: Record<string, string> } = {},
): Promise<AppEnd> {
  const data = mkdtempSync(path.join(os.tmpdir(), "driveproof-packaged-"));
  const child = spawn(options.program ?? executable, [...startArguments(data), ...args], {
    cwd: data,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 100_000,
    killSignal: "SIGKILL",
    env: { ...process.env, XDG_RUNTIME_DIR: data, ...options.environment },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  try {
    return await new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) => resolve({ code, stdout, stderr }));
    });
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

export interface AsarFile {
  readonly path: string;
  readonly unpacked: boolean;
  /** Content of the file; `null` if the file is outside the archive. */
  readonly content: Buffer | null;
}

interface AsarNode {
  readonly files?: Record<string, AsarNode>;
  readonly offset?: string;
  readonly size?: number;
  readonly unpacked?: boolean;
}

/**
 * Reads Electron's archive format: four lengths, a JSON index of that length, then the files.
 * https://github.com/electron/asar#format
 */
export function readAsar(file: string): AsarFile[] {
  const bytes = readFileSync(file);
  const start = 8 + bytes.readUInt32LE(4);
  const index = JSON.parse(bytes.toString("utf8", 16, 16 + bytes.readUInt32LE(12))) as AsarNode;
  const list = (node: AsarNode, name: string): AsarFile[] => {
    if (node.files) {
      return Object.entries(node.files).flatMap(([child, below]) =>
        list(below, name === "" ? child : `${name}/${child}`),
      );
    }
    const from = start + Number(node.offset);
    const content = node.unpacked ? null : bytes.subarray(from, from + (node.size ?? 0));
    return [{ path: name, unpacked: node.unpacked === true, content }];
  };
  return list(index, "");
}
