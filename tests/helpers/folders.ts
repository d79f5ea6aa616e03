import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";

export const projectDirectory = fileURLToPath(new URL("../..", import.meta.url));

/** A new folder in the system's temporary folder. */
export function temporaryFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), "driveproof-folder-")));
}

/**
 * A new folder on the project's own disk, because the system's temporary folder may be in memory.
 */
export function makeTestDirectory(): string {
  const parent = join(projectDirectory, "test-results");
  mkdirSync(parent, { recursive: true });
  return mkdtempSync(join(parent, "native-"));
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/**
 * Getter of the path of a new folder for each test, removed after all other clean-up of the test.
 */
export function folderOfEach(make: () => string = temporaryFolder): () => string {
  let folder = "";
  beforeEach(() => {
    folder = make();
  });
  afterEach(() => removeFolder(folder));
  return () => folder;
}

/** Getter of the path of a new folder that all tests of a `describe` block share. */
export function folderOfAll(make: () => string = temporaryFolder): () => string {
  let folder = "";
  beforeAll(() => {
    folder = make();
  });
  afterAll(() => removeFolder(folder));
  return () => folder;
}

/** A function that makes new folders during a test; all are removed after the test. */
export function foldersOfEach(make: () => string = temporaryFolder): () => string {
  const folders: string[] = [];
  afterEach(() => folders.splice(0).forEach(removeFolder));
  return () => {
    const folder = make();
    folders.push(folder);
    return folder;
  };
}
