import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  databaseSources,
  databaseSourcesStep,
  databaseStamp,
  fetchDatabaseSources,
} from "../../../scripts/setup/database-sources.mjs";
import { fetchArchive, type Pin } from "../../../scripts/setup/pinned-archive.mjs";
import { foldersOfEach } from "../../helpers/folders";

// pip may take more than the usual time limit on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const newFolder = foldersOfEach();
const hasPip = spawnSync("python3", ["-m", "pip", "--version"]).status === 0;

let root: string;
beforeEach(() => {
  root = newFolder();
});
afterEach(() => vi.unstubAllEnvs());
const folderOf = (name: string) => path.join(root, ".runtime", "databases", name);

/**
 * Makes an archive of these files in the folder; returns the pin by which set-up recognizes the
 * archive.
 */
function archiveOf(folder: string, name: string, files: Record<string, string>): Pin {
  const content = newFolder();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(content, file)), { recursive: true });
    writeFileSync(path.join(content, file), text);
  }
  execFileSync("tar", ["-czf", path.join(folder, name), "-C", content, ...readdirSync(content)]);
  const sha256 = createHash("sha256")
    .update(readFileSync(path.join(folder, name)))
    .digest("hex");
  return {
    registry: "npm",
    package: "test",
    version: "1.0.0",
    archive: name,
    sha256,
    folder: "package/deps",
    files: ["test.c"],
  };
}

/** Makes an npm that "packs" the files in this folder and records its arguments. */
function fakeNpm(served: string): string {
  const folder = newFolder();
  const script = path.join(folder, "npm-cli.js");
  writeFileSync(
    script,
    `const fs = require("node:fs"), path = require("node:path");
     const args = process.argv.slice(2);
     fs.appendFileSync(${JSON.stringify(path.join(folder, "calls"))}, args.join(" ") + "\\n");
     const to = args[args.indexOf("--pack-destination") + 1];
     for (const name of fs.readdirSync(${JSON.stringify(served)}))
       fs.copyFileSync(path.join(${JSON.stringify(served)}, name), path.join(to, name));`,
  );
  vi.stubEnv("npm_execpath", script);
  return path.join(folder, "calls");
}

const leftIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

describe("fetchArchive() with npm", () => {
  it("runs npm pack without scripts and extracts only the pinned files", async () => {
    const served = newFolder();
    const pin = archiveOf(served, "test-1.0.0.tgz", {
      "package/deps/test.c": "int test;\n",
      "package/deps/other.c": "int other;\n",
      "package/package.json": "{}",
    });
    const calls = fakeNpm(served);
    await fetchArchive(folderOf("sqlite"), pin, root);
    const folder = folderOf("sqlite");
    expect(leftIn(folder).sort()).toEqual(["pin", "test.c"]);
    expect(readFileSync(path.join(folder, "test.c"), "utf8")).toBe("int test;\n");
    expect(readFileSync(calls, "utf8")).toMatch(/^pack test@1\.0\.0 .*--ignore-scripts/);
    expect(leftIn(path.join(root, ".runtime")).sort()).toEqual(["databases", "logs"]);
  });

  it("rejects an archive that is not byte for byte the pinned archive", async () => {
    const served = newFolder();
    const pin = archiveOf(served, "test-1.0.0.tgz", { "package/deps/test.c": "int test;\n" });
    archiveOf(served, "test-1.0.0.tgz", { "package/deps/test.c": "int other;\n" });
    fakeNpm(served);
    await expect(fetchArchive(folderOf("sqlite"), pin, root)).rejects.toThrow(
      /nothing in it was opened/,
    );
    expect(leftIn(path.join(root, ".runtime"))).toEqual(["logs"]);
  });
});

describe.skipIf(!hasPip)("fetchArchive() with pip", () => {
  it("runs no code from the downloaded package", async () => {
    const index = newFolder();
    const trace = path.join(newFolder(), "trace");
    const pin: Pin = {
      ...archiveOf(index, "hostile-1.0.0.tar.gz", {
        "hostile-1.0.0/vendor/test.c": "int test;\n",
        "hostile-1.0.0/PKG-INFO": "Metadata-Version: 2.1\nName: hostile\nVersion: 1.0.0\n",
        "hostile-1.0.0/pyproject.toml":
          '[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n',
        "hostile-1.0.0/setup.py": `open(${JSON.stringify(trace)}, "w").write("it ran")\n`,
      }),
      registry: "pip",
      package: "hostile",
      folder: "hostile-1.0.0/vendor",
    };
    vi.stubEnv("PIP_NO_INDEX", "1");
    vi.stubEnv("PIP_FIND_LINKS", index);
    await fetchArchive(folderOf("mdbx"), pin, root);
    expect(existsSync(trace)).toBe(false);
    const folder = folderOf("mdbx");
    expect(leftIn(folder).sort()).toEqual(["pin", "test.c"]);
  });
});

