import { type ChildProcess, spawn } from "node:child_process";
import { expect } from "vitest";
import { libraryOfAll } from "./c-libraries";
import { folderOfEach, makeTestDirectory } from "./folders";
import { addonFile, testFileName } from "./native-engine";

export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface EngineChild {
  readonly process: ChildProcess;
  /** Resolves when the child has printed this text; rejects if the child ends without it. */
  printed(text: string): Promise<void>;
  /** Resolves when the child has ended and its output is complete. */
  readonly ended: Promise<ChildEnd>;
}

/** Definitions that precede the script of a child, which is plain CommonJS. */
const prelude = `
  const engine = require(process.env.ADDON);
  const directory = process.env.DIRECTORY;
  const say = (value) => require("node:fs").writeSync(1, String(value) + "\\n");
  const options = (changes) => ({
    directory, fileName: ${JSON.stringify(testFileName)},
    fileBytes: 1 << 22, blockBytes: 4096, seed: 1, ...changes,
  });
`;

/**
 * Runs a script with the addon in a separate Node process, which may be killed. Another runtime,
 * such as Electron with ELECTRON_RUN_AS_NODE=1, can be tested through the environment.
 */
export function startChild(
  script: string,
  options: {
    directory: string;
    environment?: Record<string, string>;
    nodeArguments?: readonly string[];
  },
): EngineChild {
  const child = spawn(
    process.env.DRIVEPROOF_CHILD_NODE ?? process.execPath,
    [...(options.nodeArguments ?? []), "-e", prelude + script],
    {
      stdio: ["ignore", "pipe", "pipe"],
      // Shorter than a test's time limit, so that no child process outlives a test that hangs.
      timeout: 50_000,
      killSignal: "SIGKILL",
      env: {
        ...process.env,
        ADDON: addonFile,
        DIRECTORY: options.directory,
        ...options.environment,
      },
    },
  );
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const ended = new Promise<ChildEnd>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return {
    process: child,
    ended,
    printed: (text) =>
      new Promise((resolve, reject) => {
        const check = () => stdout.includes(text) && resolve();
        check();
        child.stdout.on("data", check);
        void ended.then((end) =>
          reject(new Error(`the child ended without "${text}": ${JSON.stringify(end)}`)),
        );
      }),
  };
}

export function runChild(
  script: string,
  options: Parameters<typeof startChild>[1],
): Promise<ChildEnd> {
  return startChild(script, options).ended;
}

/**
 * Prepares a block of tests: each test gets a folder and a function that runs a script in it while
 * the rules make calls fail (see cpp/failing-calls.c) and returns the script's JSON.
 */
export function failingCalls(directory = folderOfEach(makeTestDirectory)) {
  const library = libraryOfAll("failing-calls");
  async function saidUnder<Said>(rules: string, script: string, note = ""): Promise<Said> {
    const noted = note === "" ? {} : { DRIVEPROOF_FAIL_NOTE: note };
    const environment = { LD_PRELOAD: library(), DRIVEPROOF_FAIL: rules, ...noted };
    const end = await runChild(script, { directory: directory(), environment });
    expect(end).toMatchObject({ code: 0, stderr: "" });
    return JSON.parse(end.stdout);
  }
  return { directory, saidUnder };
}
