import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

interface Locked {
  readonly integrity?: string;
  readonly resolved?: string;
}

const root = path.resolve(__dirname, "../../..");
const { packages } = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")) as {
  packages: Record<string, Locked>;
};

describe("package-lock.json", () => {
  const locked = Object.entries(packages).filter(([place]) => place !== "");

  it("pins every package by SHA-512", () => {
    expect(locked.length).toBeGreaterThan(100);
    const open = locked.filter(([, { integrity = "" }]) => !/^sha512-.{86}==$/.test(integrity));
    expect(open.map(([place]) => place)).toEqual([]);
  });

  it("names no registry", () => {
    // Without a registry in the file, npm uses the one that it is configured for on each computer.
    expect(locked.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});
