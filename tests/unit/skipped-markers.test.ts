import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const folder = path.resolve(__dirname, "..");

/**
 * Titles of tests whose body only says that other tests are skipped, but that use `runIf` or
 * `skipIf`: where the other tests run, vitest counts such a test as skipped, and the summary warns
 * of it.
 */
function markersThatStay(source: string): string[] {
  const whole = /\bit\s*\.(?:runIf|skipIf)\([^)]*\)\(\s*(["'`])(.*?)\1,[^=]*=>\s*\{\s*skipped\(/gs;
  return [...source.matchAll(whole)].map(([, , title = ""]) => title);
}

it("no test file contains a runIf or skipIf test whose only purpose is to report skipped tests", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".test.ts"),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    markersThatStay(readFileSync(path.join(folder, file), "utf8")).map((title) => [file, title]),
  );
  expect(found).toEqual([]);
});

it("markersThatStay() finds a runIf test that only reports skipped tests", () => {
  const source = 'it.runIf(!hasTools)("the tools are absent", () => {\n  skipped("no tools");\n});';
  expect(markersThatStay(source)).toEqual(["the tools are absent"]);
  expect(
    markersThatStay('it("the tools are present", (c) => {\n  c.skip(skipped("y"));\n});'),
  ).toEqual([]);
});
