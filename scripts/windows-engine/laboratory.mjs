import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readBuildPlan } from "../prebuild/build-plan.mjs";
import { compileObjects, runZig } from "../prebuild/compile.mjs";
import { launcherFile, prebuild, zigCache } from "../prebuild/prebuild.mjs";
import { ownTarget, targets } from "../prebuild/targets.mjs";
import { isAdministrator } from "../setup/apt.mjs";
import { databaseSources } from "../setup/database-sources.mjs";
import { SetupFailure } from "../setup/failure.mjs";
import { projectRoot, runtimeDirectory } from "../setup/paths.mjs";
import { outputOf } from "../setup/run-program.mjs";
import { bundleTests } from "./bundle.mjs";
import { shareUnderWine } from "./windows-machine.mjs";

/** @typedef {import("../prebuild/targets.mjs").Target} Target */

/**
 * Programs that test the engine without Node.js, from tests/native/cpp unless another folder is
 * named. `inFolder`: takes a folder; `keepsFiles`: leaves files there, as a plug test must.
 */
const unitPrograms = [
  { name: "engine-units", inFolder: false, keepsFiles: false },
  { name: "session-stress", inFolder: true, keepsFiles: false },
  { name: "power-cut-stress", inFolder: true, keepsFiles: true },
  { name: "commit-stress", inFolder: true, keepsFiles: false },
  { name: "faked-answers", from: "tests/windows/cpp", inFolder: true, keepsFiles: false },
];

/**
 * A folder laid out like the project, with only what runs inside Windows.
 * @typedef {object} Laboratory
 * @property {string} home
 * @property {string} tests folder of the bundled tests
 * @property {string[]} testNames
 * @property {{ name: string, program: string, inFolder: boolean, keepsFiles: boolean }[]} unitPrograms
 * @property {Record<string, string>} environment for the tests
 * @property {() => void} takeDown
 */

/**
 * @param {{ machine: import("./windows-machine.mjs").WindowsMachine, progress: (text: string) => void }} options
 * @returns {Promise<Laboratory>}
 */
export async function setUpLaboratory({ machine, progress }) {
  const target = machine.wine ? targets.find(({ name }) => name === "win32-x64") : ownTarget();
  if (!target) throw new SetupFailure("there is no engine for this system", "npm run prebuild");
  const home = path.join(runtimeDirectory(), "windows-engine");
  unmount(path.join(home, "small")); // a killed run may have left it mounted
  rmSync(home, { recursive: true, force: true });
  mkdirSync(path.join(home, "native"), { recursive: true });

  progress("engine");
  const { file, problems } = await prebuild(target);
  if (problems.length > 0) throw new SetupFailure(problems.join("\n"), "npm run prebuild");
  cpSync(file, path.join(home, "native", "driveproof.node"));
  cpSync(launcherFile(target) ?? "", path.join(home, "DriveProof.com"));
  cpSync(path.join(projectRoot, "out", "main"), path.join(home, "out", "main"), {
    recursive: true,
  });

  // Copies the sources of the databases, because tests compare them with the databases that the
  // engine reports.
  for (const folder of Object.values(databaseSources())) {
    if (folder)
      cpSync(folder, path.join(home, path.relative(projectRoot, folder)), { recursive: true });
  }

  progress("tests");
  const tests = path.join(home, "tests", "bundle");
  const folders = ["tests/native", "tests/windows"];
  const testNames = await bundleTests({ folders, output: tests });

  progress("programs in C++");
  const programs = await buildPrograms(target, home);
  const wine = machine.wine ? await setUpWine({ home, machine }) : null;
  return {
    home,
    tests,
    testNames,
    unitPrograms: programs.units,
    environment: {
      DRIVEPROOF_OPEN_FILE: machine.pathOf(programs.openFile),
      DRIVEPROOF_LAUNCHER: machine.pathOf(path.join(home, "DriveProof.com")),
      DRIVEPROOF_KEEP_REPORT: machine.pathOf(reportFile()),
      ...wine?.environment,
    },
    takeDown: () => wine?.takeDown(),
  };
}

/** Where the report of the inspection is kept. */
export function reportFile() {
  return path.join(projectRoot, "test-results", "windows-engine-inspection.json");
}

/**
 * @param {Target} target
 * @param {string} home
 */
