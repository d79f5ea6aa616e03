import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../setup/paths.mjs";
import { onlyWindowsAdministrator, problemsOf, runHere } from "./programs.mjs";

/** PowerShell ignores this variable in its own process's environment. */
const environmentKey = "HKLM\\SYSTEM\\CurrentControlSet\\Control\\Session Manager\\Environment";
const policy = "__PSLockdownPolicy";

/**
 * An inspection from each PowerShell while the machine's policy forbids most of it, as on the
 * computers of many companies: drives must still be found.
 * @type {import("./parts.mjs").SystemPart}
 */
export const constrainedLanguage = {
  name: "constrained-language",
  why: onlyWindowsAdministrator,
  async run({ scratch, results }) {
    const value = ["/v", policy, "/t", "REG_SZ", "/d", "4", "/f"];
    const set = runHere("reg", ["add", environmentKey, ...value]);
    if (set.code !== 0) return [`reg: ${set.said}`];
    const problems = [];
    try {
      for (const shell of ["powershell", "pwsh"]) {
        problems.push(...inspectFrom(shell, { scratch, results }));
      }
    } finally {
      const unset = runHere("reg", ["delete", environmentKey, "/v", policy, "/f"]);
      if (unset.code !== 0) problems.push(`reg: ${policy} is left: ${unset.said}`);
    }
    return problems;
  },
};

/**
 * @param {string} shell a new one, which says its mode first
 * @param {import("./parts.mjs").PartFolders} folders
 */
function inspectFrom(shell, { scratch, results }) {
  const inspected = path.join(scratch, shell);
  mkdirSync(inspected);
  const report = path.join(results, `${shell}.json`);
  const cli = path.join(projectRoot, "out", "main", "inspect-cli.cjs");
  const what = `--path '${inspected}' --profile smoke --tests flush --json '${report}'`;
  const inspection = `& '${process.execPath}' '${cli}' ${what}`;
  const command = `$ExecutionContext.SessionState.LanguageMode; ${inspection}; exit $LASTEXITCODE`;
  const { code, said } = runHere(shell, ["-NoProfile", "-NonInteractive", "-Command", command]);
  writeFileSync(path.join(results, `${shell}.txt`), said);
  return [
    ...(isConstrained(said) ? [] : ["not in constrained language mode"]),
    ...(code === 0 ? [] : [`exit code ${code}: ${said}`]),
    ...(existsSync(report) ? problemsOf(JSON.parse(readFileSync(report, "utf8"))) : ["no report"]),
  ].map((problem) => `${shell}: ${problem}`);
}

/** @param {string} said by a shell that names its language mode first */
export function isConstrained(said) {
  return /^ConstrainedLanguage\r?$/m.test(said);
}
