import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { projectRoot } from "../setup/paths.mjs";
import { endGroup, leadsGroup } from "../setup/run-program.mjs";

const cli = path.join(projectRoot, "out", "main", "inspect-cli.cjs");

/** Files that operating systems keep on every volume. */
const ofTheSystem =
  /^(lost\+found|System Volume Information|\$RECYCLE\.BIN|\.fseventsd|\.Trashes|\.Spotlight-V100|\.DS_Store|\._.*)$/;

/**
 * One whole inspection, one that is killed in the middle, and one after it. Each must leave nothing
 * behind, except that the killed one's files stay until the next.
 * @param {string} folder
 * @param {string} reportFile where the JSON of the whole inspection is kept
 * @param {import("./makers.mjs").Sectors} [sectors] of its disk, if they are known
 * @returns {Promise<{ problems: string[], fileSystem: string | null, measured: number }>}
 */
export async function inspectVolume(folder, reportFile, sectors) {
  const problems = [];
  const tests = ["--path", folder, "--profile", "smoke", "--tests", "flush,documents,commits"];
  const whole = await inspection([...tests, "--json", reportFile]);
  if (whole.code !== 0) problems.push(`exit code ${whole.code}: ${lastLine(whole.said)}`);
  problems.push(...left(folder, "after the inspection"));

  const killed = await inspection(tests, { killed: true });
  if (killed.code === 0) problems.push("ended before it could be killed");
  const next = await inspection(["--path", folder, "--profile", "smoke", "--tests", "documents"]);
  if (next.code !== 0)
    problems.push(`after a kill: exit code ${next.code}: ${lastLine(next.said)}`);
  problems.push(...left(folder, "after a kill and the next inspection"));

  if (!existsSync(reportFile)) {
    return { problems: [...problems, "there is no report"], fileSystem: null, measured: 0 };
  }
  const { flushModes, volume } = JSON.parse(readFileSync(reportFile, "utf8"));
  const measured = flushModes.filter(
    (/** @type {{ status: string }} */ { status }) => status === "measured",
  ).length;
  if (measured < 2) problems.push(`only ${measured} ways of saving were measured`);
  problems.push(...unlikeSectors(volume.drive, sectors));
  return { problems, fileSystem: volume.fileSystem, measured };
}

/**
 * @param {{ sectorBytes: import("./makers.mjs").Sectors | null } | null} drive in the report
 * @param {import("./makers.mjs").Sectors | undefined} made
 */
export function unlikeSectors(drive, made) {
  if (made === undefined) return [];
  return /** @type {const} */ (["logical", "physical"])
    .filter((kind) => drive?.sectorBytes?.[kind] !== made[kind])
    .map((kind) => {
      const reported = drive?.sectorBytes?.[kind] ?? "not known";
      return `${kind} sectors of ${made[kind]} bytes, in the report ${reported}`;
    });
}

/**
 * @param {readonly string[]} args
 * @param {{ killed?: boolean }} [options] killed: once it measures, with every process of its own
 * @returns {Promise<{ code: number | null, said: string }>}
 */
function inspection(args, { killed = false } = {}) {
  const child = spawn(process.execPath, [cli, ...args], {
    stdio: ["ignore", "ignore", "pipe"],
    detached: leadsGroup,
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  if (killed) {
    // The inspection writes its file in the first second, and measures for some twenty.
    void wait(6000).then(() => endGroup(child.pid, "SIGKILL"));
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, said }));
  });
}

/**
 * @param {string} folder
 * @param {string} when
 */
function left(folder, when) {
  const names = readdirSync(folder).filter((name) => !ofTheSystem.test(name));
  return names.length === 0 ? [] : [`left ${when}: ${names.join(", ")}`];
}

/** @param {string} said */
function lastLine(said) {
  return said.trim().split("\n").at(-1) ?? "";
}