async function buildPrograms(target, home) {
  const scratch = path.join(runtimeDirectory(), `tmp-windows-programs-${process.pid}`);
  mkdirSync(scratch, { recursive: true });
  const workplace = { target, scratch, cache: zigCache() };
  try {
    const plan = readBuildPlan(target);
    // The sources in napi need Node.js.
    const napi = path.join(projectRoot, "native", "src", "napi");
    const engine = plan.compilations.filter(({ source }) => path.dirname(source) !== napi);
    const flags = engine.find(({ source }) => source.endsWith(".cpp"))?.flags ?? [];
    const units = unitPrograms.map(({ from = "tests/native/cpp", ...unit }) => ({
      ...unit,
      source: path.join(projectRoot, from, `${unit.name}.cpp`),
    }));
    const { objects } = await compileObjects(workplace, [
      ...engine,
      ...units.map(({ source }) => ({ source, flags })),
      { source: path.join(projectRoot, "tests/windows/cpp/open-file.c"), flags: [] },
      { source: path.join(projectRoot, "tests/windows/cpp/launched.c"), flags: [] },
    ]);
    const engineObjects = objects.slice(0, engine.length);
    /**
     * @param {string} name
     * @param {readonly string[]} parts
     * @param {readonly string[]} more
     */
    const link = async (name, parts, more = []) => {
      const program = path.join(home, `${name}.exe`);
      const libraries = [...plan.libraries, ...more];
      const args = ["c++", "-target", target.zig, "-s", ...parts, ...libraries, "-o", program];
      await runZig(workplace, name, args);
      return program;
    };
    const built = [];
    for (const [index, { source: _, ...unit }] of units.entries()) {
      const own = objects[engine.length + index] ?? "";
      built.push({ ...unit, program: await link(unit.name, [own, ...engineObjects]) });
    }
    // The launcher finds this program with windows beside itself.
    await link("DriveProof", [objects.at(-1) ?? ""], ["-lshell32", "-Wl,--subsystem,windows"]);
    return { units: built, openFile: await link("open-file", [objects.at(-2) ?? ""]) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * Sets up what only tests under Wine have: a library preloaded into Wine, which logs writes and
 * lets chosen calls fail, a folder with a network name, and a small volume.
 * @param {{ home: string, machine: import("./windows-machine.mjs").WindowsMachine }} options
 */
async function setUpWine({ home, machine }) {
  const scratch = path.join(runtimeDirectory(), `tmp-unix-side-${process.pid}`);
  mkdirSync(scratch, { recursive: true });
  const library = path.join(home, "unix-side.so");
  const own = ownTarget();
  try {
    const source = path.join(projectRoot, "tests/windows/cpp/unix-side.c");
    const flags = own ? ["-target", own.zig] : [];
    const workplace = {
      target: /** @type {Target} */ (own),
      scratch,
      cache: zigCache(),
    };
    const args = ["cc", ...flags, "-O2", "-Wall", "-Wextra", "-fPIC", "-shared", source];
    await runZig(workplace, "unix-side", [...args, "-o", library]);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  const log = path.join(home, "writes.log");
  const rule = path.join(home, "spoil.rule");
  const shared = path.join(home, "shared");
  for (const file of [log, rule]) writeFileSync(file, "");
  mkdirSync(path.join(shared, "folder"), { recursive: true });
  shareUnderWine({ server: "driveproof-server", share: "share", folder: shared });
  const small = smallVolume(path.join(home, "small"));
  return {
    environment: {
      DRIVEPROOF_WINE: "1",
      LD_PRELOAD: library,
      DRIVEPROOF_WRITE_LOG: log,
      DRIVEPROOF_WRITE_LOG_HERE: machine.pathOf(log),
      DRIVEPROOF_SPOIL: rule,
      DRIVEPROOF_SPOIL_HERE: machine.pathOf(rule),
      DRIVEPROOF_NETWORK_FOLDER: "\\\\driveproof-server\\share\\folder",
      ...(small && { DRIVEPROOF_SMALL_VOLUME: machine.pathOf(small) }),
    },
    takeDown: () => unmount(path.join(home, "small")),
  };
}

/** @param {string} folder where a volume may be mounted */
function unmount(folder) {
  if (isAdministrator() && existsSync(folder)) outputOf("umount", ["--lazy", folder]);
}

/**
 * Mounts a volume of 4 MB in memory, which only root can do; `null` without one.
 * @param {string} folder
 * @returns {string | null}
 */
function smallVolume(folder) {
  if (!isAdministrator()) return null;
  mkdirSync(folder, { recursive: true });
  // Containers forbid it even to root; the tests that need it are then reported as skipped.
  const mounted = outputOf("mount", ["-t", "tmpfs", "-o", "size=4M", "tmpfs", folder]);
  return mounted === null ? null : folder;
}