describe("a source that could not be fetched", () => {
  beforeEach(() => {
    // Makes npm and pip find no package.
    fakeNpm(newFolder());
    vi.stubEnv("PIP_NO_INDEX", "1");
    vi.stubEnv("PIP_FIND_LINKS", newFolder());
    // Without apt in PATH, set-up cannot install pip.
    vi.stubEnv("PATH", `${pathWithoutApt()}`);
  });

  /**
   * A PATH with only the programs that set-up needs in these tests, so that it cannot install
   * anything.
   */
  function pathWithoutApt(): string {
    const folder = newFolder();
    for (const name of ["python3", "tar"]) {
      const target = spawnSync("which", [name], { encoding: "utf8" }).stdout.trim();
      if (target !== "") {
        writeFileSync(path.join(folder, name), `#!/bin/sh\nexec ${target} "$@"\n`, { mode: 0o755 });
      }
    }
    return folder;
  }

  it("is reported in one line and does not make the set-up fail", async () => {
    const { sqlite, mdbx, problems } = await fetchDatabaseSources({ root });
    expect([sqlite, mdbx]).toEqual([null, null]);
    expect(problems).toHaveLength(2);
    expect(problems[0]).toMatch(/^SQLite [\d.]+: something else than .* arrived$/);
    expect(problems[1]).toMatch(/^libmdbx [\d.]+: /);
    expect(problems.join("")).not.toContain("\n");
    expect(leftIn(path.join(root, ".runtime"))).toEqual(["logs"]);
  });

  it("is fetched again by an explicit set-up, but not by the next start", async () => {
    const step = databaseSourcesStep({ retry: false }, root);
    expect(step.upToDate()).toBeNull();
    const said = await step.run(() => undefined);
    expect(said).toContain("the engine goes without SQLite");
    expect(step.upToDate()).toBe(said);
    expect(databaseSourcesStep({ retry: true }, root).upToDate()).toBeNull();
  });
});

describe("the fetched sources of a database", () => {
  /** Puts down the files that a finished set-up leaves, with the pin of this version. */
  function place(name: "sqlite" | "mdbx", files: readonly string[]): void {
    mkdirSync(folderOf(name), { recursive: true });
    for (const file of files) writeFileSync(path.join(folderOf(name), file), "");
    writeFileSync(path.join(folderOf(name), "pin"), `${pinIn(name)}\n`);
  }

  /** The pin of the archive in scripts/setup/database-sources.mjs. */
  function pinIn(name: "sqlite" | "mdbx"): string {
    const file = path.join(import.meta.dirname, "../../../scripts/setup/database-sources.mjs");
    const pins = [...readFileSync(file, "utf8").matchAll(/sha256: "([0-9a-f]{64})"/g)];
    return pins[name === "sqlite" ? 0 : 1]?.[1] ?? "";
  }

  it("are used only if they are complete and of the pinned version", () => {
    expect(databaseSources(root)).toEqual({ sqlite: null, mdbx: null });
    place("sqlite", ["sqlite3.c", "sqlite3.h"]);
    expect(databaseSources(root)).toEqual({ sqlite: folderOf("sqlite"), mdbx: null });
    writeFileSync(path.join(folderOf("sqlite"), "pin"), "of yesterday\n");
    expect(databaseSources(root).sqlite).toBeNull();
    place("sqlite", []);
    unlinkSync(path.join(folderOf("sqlite"), "sqlite3.h"));
    expect(databaseSources(root).sqlite).toBeNull();
  });

  it("change the build stamp of the addon", () => {
    const without = databaseStamp(root);
    place("sqlite", ["sqlite3.c", "sqlite3.h"]);
    const withOne = databaseStamp(root);
    expect(withOne).not.toBe(without);
    rmSync(folderOf("sqlite"), { recursive: true });
    expect(databaseStamp(root)).toBe(without);
  });
});
