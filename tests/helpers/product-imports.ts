import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import path from "node:path";
import manifest from "../../package.json";

/** What the files of the product import, read from their text. */

export const root = path.resolve(__dirname, "../..");

/** An import as it stands in a file: what it names, and whether only types come of it. */
export interface Import {
  readonly source: string;
  readonly isType: boolean;
}

export const productFiles = ["electron", "renderer", "native"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => path.posix.join(folder, file.replaceAll("\\", "/")))
    .filter((file) => /\.tsx?$/.test(file) && !file.includes("/build/")),
);

/** The beginning of an import by name, and the folder that package.json means by it. */
const namedRooms = Object.entries(manifest.imports).map(
  ([name, place]) => [name.replace("*", ""), place.replace(/^\.\/|\*.*$/g, "")] as const,
);

/** The folders that are imported by name. */
export const namedPlaces: readonly string[] = namedRooms.map(([, place]) => place);

export function importsOf(file: string): Import[] {
  return importsIn(readFileSync(path.join(root, file), "utf8"));
}

export function importsIn(text: string): Import[] {
  const named =
    /^\s*(?:import|export)\s+(type\s)?(?:\* as "[^"]*" |[^;"'`]*?\b)from\s+["']([^"']+)["']/gm;
  const bare = /^\s*import\s+()["']([^"']+)["']/gm;
  const called = /\b(?:import|require)\(()\s*["'`]([^"'`]+)["'`]\s*\)/g;
  return [named, bare, called].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, type = "", source = ""]) => ({
      source,
      isType: type !== "",
    })),
  );
}

/** A path from the top, the name of a package, or `node`. `#` begins a room that package.json names. */
export function targetOf(file: string, source: string): string {
  if (source.startsWith(".")) {
    return path.posix.join(path.posix.dirname(file), source);
  }
  const named = namedRooms.find(([name]) => source.startsWith(name));
  if (named !== undefined) {
    return source.replace(...named);
  }
  const [first = "", second = ""] = source.split("/");
  if (first.startsWith("node:") || builtinModules.includes(first)) {
    return "node";
  }
  return `package ${first.startsWith("@") ? `${first}/${second}` : first}`;
}
