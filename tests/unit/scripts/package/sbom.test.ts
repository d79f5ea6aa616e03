import { expect, it } from "vitest";
import { withCompiledParts } from "../../../../scripts/package/sbom.mjs";

it("withCompiledParts() adds the compiled-in sources with version, origin and licence", () => {
  const { components } = withCompiledParts({ components: [{ name: "react" }] });
  expect(components).toEqual([
    { name: "react" },
    expect.objectContaining({
      name: "SQLite",
      version: expect.stringMatching(/^3\.\d+\.\d+$/),
      purl: expect.stringMatching(/^pkg:npm\/better-sqlite3@\d/),
      licenses: [{ license: { name: "public domain" } }],
    }),
    expect.objectContaining({
      name: "libmdbx",
      version: expect.stringMatching(/^0\.\d+\.\d+$/),
      purl: expect.stringMatching(/^pkg:pypi\/clibmdbx@\d/),
      licenses: [{ license: { id: "Apache-2.0" } }],
    }),
    expect.objectContaining({ name: expect.stringMatching(/^zig/) }),
  ]);
});
