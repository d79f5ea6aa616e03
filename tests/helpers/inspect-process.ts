import { type ChildProcess, spawn } from "node:child_process";
import { chownSync, closeSync, existsSync, mkdtempSync, openSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Report, reportSchema } from "#contract/report";
import type { ReachableProgram } from "./reachable-program";

const cli = path.resolve(__dirname, "../../out/main/inspect-cli.cjs");

export interface InspectEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface InspectProcess {
  readonly process: ChildProcess;
  /** Resolves when standard error matches; rejects if the program ends first. */
  readonly saying: (pattern: RegExp) => Promise<void>;
  readonly ended: Promise<InspectEnd>;
}

export interface InspectOptions {
  readonly cwd?: string;
  /**
   * Runs a copy of the program as this user, who need not have access to the project; needs root.
   */
  readonly as?: { readonly uid: number; readonly program: ReachableProgram };
  /** A command and its arguments that exec the program, so that its process id stays the same. */
  readonly through?: readonly string[];
  /** Changed environment variables; `undefined` removes a variable. */
  readonly environment?: Record<string, string | undefined>;
  /**
   * A file that receives standard output, as with `>` in a shell; with `errorsToo`, standard error
   * as well, as with `> file 2>&1`.
   */
  readonly outputTo?: { readonly file: string; readonly errorsToo: boolean };
  /** Leaves standard input open, so that the test can write to it. */
  readonly keepsInputOpen?: boolean;
  /** Own process group, so that `kill(-pid)` reaches all processes as Ctrl-C in a terminal does. */
  readonly ownGroup?: boolean;
}

/**
 * The shipped command line as a process. Each gets a lock and a list of unfinished inspections of its
 * own, so that tests neither block an inspection of the person at this computer nor one another;
 * those that test the lock share one.
 */
export function startInspect(
  args: readonly string[],
  options: InspectOptions = {},
): InspectProcess {
  if (!existsSync(cli)) {
    throw new Error("the program is not built: run `npm run setup`");
  }
  const lock =
    options.environment?.XDG_RUNTIME_DIR ?? mkdtempSync(path.join(os.tmpdir(), "driveproof-lock-"));
  const { uid, program } = options.as ?? {};
  if (uid !== undefined) {
    chownSync(lock, uid, uid);
  }
  const { outputTo } = options;
  const output = outputTo ? openSync(outputTo.file, "w") : "pipe";
  const [command = process.execPath, ...words] = [
    ...(options.through ?? []),
    program?.node ?? process.execPath,
    program?.cli ?? cli,
    ...args,
  ];
  const child = spawn(command, words, {
    cwd: options.cwd ?? os.tmpdir(),
    detached: options.ownGroup === true,
    stdio: ["pipe", output, outputTo?.errorsToo ? output : "pipe"],
    env: { ...process.env, XDG_RUNTIME_DIR: lock, XDG_CONFIG_HOME: lock, ...options.environment },
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  if (typeof output === "number") {
    closeSync(output);
  }
  if (options.keepsInputOpen !== true) {
    child.stdin?.end();
  }
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  const listeners = new Set<() => void>();
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    for (const listener of listeners) {
      listener();
    }
  });
  const ended = new Promise<InspectEnd>((resolve) => {
    child.on("close", (code) => {
      if (options.environment?.XDG_RUNTIME_DIR === undefined) {
        rmSync(lock, { recursive: true, force: true });
      }
      resolve({ code, stdout, stderr });
    });
  });
  return {
    process: child,
    ended,
    saying: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (pattern.test(stderr)) {
            listeners.delete(look);
            resolve();
          }
        };
        listeners.add(look);
        void ended.then(() => reject(new Error(`ended without saying ${pattern}:\n${stderr}`)));
        look();
      }),
  };
}

export function inspect(args: readonly string[], options?: InspectOptions): Promise<InspectEnd> {
  return startInspect(args, options).ended;
}

/** The report on standard output, checked against the schema. */
export function reportOf({ stdout, stderr }: InspectEnd): Report {
  if (stdout === "") {
    throw new Error(`no report on standard output; standard error says:\n${stderr}`);
  }
  return reportSchema.parse(JSON.parse(stdout));
}
