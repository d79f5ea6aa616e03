import { describe, expect, it } from "vitest";
import { bundledPackages, licenceText, packagesIn } from "../../../../scripts/package/licences.mjs";

describe("packagesIn()", () => {
  it("finds the packages that a source imports, also by a path into the package", () => {
    const source = `
import { z } from "zod";
import {
  Button,
  type ButtonProps,
} from "react-aria-components";
import "normalize.css";
export { thing } from "@scope/package/part";
import { createRoot } from "react-dom/client";
const library = () => import("read-late");
`;
    expect(packagesIn(source)).toEqual([
      ...[
        "zod",
        "react-aria-components",
        "normalize.css",
        "@scope/package",
        "react-dom",
        "read-late",
      ],
    ]);
  });

  it("finds the package of a font that a style sheet refers to by path", () => {
    const sheet = `src: url("../../../node_modules/@fonts/inter/files/inter.woff2") format("woff2");`;
    expect(packagesIn(sheet)).toEqual(["@fonts/inter"]);
  });

  it("omits types, own files and modules of the runtime", () => {
    const source = `
import type { Report } from "some-types";
import path from "node:path";
import { app } from "electron";
import { x } from "./own";
import { tell } from "#text/tell";
const text = 'import "not-code"';
`;
    expect(packagesIn(source)).toEqual([]);
  });
});

describe("bundledPackages()", () => {
  const packages = bundledPackages();
  const names = packages.map(({ name }) => name);

  it("lists the app's packages and their dependencies", () => {
    for (const name of [
      "react",
      "scheduler",
      "recharts",
      "d3-scale",
      "zod",
      "@fontsource-variable/inter",
    ]) {
      expect(names).toContain(name);
    }
  });

  it("omits development tools", () => {
    for (const name of ["vite", "vitest", "electron", "typescript", "electron-builder"]) {
      expect(names).not.toContain(name);
    }
  });

  it("returns version, licence and licence text of each package", () => {
    for (const { name, version, licence, text } of packages) {
      expect(version, name).toMatch(/^\d+\.\d+/);
      expect(licence, name).not.toBe("see text");
      expect(text.length, name).toBeGreaterThan(15);
    }
  });

  it("returns only packages whose licence allows closed distribution", () => {
    const allowed =
      /^(MIT|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause|OFL-1\.1)( AND (MIT|ISC|BSD-3-Clause))*$/;
    expect(packages.filter(({ licence }) => !allowed.test(licence))).toEqual([]);
  });
});

describe("licenceText()", () => {
  const part = (name: string, text: string) => ({ name, version: "1.0.0", licence: "MIT", text });

  it("prints a shared text once, under the names of all packages that share it", () => {
    const text = licenceText([
      part("a", "One text"),
      part("b", "Other text"),
      part("c", "One text"),
    ]);
    expect(text.match(/One text/g)).toHaveLength(1);
    expect(text).toContain("a 1.0.0 (MIT)\nc 1.0.0 (MIT)\n");
    expect(text).toContain("b 1.0.0 (MIT)\n");
  });
});
