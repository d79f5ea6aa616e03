import { randomBytes } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../setup/paths.mjs";
import { powerShell } from "../volumes/makers.mjs";
import { onlyWindowsAdministrator, problemsOf, runHere } from "./programs.mjs";

/** A name beyond ASCII: the letter Ł is missing from Windows' Western code pages. */
const userName = "Prüfer Łucja";

/**
 * An inspection of the home of a user who is no administrator and has a name beyond ASCII.
 * @type {import("./parts.mjs").SystemPart}
 */
export const standardUser = {
  name: "standard-user",
  why: onlyWindowsAdministrator,
  async run({ results }) {
    const password = `Aa1-${randomBytes(12).toString("hex")}`;
    const made = runHere("net", ["user", userName, password, "/add"]);
    if (made.code !== 0) return [`net user: ${made.said}`];
    // Every user may read this folder, unlike this project's.
    const shared = path.join(process.env.PUBLIC ?? "C:\\Users\\Public", "driveproof-test");
    mkdirSync(shared, { recursive: true });
    const report = path.join(shared, "report.json");
    const said = path.join(shared, "said.txt");
    try {
      const script = path.join(shared, "as-user.cmd");
      writeFileSync(script, asUser(process.execPath, { report, said }));
      const start = path.join(shared, "start.ps1");
      // Windows PowerShell reads UTF-8 only after a byte order mark.
      writeFileSync(start, `\ufeff${startScript({ password, script, shared })}`);
      runHere("powershell", ["-NoProfile", "-ExecutionPolicy", "Bypass", "-File", start]);
      if (existsSync(said)) copyFileSync(said, path.join(results, "said.txt"));
      if (!existsSync(report)) return ["no report came"];
      copyFileSync(report, path.join(results, "report.json"));
      return problemsOf(JSON.parse(readFileSync(report, "utf8")));
    } finally {
      runHere("net", ["user", userName, "/delete"]);
      powerShell(`Remove-Item -Recurse -Force '${shared}'`);
    }
  },
};

/**
 * @param {string} node
 * @param {{ report: string, said: string }} files
 */
function asUser(node, { report, said }) {
  const cli = path.join(projectRoot, "out", "main", "inspect-cli.cjs");
  const args = `--path "%USERPROFILE%" --profile smoke --tests flush --json "${report}"`;
  return `@chcp 65001 >nul\r\n@"${node}" "${cli}" ${args} > "${said}" 2>&1\r\n`;
}

/** @param {{ password: string, script: string, shared: string }} start */
function startScript({ password, script, shared }) {
  return `
$secret = ConvertTo-SecureString '${password}' -AsPlainText -Force
$person = New-Object Management.Automation.PSCredential('${userName}', $secret)
Start-Process -FilePath cmd.exe -ArgumentList '/c', '"${script}"' -Credential $person -LoadUserProfile -WorkingDirectory '${shared}' -Wait
`;
}
