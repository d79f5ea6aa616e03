import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import manifest from "../../../package.json";
import { nodeProblem } from "../../../scripts/setup/node-version.mjs";
import { shippedNode, shippedNodeSeries } from "../../../scripts/setup/shipped-node.mjs";

describe("nodeProblem()", () => {
  it.each(["20.19.0", "v20.20.2", "22.12.0", "22.20.0", "23.0.0", "24.1.0", "100.0.0"])(
    "accepts Node.js %s",
    (version) => {
      expect(nodeProblem(version)).toBeNull();
    },
  );

  it.each(["12.22.12", "18.20.8", "19.99.0", "20.18.3", "21.7.3", "22.11.0", "nonsense"])(
    "rejects Node.js %s and names the required versions and the remedy",
    (version) => {
      const problem = nodeProblem(version);
      expect(problem).toContain(version);
      expect(problem).toContain("20.19");
      expect(problem).toContain("22.12");
      expect(problem).toContain("To mend it: ");
    },
  );
});

describe("the shipped Node.js", () => {
  it("has the major version of the Node.js in the declared Electron", () => {
    // From https://releases.electronjs.org; check it again with the next Electron.
    expect(manifest.devDependencies.electron).toMatch(/^\^45\./);
    expect(shippedNodeSeries).toBe(24);
    expect(shippedNode).toContain(`node-${shippedNodeSeries}.`);
  });
});

describe("the script behind the npm commands", () => {
  const source = (file: string) =>
    readFileSync(new URL(`../../../scripts/${file}`, import.meta.url), "utf8");

  it("checks the version of Node.js before it loads any other module", () => {
    const statically = [...source("run.mjs").matchAll(/^import .* from "(.*)";$/gm)];
    expect(statically.map((match) => match[1])).toEqual(["./setup/node-version.mjs"]);
  });

  it.each(["run.mjs", "setup/node-version.mjs"])(
    "contains in %s neither ?. nor ?? nor a top-level await, which Node.js before version 14 cannot parse",
    (file) => {
      expect(source(file)).not.toMatch(/\?\.|\?\?|^\s*await |^const .*= await /m);
    },
  );
});
