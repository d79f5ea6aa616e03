import { execFile } from "node:child_process";
import { promises as fsPromises, watch } from "node:fs";
import { homedir } from "node:os";
import { NotAnswering } from "./time-limit";

/** The part of `fs.Stats` that is needed to find the device behind a path. */
export interface FileStatus {
  /** Number of the device that holds the file, and of the device that the file is. */
  readonly dev: number;
  readonly rdev: number;
  isDirectory(): boolean;
  isBlockDevice(): boolean;
}

/** Block counts as `statfs(2)` gives them; `bavail` is what an ordinary user may still fill. */
export interface FileSystemSpace {
  readonly bsize: number;
  readonly blocks: number;
  readonly bavail: number;
}

export interface RunOptions {
  /** Written to the program's standard input. */
  readonly input?: string;
  /** After this time the program is killed and the call rejects with `NotAnswering`. */
  readonly timeoutMs: number;
  /** After so much output the program is killed and the call rejects; 4 MiB unless told otherwise. */
  readonly mostBytes?: number;
  /** Left out of the environment, however it is written there. */
  readonly withoutVariable?: string;
}

/**
 * Everything the search for volumes asks of the operating system. Tests put an imaginary machine
 * here. All of it is asynchronous, because it runs on the main thread of Electron's main process.
 */
export interface SystemAccess {
  readonly platform: NodeJS.Platform;
  /** Empty where the user has none. */
  readonly homeDirectory: string;
  /** `C:\Windows`; programs there are started by full path. */
  readonly systemRoot: string;
  readFile(path: string): Promise<string>;
  readdir(path: string): Promise<string[]>;
  realpath(path: string): Promise<string>;
  stat(path: string): Promise<FileStatus>;
  access(path: string, mode: number): Promise<void>;
  /** `null` on runtimes that lack it (Node before 18.15). */
  readonly statfs: ((path: string) => Promise<FileSystemSpace>) | null;
  /** Runs a program without a shell and returns its standard output; rejects if it fails. */
  run(file: string, args: readonly string[], options: RunOptions): Promise<string>;
  /** Calls back when an entry appears or goes; returns the function that ends it. */
  watchDirectory(path: string, onEvent: () => void, onError: (error: unknown) => void): () => void;
}

/** The machine this program runs on. */
export function nodeSystemAccess(): SystemAccess {
  return {
    platform: process.platform,
    homeDirectory: homeOrNone(),
    systemRoot: process.env.SystemRoot ?? "C:\\Windows",
    readFile: (path) => fsPromises.readFile(path, "utf8"),
    readdir: (path) => fsPromises.readdir(path),
    realpath: (path) => fsPromises.realpath(path),
    stat: (path) => fsPromises.stat(path),
    access: (path, mode) => fsPromises.access(path, mode),
    statfs: typeof fsPromises.statfs === "function" ? (path) => fsPromises.statfs(path) : null,
    run,
    watchDirectory: (path, onEvent, onError) => {
      const watcher = watch(path, onEvent);
      watcher.on("error", onError);
      return () => watcher.close();
    },
  };
}

/** `homedir()` throws where neither HOME nor the system's list of users tells, as in containers. */
function homeOrNone(): string {
  try {
    return homedir();
  } catch {
    return "";
  }
}

function run(file: string, args: readonly string[], options: RunOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      file,
      args,
      {
        encoding: "utf8",
        maxBuffer: options.mostBytes ?? 4 * 1024 * 1024,
        windowsHide: true,
        // The texts of df and mount are parsed: they must not be translated.
        env: { ...environmentWithout(options.withoutVariable), LC_ALL: "C" },
      },
      (error, stdout) => {
        clearTimeout(timer);
        return error === null ? resolve(stdout) : reject(error);
      },
    );
    // Not execFile's own limit: that waits for the end of a program that cannot be killed while
    // it hangs in a system call. Such a program is left behind; it keeps nothing of ours alive.
    const timer = setTimeout(() => {
      reject(new NotAnswering(options.timeoutMs));
      child.kill("SIGKILL");
      child.stdout?.destroy();
      child.stderr?.destroy();
      child.unref();
    }, options.timeoutMs);
    // A program that ends before it has read its input closes the pipe; its exit tells why.
    child.stdin?.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") {
        reject(error);
      }
    });
    child.stdin?.end(options.input ?? "");
  });
}

/** Windows takes names of variables alike in capitals and small letters. */
export function environmentWithout(variable: string | undefined): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name.toLowerCase() !== variable?.toLowerCase()),
  );
}
