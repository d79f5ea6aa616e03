import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { lockfilesMatch, packagesInstalled } from "../../../scripts/setup/packages.mjs";
import { foldersOfEach } from "../../helpers/folders";

const newFolder = foldersOfEach();

const wanted = {
  packages: {
    "": { version: "0.1.0" },
    "node_modules/react": { version: "19.3.1", integrity: "sha512-r" },
    "node_modules/binding-linux": { version: "1.0.0", integrity: "sha512-l", optional: true },
    "node_modules/binding-darwin": { version: "1.0.0", integrity: "sha512-d", optional: true },
  },
};
const react = { "node_modules/react": { version: "19.3.1", integrity: "sha512-r" } };

describe("lockfilesMatch()", () => {
  it("returns true even if the binary package of another system is absent", () => {
    const linux = { "node_modules/binding-linux": { version: "1.0.0", integrity: "sha512-l" } };
    expect(lockfilesMatch(wanted, { packages: { ...react, ...linux } })).toBe(true);
  });

  it.each([
    ["a package is missing", {}],
    ["a version differs", { "node_modules/react": { version: "19.3.0", integrity: "sha512-r" } }],
    ["the content differs", { "node_modules/react": { version: "19.3.1", integrity: "sha512-x" } }],
    ["an unlisted package is installed", { ...react, "node_modules/x": { version: "1.0.0" } }],
  ])("returns false when %s", (_, packages) => {
    expect(lockfilesMatch(wanted, { packages })).toBe(false);
  });
});

describe("packagesInstalled()", () => {
  const project = (installed: unknown) => {
    const root = newFolder();
    mkdirSync(path.join(root, "node_modules"));
    writeFileSync(path.join(root, "package.json"), JSON.stringify({ devDependencies: {} }));
    writeFileSync(path.join(root, "package-lock.json"), JSON.stringify(wanted));
    if (installed) {
      const file = path.join(root, "node_modules", ".package-lock.json");
      writeFileSync(file, JSON.stringify({ packages: installed }));
    }
    return root;
  };

  it("accepts a finished installation that lacks only optional packages", () => {
    expect(packagesInstalled(project(react))).toBe(true);
  });

  it("rejects an installation that never finished or lacks a package", () => {
    expect(packagesInstalled(project(null))).toBe(false);
    expect(packagesInstalled(project({}))).toBe(false);
  });
});
