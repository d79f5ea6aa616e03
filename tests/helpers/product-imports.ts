import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import path from "node:path";
import { parseSync } from "vite";
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

const known = new Map<string, readonly Import[]>();

/** Reads each file once, because several tests ask for the imports of the whole product. */
export function importsOf(file: string): readonly Import[] {
  const text = () => readFileSync(path.join(root, file), "utf8");
  const imports =
    known.get(file) ??
    (/\.(css|html)$/.test(file) ? importsInPage(text()) : importsIn(text(), file));
  known.set(file, imports);
  return imports;
}

/** A file or library that a comment adds to the compiler's input. */
const reference = /^\/\s*<reference\s+(?:path|types|lib)=["']([^"']+)["']/;

/** A type that a comment of a plain script names. */
const noted = /(?:\bimport\(|@import\b.*?\bfrom\s*)["']([^"'\n]+)["']/g;

export function importsIn(text: string, file = "script.ts"): Import[] {
  const { program, comments, errors } = parseSync(file, text);
  if (errors[0] !== undefined) {
    throw new Error(`${file}: ${errors[0].message}`);
  }
  const inComments = comments.flatMap(({ value }) => [
    ...(reference.exec(value)?.slice(1) ?? []),
    ...(/\.[cm]?jsx?$/.test(file) ? [...value.matchAll(noted)].map(([, of = ""]) => of) : []),
  ]);
  return [
    ...importsBelow(program as unknown as Node, text),
    ...inComments.map((source) => ({ source, isType: false })),
  ];
}

type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<
  Record<string, unknown>
>;

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value;

function importsBelow(node: Node, text: string): Import[] {
  const isType = node.importKind === "type" || node.exportKind === "type";
  const own = sourcesOf(node, text).map((source) => ({ source, isType }));
  const below = Object.values(node).flat().filter(isNode);
  return [...own, ...below.flatMap((one) => importsBelow(one, text))];
}

/**
 * The modules that a node itself imports. For a module whose name only the running program knows,
 * the expression in brackets: it belongs to no room and no package, so it is refused everywhere.
 */
function sourcesOf(node: Node, text: string): string[] {
  const textOf = (one: unknown) => (isNode(one) ? text.slice(one.start, one.end) : "");
  const named = (one: unknown) => {
    const [, , value] = /^(["'`])((?:(?!\1|\$\{)[^\\])*)\1$/.exec(textOf(one)) ?? [];
    return value ?? `(${textOf(one)})`;
  };
  const [first, second] = (node.arguments ?? []) as readonly unknown[];
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportNamedDeclaration":
    case "ExportAllDeclaration":
    case "ImportExpression":
    case "TSImportType":
      return node.source == null ? [] : [named(node.source)];
    case "TSExternalModuleReference":
      return [named(node.expression)];
    case "NewExpression": {
      const isBeside = textOf(node.callee) === "URL" && textOf(second) === "import.meta.url";
      return isBeside && named(first).startsWith(".") ? [named(first)] : [];
    }
    case "CallExpression": {
      const callee = textOf(node.callee);
      if (/^import\.meta\.(glob|resolve)\b/.test(callee)) {
        return isNode(first) && first.type === "ArrayExpression"
          ? (first.elements as unknown[]).map(named)
          : [named(first)];
      }
      return /\bcreateRequire$|\brequire(\.\w+)*$/.test(callee) ? [named(first)] : [];
    }
    default:
      return [];
  }
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
