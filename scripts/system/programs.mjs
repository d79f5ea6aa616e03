import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../setup/paths.mjs";
import { isWindowsAdministrator } from "../volumes/makers.mjs";

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ environment?: Record<string, string>, cwd?: string, limitMs?: number }} [options]
 * @returns {{ code: number | null, said: string }} code: `null` if it did not start or end
 */
export function runHere(program, args, { environment, cwd = projectRoot, limitMs = 300_000 } = {}) {
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    encoding: "utf8",
    timeout: limitMs,
    // Room for the output in bytes: the system's log of two minutes is long.
    maxBuffer: 256 * 1024 * 1024,
    cwd,
    env: { ...process.env, ...environment },
  });
  return { code: status, said: `${stdout ?? ""}${stderr ?? ""}${error?.message ?? ""}`.trim() };
}

/**
 * One inspection by the command line as it is built here.
 * @param {string} folder
 * @param {string} reportFile
 * @param {readonly string[]} args
 */
export function inspect(folder, reportFile, args) {
  const cli = path.join(projectRoot, "out", "main", "inspect-cli.cjs");
  const usual = ["--path", folder, "--profile", "smoke", "--tests", "flush", "--json", reportFile];
  const { code, said } = runHere(process.execPath, [cli, ...usual, ...args]);
  if (code !== 0 || !existsSync(reportFile)) throw new Error(`exit code ${code}: ${said}`);
  return JSON.parse(readFileSync(reportFile, "utf8"));
}

/**
 * What a whole report of Windows' system drive lacks.
 * @param {{ partial: boolean, volume: { mountPoint: string }, flushModes: { status: string }[] }} report
 */
export function problemsOf({ partial, volume, flushModes }) {
  const measured = flushModes.filter(({ status }) => status === "measured").length;
  return [
    ...(partial ? ["the report is partial"] : []),
    ...(/^[A-Z]:\\$/.test(volume.mountPoint) ? [] : [`the volume is ${volume.mountPoint}`]),
    ...(measured >= 3 ? [] : [`only ${measured} ways of saving were measured`]),
  ];
}

/** @param {NodeJS.Platform} system */
function onlyOn(system) {
  const name = system === "win32" ? "Windows" : "macOS";
  return process.platform === system ? null : `only ${name} shows it`;
}

/** Why this is not Windows, or its user may not change the computer's settings. */
export function onlyWindowsAdministrator() {
  const elsewhere = onlyOn("win32");
  if (elsewhere !== null) return elsewhere;
  return isWindowsAdministrator() ? null : "only an administrator may do it";
}

/** @param {RegExp} name of a file that `npm run package` leaves in dist */
export function packageFile(name) {
  const folder = path.join(projectRoot, "dist");
  const found = existsSync(folder)
    ? readdirSync(folder).find((file) => name.test(file))
    : undefined;
  return found === undefined ? null : path.join(folder, found);
}

/**
 * @param {NodeJS.Platform} system
 * @param {RegExp} name
 */
export function onlyWithPackage(system, name) {
  const kind = system === "darwin" ? "image" : "package";
  const missing = `there is no ${kind} in dist: \`npm run package\``;
  return onlyOn(system) ?? (packageFile(name) === null ? missing : null);
}

/** @param {string} pdf */
export function isPdf(pdf) {
  return existsSync(pdf) && readFileSync(pdf).toString("latin1", 0, 5) === "%PDF-";
}
