import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { exceptions, reasonAgainst } from "../../windows/exceptions.mjs";

const tests = path.resolve(__dirname, "../..");
const sources = ["native", "windows"].flatMap((folder) =>
  readdirSync(path.join(tests, folder))
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => readFileSync(path.join(tests, folder, name), "utf8")),
);
/** The tests' names in the sources, without the parts that a table fills in. */
const names = sources.flatMap((source) =>
  [...source.matchAll(/\bit(?:\.\w+)*\b[^"`]*?["`]([^"`]+)["`]/g)].map((match) => match[1] ?? ""),
);

describe("the stand-in for vitest on Windows", () => {
  it("exports everything that the tests import from vitest", () => {
    const standIn = readFileSync(
      path.resolve(tests, "../scripts/windows-engine/mini-vitest.mjs"),
      "utf8",
    );
    const taken = sources.flatMap((source) =>
      [...source.matchAll(/^import \{([^}]*)\} from "vitest";/gm)].flatMap(([, list = ""]) =>
        list.split(",").map((name) => name.trim()),
      ),
    );
    for (const name of new Set(taken.filter((one) => one !== "" && !one.startsWith("type ")))) {
      expect(standIn).toMatch(new RegExp(`^(export const ${name}\\b|  ${name},$)`, "m"));
    }
  });
});

describe("the native tests that are skipped on Windows", () => {
  it("all exist", () => {
    // An exception for a test that no longer exists could apply to a later test of the same name.
    const text = sources.join("\n");
    for (const part of exceptions.flatMap(({ tests: parts }) => parts)) {
      // The middle of "does not replace %s of the same name" is in a table, and the engine names
      // the variants of databases.
      const literal = part
        .replace(/^replace (.*) of the same name$/, '"$1"')
        .replace(/^(mdbx),? > $|^: (mdbx)$/, '"$1$2"');
      expect(text).toContain(literal);
    }
  });

  it("are skipped only under Wine if the reason is a limit of Wine, and otherwise on every Windows", () => {
    expect(reasonAgainst("a second inspection at the same time", true)).toContain("Wine 8");
    expect(reasonAgainst("a second inspection at the same time", false)).toBeNull();
    expect(reasonAgainst("mdbx > keeps every record", true)).toContain("libmdbx");
    expect(reasonAgainst("mdbx > keeps every record", false)).toBeNull();
    expect(
      reasonAgainst("in the middle of durable commits with mdbx, > ends", true),
    ).not.toBeNull();
    expect(reasonAgainst("Ctrl-C while measuring gives a partial report", false)).toContain(
      "signal",
    );
  });

  it("are at most ten", () => {
    // Fails if an exception accidentally matches many tests.
    expect(names.length).toBeGreaterThan(100);
    const excepted = names.filter((name) => reasonAgainst(name, true) !== null);
    expect(excepted.length).toBeGreaterThan(0);
    expect(excepted.length).toBeLessThanOrEqual(10);
  });
});
