import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const { target, electron, prebuild } = vi.hoisted(() => ({
  target: { os: "darwin" },
  electron: { fallback: false },
  prebuild: vi.fn(),
}));

vi.mock("../../../../scripts/prebuild/targets.mjs", () => ({
  ownTarget: () => target,
  targets: [target],
}));
vi.mock("../../../../scripts/setup/electron-runtime.mjs", () => ({ findElectron: () => electron }));
// prebuild() is the first call after packaging has accepted a release.
vi.mock("../../../../scripts/prebuild/prebuild.mjs", () => ({ prebuild }));

const project = mkdtempSync(path.join(tmpdir(), "driveproof-package-"));
vi.mock("../../../../scripts/setup/paths.mjs", async (original) => ({
  ...(await original<object>()),
  projectRoot: project,
}));
vi.mock("../../../../scripts/setup/steps.mjs", () => ({ setUp: async () => undefined }));

// Loads the modules again, because tests of other files in this worker have loaded them without the
// mocks.
vi.resetModules();
const { packageApp } = await import("../../../../scripts/package/package-app.mjs");
const { main } = await import("../../../../scripts/commands/package-command.mjs");
afterAll(() => {
  rmSync(project, { recursive: true, force: true });
  vi.resetModules();
});

const secrets = {
  darwin: [
    ...["CSC_LINK", "CSC_KEY_PASSWORD"],
    ...["APPLE_ID", "APPLE_APP_SPECIFIC_PASSWORD", "APPLE_TEAM_ID"],
  ],
  win32: ["WIN_CSC_LINK", "WIN_CSC_KEY_PASSWORD"],
};

beforeEach(() => {
  electron.fallback = false;
  prebuild.mockReset().mockRejectedValue(new Error("accepted"));
  for (const name of Object.values(secrets).flat()) {
    vi.stubEnv(name, ""); // GitHub's value of a secret that is not set
  }
});
afterEach(() => vi.unstubAllEnvs());

function release(os: string, isRelease = true): Promise<unknown> {
  target.os = os;
  return packageApp({ folderOnly: false, isRelease, progress: () => undefined });
}

describe("packageApp()", () => {
  it.each(["darwin", "win32"] as const)(
    "fails for a release on %s without secrets to sign with, before anything is built",
    async (os) => {
      await expect(release(os)).rejects.toMatchObject({
        message: `a release for ${os} is signed, and these variables are not set: ${secrets[os].join(", ")}`,
        remedy: expect.stringContaining("without --release"),
      });
      expect(prebuild).not.toHaveBeenCalled();
    },
  );

  it.each(["darwin", "win32"] as const)(
    "accepts a release on %s if every secret is set, and otherwise names the one that is not",
    async (os) => {
      for (const name of secrets[os]) {
        vi.stubEnv(name, "set");
      }
      await expect(release(os)).rejects.toThrow("accepted");
      for (const name of secrets[os]) {
        vi.stubEnv(name, "");
        await expect(release(os)).rejects.toThrow(new RegExp(`are not set: ${name}$`));
        vi.stubEnv(name, "set");
      }
    },
  );

  it("accepts a trial build without secrets", async () => {
    await expect(release("darwin", false)).rejects.toThrow("accepted");
  });

  it("fails for a release with the fallback Electron", async () => {
    electron.fallback = true;
    await expect(release("linux")).rejects.toThrow("made of the declared Electron");
    expect(prebuild).not.toHaveBeenCalled();
  });
});

describe("npm run package", () => {
  const earlier = path.join(project, "dist", "DriveProof-earlier.dmg");

  beforeEach(() => {
    target.os = "darwin";
    mkdirSync(path.dirname(earlier), { recursive: true });
    writeFileSync(earlier, "an earlier package");
  });

  it("keeps the packages in dist/ if it refuses the release", async () => {
    await expect(main(["--release"])).rejects.toThrow("a release for darwin is signed");
    expect(existsSync(earlier)).toBe(true);
  });

  it("empties dist/ before it makes packages, and keeps the packages in dist/ if only the app's folder is requested", async () => {
    await expect(main(["--dir"])).rejects.toThrow("accepted");
    expect(existsSync(earlier)).toBe(true);
    await expect(main([])).rejects.toThrow("accepted");
    expect(existsSync(earlier)).toBe(false);
  });
});

it("the workflow for tagged versions makes only releases, never trial builds", () => {
  const root = path.resolve(__dirname, "../../../..");
  const workflow = readFileSync(path.join(root, ".github/workflows/release.yml"), "utf8");
  const packaging = workflow.match(/^ +run: .*npm run package.*$/gm) ?? [];
  expect(packaging).toHaveLength(2);
  for (const command of packaging) {
    expect(command).toMatch(/npm run package -- --release$/);
  }
});
