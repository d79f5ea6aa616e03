import { describe, expect, it } from "vitest";
import { ownTarget } from "../../../../scripts/prebuild/targets.mjs";

const on = (platform: string, arch: string, glibc = true) =>
  ownTarget({ platform, arch, hasGlibc: () => glibc })?.name ?? null;

describe("ownTarget()", () => {
  it("selects the build target by system and processor", () => {
    expect(on("linux", "x64")).toBe("linux-x64");
    expect(on("darwin", "arm64", false)).toBe("darwin-arm64");
    expect(on("win32", "x64", false)).toBe("win32-x64");
    expect(on("freebsd", "x64")).toBeNull();
    expect(on("linux", "riscv64")).toBeNull();
  });

  it("returns null on a Linux without glibc", () => {
    expect(on("linux", "x64", false)).toBeNull();
  });

  it.runIf(process.platform === "linux")(
    "returns null on this computer exactly if its Node.js does not use glibc",
    () => {
      expect(ownTarget() === null).toBe(!("glibcVersionRuntime" in header()));
    },
  );
});

function header(): object {
  return (process.report.getReport() as { header: object }).header;
}
