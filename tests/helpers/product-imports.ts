import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import path from "node:path";
import manifest from "../../package.json";

/** Reads the imports of the product's files from their text. */

export const root = path.resolve(__dirname, "../..");

/** An import as a file states it: its target, and whether it imports only types. */
export interface Import {
  readonly source: string;
  readonly isType: boolean;
}

/** Scripts, style sheets and pages: whatever can import. */
export const productFiles = ["electron", "renderer", "native"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => path.posix.join(folder, file.replaceAll("\\", "/")))
    .filter((file) => /\.([cm]?[jt]sx?|css|html)$/.test(file) && !file.startsWith("native/build/")),
);

/** The prefix of each import by name, and the folder to which package.json maps it. */
const namedRooms = Object.entries(manifest.imports).map(
  ([name, place]) => [name.replace("*", ""), place.replace(/^\.\/|\*.*$/g, "")] as const,
);

/** The folders that are imported by name. */
export const namedPlaces: readonly string[] = namedRooms.map(([, place]) => place);

export function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(root, file), "utf8");
  if (/\.(css|html)$/.test(file)) {
    return importsInPage(text);
  }
  return /\.[cm]?jsx?$/.test(file) ? [...importsIn(text), ...found(text, noted)] : importsIn(text);
}

/**
 * Strings are matched first, because they may contain what looks like a comment. Two slashes after
 * `:` or a backslash belong to an address in a template or to a regular expression.
 */
const stringOrComment =
  /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|(?<![:\\])\/\/.*|\/\*[\s\S]*?\*\//g;

/**
 * Matches from the keyword to the module. In a quoted name, as in `{ a as "b-c" }`, no `;` follows
 * the quotation mark.
 */
const statement =
  /\b(?:import|export)\b\s*(type\b(?!\s*from\b))?(?:(?!\b(?:import|export)\b)[^;"'`]|"[^"\n]*"(?=\s*[,}]|\s+(?:as|from)\b))*?\bfrom\s*["']([^"'\n]+)["']/g;

const calls = [
  /\bimport\s*()["']([^"'\n]+)["']/g,
  /\b(?:import|require)(?:\.\w+)*(?:<[^()]*>)?\s*\(()\s*\[?\s*["'`]([^"'`\n]+)["'`]/g,
  /(?<=\bglob(?:<[^()]*>)?\s*\(\s*\[[^\]]*,)()\s*["'`]([^"'`\n]+)["'`]/g,
  /\bcreateRequire\([^()]*\)\s*\(()\s*["'`]([^"'`\n]+)["'`]/g,
  // A module whose name only the running program knows belongs to no room and no package: it is
  // refused everywhere.
  /\bcreateRequire\(()([^()]*)\)(?!\s*\()/g,
  /(?<![.\w])(?:import|require)\s*\(()\s*((?!["'`])[^\s)][^)\n]*)/g,
  /\bnew URL\(()\s*["'`](\.[^"'`\n]*)["'`]\s*,\s*import\.meta\.url/g,
];

const reference = /^\s*\/\/\/\s*<reference\s+(?:path|types|lib)=()["']([^"'\n]+)["']/gm;

/** A type that a plain script names in a comment. */
const noted = /(?<=^\s*\*.*|\/\*\*.*)(?:\bimport\(|@import\b.*?\bfrom\s*)()["']([^"'\n]+)["']/gm;

export function importsIn(text: string): Import[] {
  const code = text.replace(stringOrComment, (_, string = " ") => string);
  return [
    ...[statement, ...calls].flatMap((pattern) => found(code, pattern)),
    ...found(text, reference),
  ];
}

function found(text: string, pattern: RegExp): Import[] {
  return [...text.matchAll(pattern)].map(([, type = "", source = ""]) => ({
    source,
    isType: type !== "",
  }));
}

/** What a style sheet or a page loads or its scripts import, with `./` before a bare path. */
export function importsInPage(text: string): Import[] {
  const loaded = /(?:@import\s+(?!url)|\burl\(\s*|\b(?:src|href)=)["']?([^"'()\s>;]+)/g;
  const scripts = [...text.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)];
  const own = scripts.flatMap(([, code = ""]) => importsIn(code));
  const named = [...text.replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/g, "").matchAll(loaded)]
    .map(([, source = ""]) => source)
    .filter((source) => !/^(data:|#)/.test(source))
    .map((source) => ({ source: /^[./]/.test(source) ? source : `./${source}`, isType: false }));
  return [...named, ...own];
}

/**
 * The target of an import: a path from the project's root, the name of a package, or `node`. A
 * source that begins with `#` names a folder in package.json.
 */
export function targetOf(file: string, source: string): string {
  if (source.startsWith(".")) {
    const target = path.posix.join(path.posix.dirname(file), source);
    const [, inPackage] = target.split(/^node_modules\//);
    return inPackage === undefined ? target : targetOf(file, inPackage);
  }
  const named = namedRooms.find(([name]) => source.startsWith(name));
  if (named !== undefined) {
    return path.posix.normalize(source.replace(...named));
  }
  const [first = "", second = ""] = source.split("/");
  if (first.startsWith("node:") || builtinModules.includes(first)) {
    return "node";
  }
  return `package ${first.startsWith("@") ? `${first}/${second}` : first}`;
}
