import { describe, expect, it } from "vitest";
import { ownTarget } from "../../../../scripts/prebuild/targets.mjs";

const on = (platform: string, arch: string, glibc = true) =>
  ownTarget({ platform, arch, hasGlibc: () => glibc })?.name ?? null;

describe("the target of this machine", () => {
  it("is found by system and processor", () => {
    expect(on("linux", "x64")).toBe("linux-x64");
    expect(on("darwin", "arm64", false)).toBe("darwin-arm64");
    expect(on("win32", "x64", false)).toBe("win32-x64");
    expect(on("freebsd", "x64")).toBeNull();
    expect(on("linux", "riscv64")).toBeNull();
  });

  it("is none on a Linux that could not load an addon for glibc", () => {
    expect(on("linux", "x64", false)).toBeNull();
  });

  it.runIf(process.platform === "linux")("asks this Node for its C library", () => {
    expect(ownTarget() === null).toBe(!("glibcVersionRuntime" in header()));
  });
});

function header(): object {
  return (process.report.getReport() as { header: object }).header;
}
