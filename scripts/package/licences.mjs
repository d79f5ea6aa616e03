import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { zigExecutable, zigLicenceFiles } from "../prebuild/zig.mjs";
import { databaseParts } from "../setup/database-sources.mjs";
import { SetupFailure } from "../setup/failure.mjs";
import { projectRoot } from "../setup/paths.mjs";

/**
 * A part of the package with foreign authors.
 * @typedef {{ name: string, version: string, licence: string, text: string }} ForeignPart
 */

/** Sources that may import packages which end up in the built app. */
const bundledSources = ["electron", "renderer/src", "native/index.ts", "native/loader.ts"];

/** Imports of what the running program brings, and no package: Node.js and Electron. */
const notBundled = /^(node:|electron$)/;

/** SQLite has no licence: its authors gave up their copyright and say so in this text. */
const dedication = `SQLite is in the public domain: https://sqlite.org/copyright.html

The author disclaims copyright to this source code. In place of a legal notice, here is a blessing:

    May you do good and not evil.
    May you find forgiveness for yourself and forgive others.
    May you share freely, never taking more than you give.`;

/**
 * Writes the licences of everything that is shipped into a folder: DriveProof's own, and those of
 * the packages in the bundle and of the libraries compiled into the addon. Electron's own lie
 * beside its executable.
 * @param {string} folder
 * @param {import("../prebuild/targets.mjs").Target} target
 */
export function writeLicences(folder, target) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    path.join(folder, "DriveProof.txt"),
    readFileSync(path.join(projectRoot, "LICENSE")),
  );
  const parts = [...bundledPackages(), ...addonParts(target)];
  writeFileSync(path.join(folder, "third-party.txt"), licenceText(parts));
}

/**
 * Parts with exactly the same licence share its text.
 * @param {readonly ForeignPart[]} parts
 */
export function licenceText(parts) {
  /** @type {Map<string, ForeignPart[]>} */
  const byText = new Map();
  for (const part of parts) byText.set(part.text, [...(byText.get(part.text) ?? []), part]);
  const sections = [...byText].map(([text, users]) => {
    const names = users.map(({ name, version, licence }) =>
      [name, version, `(${licence})`].filter(Boolean).join(" "),
    );
    return `${"=".repeat(80)}\n${names.join("\n")}\n${"-".repeat(80)}\n\n${text.trim()}\n`;
  });
  return `DriveProof contains these works of others.\n\n${sections.join("\n")}`;
}

/**
 * The npm packages that the app's sources import, and all their dependencies. Those that the
 * bundler leaves out are named, too: one licence too many does no harm.
 * @returns {ForeignPart[]} by name
 */
export function bundledPackages() {
  /** @type {Map<string, ForeignPart>} */
  const found = new Map();
  /**
   * @param {string} name
   * @param {string} from folder of the package that needs it
   */
  const add = (name, from) => {
    const folder = packageFolder(name, from);
    if (!folder) throw new SetupFailure(`the package ${name} is not installed`, "npm ci");
    if (found.has(folder)) return;
    const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    found.set(folder, {
      name,
      version: manifest.version,
      licence: manifest.license ?? "see text",
      text: licenceIn(folder) ?? `Licence: ${manifest.license}. ${manifest.homepage ?? ""}`,
    });
    for (const dependency of Object.keys(manifest.dependencies ?? {})) add(dependency, folder);
  };
  for (const name of importedPackages()) add(name, projectRoot);
  return [...found.values()].sort((one, other) => one.name.localeCompare(other.name, "en"));
}

/** @returns {Set<string>} */
function importedPackages() {
  /** @type {Set<string>} */
  const names = new Set();
  for (const entry of bundledSources) {
    for (const file of sourceFiles(path.join(projectRoot, entry))) {
      for (const name of packagesIn(readFileSync(file, "utf8"))) names.add(name);
    }
  }
  return names;
}

/**
 * Packages that a source or a style sheet imports; its own files and foreign types do not count.
 * @param {string} source
 * @returns {string[]}
 */
export function packagesIn(source) {
  const imports = source.matchAll(
    /^(?:import|export)\s(?!type\s)(?:[^;"']*\sfrom\s+)?["']([^"']+)["']/gm,
  );
  // Imported on demand, and bundled all the same.
  const late = source.matchAll(/\bimport\(["']([^"']+)["']\)/g);
  // Style sheets name fonts and the like by their path.
  const files = source.matchAll(/url\(["']?[./]+\/node_modules\/([^"')]+)/g);
  return [...imports, ...late, ...files]
    .map((match) => match[1] ?? "")
    .filter((specifier) => !/^[.#]/.test(specifier) && !notBundled.test(specifier))
    .map((specifier) => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/"));
}

/**
 * @param {string} entry file or folder
 * @returns {string[]}
 */
function sourceFiles(entry) {
  if (/\.(tsx?|css)$/.test(entry)) return [entry];
  return readdirSync(entry, { withFileTypes: true }).flatMap((child) => {
    const name = path.join(entry, child.name);
    if (child.isDirectory()) return sourceFiles(name);
    return /\.(tsx?|css)$/.test(child.name) ? [name] : [];
  });
}

/**
 * Looks for a package as Node does: beside the one that needs it, then further up.
 * @param {string} name
 * @param {string} from
 * @returns {string | null}
 */
function packageFolder(name, from) {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, "node_modules", name);
    if (existsSync(path.join(candidate, "package.json"))) return candidate;
    if (folder === path.dirname(folder)) return null;
  }
}

/**
 * @param {string} folder
 * @returns {string | null} text of the licence and of the notices that lie there
 */
function licenceIn(folder) {
  const files = readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice|copyright)([.-]|$)/i.test(name))
    .sort();
  if (files.length === 0) return null;
  return files.map((name) => readFileSync(path.join(folder, name), "utf8")).join("\n");
}

/**
 * The addon's parts that are not DriveProof's own sources.
 * @param {import("../prebuild/targets.mjs").Target} target
 * @returns {ForeignPart[]}
 */
function addonParts(target) {
  const zig = path.dirname(zigExecutable);
  const runtime = zigLicenceFiles[target.os].map(({ name, licence, file }) => ({
    name,
    version: "",
    licence,
    text: readFileSync(path.join(zig, file), "utf8"),
  }));
  const headers = path.join(projectRoot, "node_modules", "node-addon-api");
  const { version, license } = JSON.parse(readFileSync(path.join(headers, "package.json"), "utf8"));
  return [
    { name: "node-addon-api", version, licence: license, text: licenceIn(headers) ?? "" },
    ...runtime,
    ...databases(),
  ];
}

function databases() {
  return databaseParts().map(({ title, licence, folder }) => {
    const text = licence === "public domain" ? dedication : licenceIn(folder);
    if (!text) throw new SetupFailure(`no licence lies in ${folder}`, "npm run setup");
    return { name: title, version: "", licence, text };
  });
}
