import { closeSync, existsSync, openSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { loadNativeEngine, type NativeSession, type PrepareOptions } from "#native/index";
import { addonPaths } from "#native/loader";
import { makeTestDirectory, projectDirectory, removeFolder } from "./folders";

const onLinux = process.platform === "linux";

/** Where the addon under test lies; another build can be tested through the environment. */
export const nativeDirectory =
  process.env.DRIVEPROOF_NATIVE_DIRECTORY ?? join(projectDirectory, "native");

export const engine = loadNativeEngine(nativeDirectory);

/** The file that `engine` was loaded from. */
export const addonFile = addonPaths(nativeDirectory).find((path) => existsSync(path)) ?? "";

export const testFileName = ".driveproof-native-test.tmp";
export const blockBytes = 4096;

/** Runs `body` with a fresh folder and session and leaves neither behind. */
export async function withSession<Result>(
  body: (session: NativeSession, directory: string) => Promise<Result>,
): Promise<Result> {
  const directory = makeTestDirectory();
  const session = engine.openSession();
  try {
    return await body(session, directory);
  } finally {
    await session.close();
    removeFolder(directory);
  }
}

/**
 * Folder of the last prepareOptions(). On systems without /proc, tests open the test file in this
 * folder by its name.
 */
let lastDirectory = "";

export function prepareOptions(
  directory: string,
  changes: Partial<PrepareOptions> = {},
): PrepareOptions {
  lastDirectory = directory;
  return {
    directory,
    fileName: testFileName,
    fileBytes: 1024 * blockBytes,
    blockBytes,
    seed: 20_260_101,
    ...changes,
  };
}

/** This process's descriptors of its test file, found through /proc (Linux). */
export function testFileDescriptors(): number[] {
  return readdirSync("/proc/self/fd")
    .map(Number)
    .filter(
      (fd) => /\/#\d+ \(deleted\)$/.test(targetOf(fd)) || targetOf(fd).endsWith(testFileName),
    );
}

function targetOf(fd: number): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return ""; // the descriptor was closed after the folder was listed
  }
}

/** Runs `body` with a second, ordinary descriptor of the open test file. */
export function withOpenTestFile<Result>(body: (fd: number) => Result): Result {
  const fd = openSync(onLinux ? namelessTestFile() : join(lastDirectory, testFileName), "r+");
  try {
    return body(fd);
  } finally {
    closeSync(fd);
  }
}

function namelessTestFile(): string {
  const [descriptor] = testFileDescriptors();
  if (descriptor === undefined) {
    throw new Error("no descriptor of a test file is open");
  }
  return `/proc/self/fd/${descriptor}`;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Waits until the condition holds. The limit is far above what is ever needed. */
export async function until(what: string, condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 2000; tries += 1) {
    if (condition()) {
      return;
    }
    await sleep(10);
  }
  throw new Error(`waited in vain until ${what}`);
}

export { skipped } from "./skipped";
