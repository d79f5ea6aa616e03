import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { diskOf, hasWriteBackCache } from "../../helpers/native-volumes";
import { attribute, driveProgram, folderPrefix, sweep, sweepLeftovers } from "./sweep.mjs";

const runFile = promisify(execFile);

const tools = ["losetup", "mkfs.ext4", "mkfs.xfs", "mkfs.btrfs", "cc", "pkg-config", "fusermount3"];

/** Why drives cannot be simulated on this machine, or null. */
export function labProblem(): string | null {
  if (process.platform !== "linux") {
    return "drives are simulated on Linux only";
  }
  if (process.getuid?.() !== 0) {
    return "making and mounting drives needs root";
  }
  const missing = tools.filter((tool) => !isInstalled(tool));
  if (missing.length > 0) {
    return `not installed: ${missing.join(", ")}`;
  }
  try {
    execFileSync("pkg-config", ["--exists", "fuse3"]);
  } catch {
    return "the headers of libfuse 3 are not installed";
  }
  const node = ["/dev/loop-control", "/dev/fuse"].find((name) => !existsSync(name));
  if (node !== undefined) {
    return `this system has no ${node}`;
  }
  const fileSystems = attribute("/proc/filesystems") ?? "";
  const unknown = ["ext4", "fuseblk", "overlay"].find((name) => !fileSystems.includes(name));
  if (unknown !== undefined) {
    return `this kernel knows no ${unknown}`;
  }
  const disk = diskOf(tmpdir());
  if (disk === null || !hasWriteBackCache(disk)) {
    return `the flushes of a simulated drive end on the disk under ${tmpdir()}, which must be one with a write-back cache (TMPDIR names another folder)`;
  }
  return null;
}

function isInstalled(name: string): boolean {
  const folders = [...(process.env.PATH ?? "").split(":"), "/usr/sbin", "/sbin"];
  return folders.some((folder) => existsSync(join(folder, name)));
}

/** The folder of one run of the laboratory, in which every drive has a folder of its own. */
export class Workshop {
  private constructor(
    readonly folder: string,
    private readonly janitor: ChildProcess,
  ) {}

  /** Takes apart what an earlier run left behind, then makes the folder and compiles the drive. */
  static async open(): Promise<Workshop> {
    const parent = realpathSync(tmpdir());
    const { swept, left } = await sweepLeftovers(parent);
    for (const name of swept) {
      console.warn(`laboratory: took apart what an earlier run left in ${join(parent, name)}`);
    }
    for (const why of left) {
      console.warn(`laboratory: could not take apart what an earlier run left in ${why}`);
    }
    const folder = mkdtempSync(join(parent, folderPrefix(process.pid) ?? ""));
    // In a session of its own, out of reach of Ctrl-C; it waits for the end of this pipe.
    const janitor = spawn(process.execPath, [resolve(__dirname, "janitor.mjs"), folder], {
      detached: true,
      stdio: ["pipe", "ignore", "inherit"],
    });
    const workshop = new Workshop(folder, janitor);
    await workshop.compileDrive();
    return workshop;
  }

  get driveProgram(): string {
    return join(this.folder, driveProgram);
  }

  private async compileDrive(): Promise<void> {
    const sources = ["fuse-drive.c", "drive.c", "places.c", "control.c"].map((name) =>
      resolve(__dirname, "../drive", name),
    );
    const flags = await run("pkg-config", "--cflags", "--libs", "fuse3");
    const strict = ["-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror"];
    await run("cc", ...strict, "-o", this.driveProgram, ...sources, ...flags.split(/\s+/));
  }

  /** Runs `body` with a fresh folder, and takes apart whatever it built there. */
  async withFolder<Result>(
    name: string,
    body: (folder: string) => Promise<Result>,
  ): Promise<Result> {
    const folder = join(this.folder, name);
    mkdirSync(folder);
    try {
      return await body(folder);
    } finally {
      await sweep(folder);
    }
  }

  async close(): Promise<void> {
    await sweep(this.folder);
    this.janitor.stdin?.end();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Output without the last newline. A program that hangs on a drive is given up after a while. */
export async function run(command: string, ...parameters: string[]): Promise<string> {
  const { stdout } = await runFile(command, parameters, {
    timeout: 20_000,
    killSignal: "SIGKILL",
  });
  return stdout.trimEnd();
}
