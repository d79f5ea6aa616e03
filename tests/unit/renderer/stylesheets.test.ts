import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

/**
 * Every stylesheet applies to the whole page, so two folders that style the same class change each
 * other's elements: the live view's strip once got the height and the colours of the verdict's
 * strip.
 */

const source = path.resolve(__dirname, "../../../renderer/src");

/** Stylesheets of the paper change the size of the window's parts on purpose. */
const overridesOthers = "report/";

/**
 * The classes for which a stylesheet has a rule with that class alone, outside of media queries.
 */
function classesIn(css: string): string[] {
  const withoutQueries = css
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/@[^{};]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, "");
  return [...withoutQueries.matchAll(/([^{}]+)\{/g)]
    .flatMap(([, selectors = ""]) => selectors.split(","))
    .flatMap((selector) => /^\s*\.([\w-]+)\s*$/.exec(selector)?.[1] ?? []);
}

function homes(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const files = readdirSync(source, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".css") && !file.startsWith(overridesOthers));
  for (const file of files) {
    for (const name of classesIn(readFileSync(path.join(source, file), "utf8"))) {
      found.set(name, (found.get(name) ?? new Set()).add(file));
    }
  }
  return found;
}

it("classesIn() returns each class that a rule selects without a further condition, also in a list of selectors", () => {
  const css = ".a { } /* .no { } */ .b,\n.c { } @media print { .no { } } .e .no { } .no:hover { }";
  expect(classesIn(css)).toEqual(["a", "b", "c"]);
});

it("no class has a rule in two stylesheets of the window", () => {
  const found = homes();
  expect(found.size).toBeGreaterThan(200);
  const shared = [...found].filter(([, files]) => files.size > 1);
  expect(shared.map(([name, files]) => `.${name}: ${[...files].join(", ")}`)).toEqual([]);
});
