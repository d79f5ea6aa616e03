import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { projectRoot } from "../setup/paths.mjs";
import { isPdf, onlyWithPackage, packageFile, runHere } from "./programs.mjs";

const setup = /-setup-x64\.exe$/;
const carried = /-portable-x64\.exe$/;

/**
 * Installs the program for this user, drives it as the packaged tests do (window, command line,
 * PDF), and removes it.
 * @type {import("./parts.mjs").SystemPart}
 */
export const installed = {
  name: "installed",
  why: () => onlyWithPackage("win32", setup),
  async run({ scratch, results }) {
    const folder = path.join(process.env.LOCALAPPDATA ?? "", "Programs", "DriveProof");
    const made = runHere(packageFile(setup) ?? "", ["/S"]);
    if (made.code !== 0) return [`the installer ended with ${made.code}`];
    const problems = [];
    problems.push(...packagedTests(folder));
    const terminal = path.join(folder, "DriveProof.com");
    problems.push(...inspectWith(terminal, { scratch, results, name: "terminal" }));
    // The uninstaller starts a copy of itself and ends while the copy goes on.
    runHere(path.join(folder, "Uninstall DriveProof.exe"), ["/S"]);
    for (let tries = 0; tries < 60 && existsSync(folder); tries += 1) await wait(1000);
    if (existsSync(folder)) {
      problems.push(`left after uninstalling: ${readdirSync(folder).join(", ")}`);
    }
    return problems;
  },
};

/**
 * The program in one file: inspects from the command line, and opens and closes its window.
 * @type {import("./parts.mjs").SystemPart}
 */
export const portable = {
  name: "portable",
  why: () => onlyWithPackage("win32", carried),
  async run(folders) {
    const program = packageFile(carried) ?? "";
    return [
      ...inspectWith(program, { ...folders, name: "portable" }),
      ...packagedTests(program, ["--testNamePattern", "opens its window"]),
    ];
  },
};

/**
 * Drives a program as the tests of the unpacked one do.
 * @param {string} app the folder it was installed in, or its only file
 * @param {readonly string[]} [chosen]
 */
function packagedTests(app, chosen = []) {
  const vitest = path.join(projectRoot, "node_modules", "vitest", "vitest.mjs");
  const tests = ["run", "--project", "packaged", "tests/packaged/running.test.ts", ...chosen];
  const { code, said } = runHere(process.execPath, [vitest, ...tests], {
    environment: { DRIVEPROOF_PACKAGED_APP: app },
  });
  // A pattern that fits no test ends with exit code 0, too.
  return code === 0 && /Tests +\d+ passed/.test(stripVTControlCharacters(said))
    ? []
    : [`the tests ended with ${code}: ${said}`];
}

/**
 * @param {string} program
 * @param {import("./parts.mjs").PartFolders & { name: string }} folders
 */
function inspectWith(program, { scratch, results, name }) {
  const inspected = path.join(scratch, name);
  mkdirSync(inspected);
  const json = path.join(results, `${name}.json`);
  const pdf = path.join(results, `${name}.pdf`);
  const what = ["--inspect", "--path", inspected, "--profile", "smoke", "--tests", "flush"];
  const { code, said } = runHere(program, [...what, "--json", json, "--pdf", pdf]);
  return [
    ...(code === 0 ? [] : [`${name}: exit code ${code}: ${said}`]),
    ...(existsSync(json) && JSON.parse(readFileSync(json, "utf8")).partial === false
      ? []
      : [`${name}: no whole report`]),
    ...(isPdf(pdf) ? [] : [`${name}: no PDF`]),
    ...readdirSync(inspected).map((file) => `${name}: left ${file}`),
  ];
}
