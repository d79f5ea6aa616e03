import { execFile } from "node:child_process";
import { promises as fsPromises, type Stats, type StatsFs, watch } from "node:fs";
import { homeFolder } from "../files/places";
import { NotAnswering } from "./time-limit";

type FileStatus = Pick<Stats, "dev" | "rdev" | "isDirectory" | "isBlockDevice">;

/** A file system's size in blocks; `bavail` is the part that an ordinary user may still use. */
export type FileSystemSpace = Pick<StatsFs, "bsize" | "blocks" | "bavail">;

export interface RunOptions {
  readonly input?: string;
  /** After this time the program is killed and the call rejects with `NotAnswering`. */
  readonly timeoutMs: number;
  /**
   * Most bytes of output, 4 MiB by default; a program that prints more is killed and the call
   * rejects.
   */
  readonly mostBytes?: number;
}

/**
 * All system calls of the volume search; tests replace them with a fake. All are asynchronous,
 * because they run on the main thread of Electron's main process.
 */
export interface SystemAccess {
  readonly platform: NodeJS.Platform;
  /** The user's home folder; empty if there is none. */
  readonly homeDirectory: string;
  /** Windows' own folder, such as `C:\Windows`; its programs are started by full path. */
  readonly systemRoot: string;
  /** Folders whose content a program uploads to a cloud; see `cloudFoldersOf`. */
  readonly cloudFolders: readonly string[];
  readFile(path: string): Promise<string>;
  readdir(path: string): Promise<string[]>;
  realpath(path: string): Promise<string>;
  /** Whether the last part of the path is a link. */
  isLink(path: string): Promise<boolean>;
  stat(path: string): Promise<FileStatus>;
  access(path: string, mode: number): Promise<void>;
  /** Reads a file system's size; `null` on runtimes without `statfs` (Node before 18.15). */
  readonly statfs: ((path: string) => Promise<FileSystemSpace>) | null;
  /** Runs a program without a shell and returns its standard output; rejects if it fails. */
  run(file: string, args: readonly string[], options: RunOptions): Promise<string>;
  /**
   * Calls back when an entry of the folder appears or disappears. Returns a function that ends the
   * calls.
   */
  watchDirectory(path: string, onEvent: () => void, onError: (error: unknown) => void): () => void;
}

export function nodeSystemAccess(): SystemAccess {
  return {
    platform: process.platform,
    homeDirectory: homeFolder(),
    systemRoot: process.env.SystemRoot ?? "C:\\Windows",
    cloudFolders: cloudFoldersOf(process.platform, homeFolder(), process.env),
    readFile: (path) => fsPromises.readFile(path, "utf8"),
    readdir: (path) => fsPromises.readdir(path),
    realpath: (path) => fsPromises.realpath(path),
    isLink: async (path) => (await fsPromises.lstat(path)).isSymbolicLink(),
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

/**
 * Folders whose content a program uploads to a cloud: those that OneDrive names to every program on
 * Windows; on macOS those of iCloud and of all programs that use the system's way to a cloud.
 */
export function cloudFoldersOf(
  platform: NodeJS.Platform,
  home: string,
  { OneDrive, OneDriveConsumer, OneDriveCommercial }: NodeJS.ProcessEnv,
): string[] {
  switch (platform) {
    case "win32":
      return [OneDrive, OneDriveConsumer, OneDriveCommercial].flatMap((folder) => folder || []);
    case "darwin":
      return ["CloudStorage", "Mobile Documents"].map((name) => `${home}/Library/${name}`);
    default:
      return [];
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
        // DriveProof parses the output of df and mount, which must stay untranslated.
        env: { ...process.env, LC_ALL: "C" },
      },
      (error, stdout) => {
        clearTimeout(timer);
        return error === null ? resolve(stdout) : reject(error);
      },
    );
    // execFile's own timeout waits for the exit of a program that cannot be killed while it hangs
    // in a system call. Such a program is abandoned; it must not keep this process alive.
    const timer = setTimeout(() => {
      reject(new NotAnswering(options.timeoutMs));
      child.kill("SIGKILL");
      child.stdout?.destroy();
      child.stderr?.destroy();
      child.unref();
    }, options.timeoutMs);
    // A broken pipe means that the program exited before it had read its input: its exit code is
    // the real error.
    child.stdin?.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") {
        reject(error);
      }
    });
    child.stdin?.end(options.input ?? "");
  });
}
