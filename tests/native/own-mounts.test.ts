import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inOwnMounts } from "../../scripts/commands/own-mounts.mjs";
import { withTmpfs } from "../helpers/native-volumes";

const mountsHere = () => readFileSync("/proc/self/mountinfo", "utf8");

function output(...command: string[]): string {
  const [program = "", ...args] = inOwnMounts(command);
  return execFileSync(program, args, { encoding: "utf8" });
}

describe("inOwnMounts()", () => {
  it("leaves no mount of its program behind", async (context) => {
    if (inOwnMounts([]).length === 0) context.skip("a mount namespace needs root on Linux");
    await withTmpfs(1, async (mountPoint) => {
      const script = 'mount -t tmpfs inner "$0"; cat /proc/self/mountinfo';
      expect(output("sh", "-c", script, mountPoint)).toContain("inner");
      expect(mountsHere()).not.toContain("inner");
    });
  });

  it("makes the mounts of other tests invisible to its program", async (context) => {
    if (inOwnMounts([]).length === 0) context.skip("a mount namespace needs root on Linux");
    await withTmpfs(1, async (mountPoint) => {
      expect(mountsHere()).toContain(mountPoint);
      expect(output("cat", "/proc/self/mountinfo")).not.toContain(mountPoint);
      expect(mountsHere()).toContain(mountPoint);
    });
  });

  it("keeps the arguments and the exit code of its program", (context) => {
    if (process.platform === "win32") context.skip("Windows has no mounts of tests, and no sh");
    const [program = "", ...args] = inOwnMounts(["sh", "-c", 'test "$0" = "a b" || exit 3', "a b"]);
    execFileSync(program, args);
    expect(() => output("sh", "-c", "exit 7")).toThrow(expect.objectContaining({ status: 7 }));
  });
});
