import { existsSync, readdirSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { FuseV1Options, getCurrentFuseWire } from "@electron/fuses";
import { describe, expect, it } from "vitest";
import { ownBytes, ownBytesLimit } from "../../scripts/package/size.mjs";
import { foldersNamedIn, parseBinary } from "../../scripts/prebuild/checks.mjs";
import { prebuildFile } from "../../scripts/prebuild/prebuild.mjs";
import { ownTarget } from "../../scripts/prebuild/targets.mjs";
import { bytesUnder } from "../../scripts/setup/directory-size.mjs";
import { appFolder, executable, readAsar, resources, root } from "./packaged-app";

const archive = readAsar(path.join(resources, "app.asar"));
const licences = path.join(resources, "licences");
const addon = path.join(resources, "app.asar.unpacked", "native", "driveproof.node");

/** Patterns of all files that the installed program may have. */
const expected = [
  /^package\.json$/,
  /^native\/driveproof\.node$/,
  /^out\/main\/[\w-]+\.cjs$/,
  /^out\/preload\/index\.cjs$/,
  /^out\/renderer\/(index|report)\.html$/,
  /^out\/renderer\/assets\/[\w.-]+\.(js|css)$/,
  /^out\/renderer\/assets\/inter-[\w-]+\.woff2$/,
];

describe("app.asar", () => {
  it("contains the program and no other file", () => {
    const names = archive.map(({ path: name }) => name);
    const strange = names.filter((name) => !expected.some((pattern) => pattern.test(name)));
    expect(strange).toEqual([]);
    for (const pattern of expected) {
      expect(
        names.some((name) => pattern.test(name)),
        String(pattern),
      ).toBe(true);
    }
    expect(names).not.toContain("out/main/inspect-cli.cjs");
  });

  it("contains the witness and the page that it serves", () => {
    const host = archive.find(({ path: name }) => name === "out/main/witness-host.cjs");
    const text = String(host?.content);
    expect(text).toMatch(/<!doctype html>/i);
    expect(text).toMatch(/new EventSource\(/);
  });

  it("names neither the folder of the project nor the home folder on this computer", () => {
    const found = archive.flatMap(({ path: name, content }) =>
      foldersNamedIn(content ?? Buffer.alloc(0), [root, os.homedir() + path.sep]).map(
        (folder) => `${name}: ${folder}`,
      ),
    );
    expect(found).toEqual([]);
  });

  it("has a manifest without scripts and without development packages", () => {
    const entry = archive.find(({ path: name }) => name === "package.json");
    const manifest = JSON.parse(String(entry?.content)) as Record<string, unknown>;
    const own = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
    expect(manifest.version).toBe(own.version);
    expect(manifest.main).toBe("out/main/index.cjs");
    expect(manifest).not.toHaveProperty("scripts");
    expect(manifest).not.toHaveProperty("devDependencies");
  });

  it("contains all packaged files except the addon, which lies beside it and is the prebuild for this system", () => {
    expect(archive.filter(({ unpacked }) => unpacked).map(({ path: name }) => name)).toEqual([
      "native/driveproof.node",
    ]);
    const target = ownTarget();
    if (!target) {
      throw new Error("no prebuild for this system");
    }
    const bytes = readFileSync(addon);
    expect(parseBinary(bytes)).toMatchObject({ problems: [] });
    if (process.platform !== "darwin") {
      // On macOS the addon is not the prebuild itself: those of two processors are joined and
      // signed.
      expect(bytes.equals(readFileSync(prebuildFile(target)))).toBe(true);
    }
  });
});

describe("the resources folder", () => {
  it("contains the archive, the addon and the licences beside Electron's files", () => {
    const ours = readdirSync(resources).filter((name) => !/\.(pak|lproj|icns)$/.test(name));
    expect(ours.sort()).toEqual(["app.asar", "app.asar.unpacked", "licences"]);
  });

  it("contains less than 15 MB of files that do not come with Electron", () => {
    const { code, addon: engine, own } = ownBytes(resources);
    const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
    console.log(
      `packaged app ${megabytes(bytesUnder(appFolder))}, our part ${megabytes(own)} ` +
        `(code ${megabytes(code)}, engine ${megabytes(engine)})`,
    );
    expect(code).toBeGreaterThan(100_000);
    expect(engine).toBeGreaterThan(100_000);
    expect(own).toBeLessThan(ownBytesLimit);
  });

  it("contains the licences of DriveProof and its libraries, and Electron's licences lie in the package", () => {
    expect(readFileSync(path.join(licences, "DriveProof.txt"), "utf8")).toContain("MIT License");
    const others = readFileSync(path.join(licences, "third-party.txt"), "utf8");
    for (const name of ["react", "recharts", "react-aria-components", "zod"]) {
      expect(others).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, "m"));
    }
    expect(others).toMatch(/^node-addon-api \d/m);
    expect(others).toMatch(/^SQLite 3\.\d+\.\d+ \(public domain\)/m);
    expect(others).toMatch(/^libmdbx 0\.\d+\.\d+ \(Apache-2\.0\)/m);
    // NOTICE and COPYRIGHT of libmdbx, which its licence asks to be kept.
    expect(others).toContain("Leonid Yuriev");
    expect(others).toMatch(/^libc\+\+/m);
    expect(others).toContain("Permission is hereby granted, free of charge");
    expect(others).toContain("Apache License");
    const electrons = process.platform === "darwin" ? resources : path.dirname(executable);
    expect(existsSync(path.join(electrons, "LICENSE.electron.txt"))).toBe(true);
    expect(existsSync(path.join(electrons, "LICENSES.chromium.html"))).toBe(true);
  });
});

describe("the Electron fuses of the packaged program", () => {
  it("forbid the Node.js mode, Node.js options and code outside the archive, and encrypt cookies", async () => {
    const app = process.platform === "darwin" ? path.join(appFolder, "DriveProof.app") : executable;
    const wire = await getCurrentFuseWire(app);
    // In the executable a fuse is a digit: 0 is off, 1 is on.
    const stateOf = (fuse: FuseV1Options) => String.fromCharCode(Number(wire[fuse]));
    expect(stateOf(FuseV1Options.RunAsNode)).toBe("0");
    expect(stateOf(FuseV1Options.EnableCookieEncryption)).toBe("1");
    expect(stateOf(FuseV1Options.EnableNodeOptionsEnvironmentVariable)).toBe("0");
    expect(stateOf(FuseV1Options.EnableNodeCliInspectArguments)).toBe("0");
    expect(stateOf(FuseV1Options.EnableEmbeddedAsarIntegrityValidation)).toBe("1");
    expect(stateOf(FuseV1Options.OnlyLoadAppFromAsar)).toBe("1");
    if (wire[FuseV1Options.GrantFileProtocolExtraPrivileges] !== undefined) {
      // The fallback Electron is older than this fuse.
      expect(stateOf(FuseV1Options.GrantFileProtocolExtraPrivileges)).toBe("0");
    }
  });
});
