import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { shortNames } from "#contract/workloads/index";

/** Every path that a document names exists, and ARCHITECTURE.md stays short. */

const root = path.resolve(__dirname, "../..");
const top = readdirSync(root, { withFileTypes: true });
const rooms = ["assets", "docs", "electron", "native", "renderer", "scripts", "tests", ".github"];
const files = [
  ...top.filter((entry) => entry.isFile()).map(({ name }) => name),
  ...rooms.flatMap((room) =>
    readdirSync(path.join(root, room), { recursive: true, encoding: "utf8" })
      .map((name) => `${room}/${name.replaceAll("\\", "/")}`)
      .filter((name) => !name.startsWith("native/build/")),
  ),
];
// Leaves out the changelog, which names removed files, and fixtures, which name foreign
// repositories.
const documents = files.filter((file) => /^(?!CHANGELOG|tests\/fixtures\/).*\.md$/.test(file));
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/**
 * All names of files and folders of the repository, by full path and by every shorter ending:
 * `a/b.ts`, `b.ts`.
 */
const known = new Set(
  files.flatMap((file) => {
    const parts = file.split("/");
    return parts.flatMap((_, from) =>
      parts.slice(from).map((__, index) => parts.slice(from, from + index + 1).join("/")),
    );
  }),
);

const isSource = /\.(ts|tsx|cpp|h|c|mjs|cjs|css|json|yml|md)$/;

/** Names in backquotes that must be paths of the repository. */
function pathsIn(text: string): string[] {
  const spans = [...text.replaceAll(/```.*?```/gs, "").matchAll(/`([^`\s]+)`/g)];
  return spans
    .map(([, span = ""]) => span.replace(/\/$/, ""))
    .filter((span) => /^[\w.@/-]+$/.test(span) && !span.startsWith("/") && !span.startsWith("."))
    .filter(
      (span) =>
        rooms.includes(span.split("/")[0] ?? "") || (isSource.test(span) && /[a-z]/.test(span)),
    );
}

/** Files that the program, a build or set-up writes. */
const isMade =
  /^(out|dist|reports|release|test-results|node_modules)\/|^native\/(build|prebuilds)|^(plug-test|unfinished-inspections)\.json$/;

describe.each(documents)("%s", (document) => {
  it("names in backquotes only paths that exist or that a build or the program creates", () => {
    const named = pathsIn(read(document)).filter((name) => !isMade.test(name));
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it("links only to existing files", () => {
    const links = [...read(document).matchAll(/\]\((?!https?:|#|mailto:)([^)\s#]+)/g)];
    const targets = links.map(([, target = ""]) => path.join(root, path.dirname(document), target));
    expect(targets.filter((target) => !existsSync(target))).toEqual([]);
  });
});

it("ARCHITECTURE.md has at most 900 words", () => {
  expect(read("ARCHITECTURE.md").trim().split(/\s+/).length).toBeLessThanOrEqual(900);
});

it.each([...shortNames.keys()])(
  "README.md contains in backquotes %s, a test's name on the command line",
  (name) => {
    expect(read("README.md")).toContain(`\`${name}\``);
  },
);
