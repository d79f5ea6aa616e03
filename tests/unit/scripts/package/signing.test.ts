import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { signedConfiguration } from "../../../../scripts/package/signing.mjs";
import { launcherFile } from "../../../../scripts/prebuild/prebuild.mjs";
import { targets } from "../../../../scripts/prebuild/targets.mjs";
import { macosProblem } from "../../../../scripts/setup/macos-age.mjs";

const text = readFileSync(path.resolve(__dirname, "../../../../electron-builder.yml"), "utf8");

/** The value of a key in the block of a system, such as "win", or at the top level. */
function said(file: string, key: string, block = ""): string | null {
  const [, , within = ""] = new RegExp(`^(${block}:\n)((?: .*\n|\n)+)`, "m").exec(file) ?? [];
  const found = new RegExp(`^ *${key}: *(.+)$`, "m").exec(block === "" ? file : within);
  return found?.[1] ?? null;
}

const configured = (situation: Parameters<typeof signedConfiguration>[1]) =>
  signedConfiguration(text, situation);

const apple = {
  CSC_LINK: "file.p12",
  CSC_KEY_PASSWORD: "a",
  APPLE_ID: "b",
  APPLE_APP_SPECIFIC_PASSWORD: "c",
  APPLE_TEAM_ID: "d",
};

describe("a release", () => {
  it.each(["darwin", "win32"] as const)(
    "sets forceCodeSigning on %s, with which electron-builder fails if anything remains unsigned",
    (os) => {
      const file = configured({ os, environment: apple, isRelease: true });
      expect(file).toMatch(/^forceCodeSigning: true$/m);
      expect(said(file, "hardenedRuntime", "mac")).toBe("true");
      expect(said(file, "identity", "mac")).toBeNull();
    },
  );

  it("also signs the engine and the launcher for Windows, which lie beside the program", () => {
    const file = configured({ os: "win32", environment: {}, isRelease: true });
    // electron-builder signs every file whose name ends with one of these.
    expect(said(file, "signExts", "win")).toBe("[.node, .com]");
  });

  it("contains the launcher for Windows terminals beside the program", () => {
    const x64 = targets.find(({ name }) => name === "win32-x64") as (typeof targets)[number];
    const root = path.resolve(__dirname, "../../../..");
    const extra = /extraFiles:\n +- from: (\S+)\n +to: DriveProof\.com\n/.exec(text)?.[1] ?? "";
    expect(path.join(root, extra.replace(/\$\{arch\}/, "x64"))).toBe(launcherFile(x64));
  });
});

it.each([
  ["NSRemovableVolumesUsageDescription", "the drive you choose"],
  ["NSNetworkVolumesUsageDescription", "the folder you choose"],
  ["NSDocumentsFolderUsageDescription", "the folder you choose"],
  ["NSDesktopFolderUsageDescription", "the folder you choose"],
  ["NSDownloadsFolderUsageDescription", "the folder you choose"],
  ["NSLocalNetworkUsageDescription", "In a plug test your phone"],
])(
  "the app's configuration contains the reason that macOS shows in its privacy question: %s",
  (key, reason) => {
    expect(said(text, key, "mac")).toContain(reason);
  },
);

describe("a trial build", () => {
  it("has an ad hoc signature and no hardened runtime on macOS", () => {
    const file = configured({ os: "darwin", environment: {}, isRelease: false });
    expect(said(file, "identity", "mac")).toBe('"-"');
    // The hardened runtime would refuse to load the engine's addon.
    expect(said(file, "hardenedRuntime", "mac")).toBe("false");
    expect(file).not.toContain("forceCodeSigning");
  });

  it("has an unchanged configuration on macOS if the environment names a certificate to sign with", () => {
    for (const environment of [{ CSC_LINK: "file.p12" }, { CSC_NAME: "Ann" }]) {
      expect(configured({ os: "darwin", environment, isRelease: false })).toBe(text);
    }
  });

  it("has an unchanged configuration on Windows and Linux", () => {
    for (const os of ["win32", "linux"] as const) {
      expect(signedConfiguration(text, { os, environment: {}, isRelease: false })).toBe(text);
    }
  });
});

describe("the oldest supported macOS", () => {
  it("is the oldest macOS that the declared Electron supports", () => {
    const { devDependencies } = JSON.parse(
      readFileSync(path.resolve(__dirname, "../../../../package.json"), "utf8"),
    ) as { devDependencies: Record<string, string> };
    // From https://www.electronjs.org/docs/latest/breaking-changes; check it again with the next
    // Electron.
    expect(devDependencies.electron).toMatch(/^\^45\./);
    expect(said(text, "minimumSystemVersion", "mac")).toBe('"13.0"');
    // The message of set-up names the same version of macOS.
    const older = macosProblem("45.0.0", { platform: "darwin", release: "21.6.0" });
    expect(older?.message).toContain("needs macOS 13 or later");
  });
});
