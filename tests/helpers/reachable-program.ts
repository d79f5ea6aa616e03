import {
  chmodSync,
  constants,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import { projectDirectory } from "./folders";
import { addonFile } from "./native-engine";

export interface ReachableProgram {
  /** A new folder whose content every user can reach. */
  readonly folder: string;
  readonly node: string;
  readonly cli: string;
}

let made: ReachableProgram | undefined;

// Runs at the end of each test file, because a worker of vitest ends without its "exit" event.
afterAll(() => {
  if (made !== undefined) {
    rmSync(made.folder, { recursive: true, force: true });
    made = undefined;
  }
});

/**
 * A copy of the command line and of Node.js that other users can reach: the project or Node.js may
 * lie below a folder that only its owner may enter. `null` if no temporary folder is open to all
 * users.
 */
export function reachableProgram(): ReachableProgram | null {
  const parent = [os.tmpdir(), "/tmp", "/var/tmp"].find(isReachable);
  if (made === undefined && parent !== undefined) {
    const folder = mkdtempSync(path.join(parent, "driveproof-reachable-"));
    const program = {
      folder,
      node: path.join(folder, "node"),
      cli: path.join(folder, "out", "main", "inspect-cli.cjs"),
    };
    cpSync(path.join(projectDirectory, "out", "main"), path.dirname(program.cli), {
      recursive: true,
    });
    mkdirSync(path.join(folder, "native"));
    copyFileSync(addonFile, path.join(folder, "native", "driveproof.node"));
    copyFileSync(process.execPath, program.node, constants.COPYFILE_FICLONE);
    chmodSync(program.node, 0o755);
    openToAll(folder);
    made = program;
  }
  return made ?? null;
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const entryPath = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      openToAll(entryPath);
    } else if (entry.name !== "node") {
      chmodSync(entryPath, 0o644);
    }
  }
}

/** Whether all users may enter this folder and every folder above it. */
function isReachable(folder: string): boolean {
  const parent = path.dirname(folder);
  const passes = (statSync(folder, { throwIfNoEntry: false })?.mode ?? 0) & 0o001;
  return passes !== 0 && (parent === folder || isReachable(parent));
}
