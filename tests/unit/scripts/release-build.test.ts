import type { UserConfig } from "electron-vite";
import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function targets(build: string) {
  vi.resetModules();
  vi.stubEnv("DRIVEPROOF_BUILD", build);
  const config = (await import("../../../electron.vite.config")).default as UserConfig;
  return [config.main, config.preload, config.renderer].map((part) => part?.build?.target);
}

it("an ordinary build is made for the fallback Electron, and a release for the declared Electron", async () => {
  expect(await targets("")).toEqual(["node16", "node16", "chrome108"]);
  // Without targets electron-vite uses those of the installed Electron.
  expect(await targets("release")).toEqual([undefined, undefined, undefined]);
});
