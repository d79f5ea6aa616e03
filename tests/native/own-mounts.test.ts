import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inOwnMounts } from "../../scripts/commands/own-mounts.mjs";
import { folderOfEach, makeTestDirectory } from "../helpers/folders";

const hasNamespaces = spawnSync("unshare", ["--mount", "true"]).status === 0;
const noNamespaces = "a mount namespace needs root on Linux";
const folder = folderOfEach(makeTestDirectory);

const mountsHere = () => readFileSync("/proc/self/mountinfo", "utf8");

function mount(source: string, place: string): void {
  execFileSync("mount", ["-t", "tmpfs", source, place]);
}

function output(...command: string[]): string {
  const [program = "", ...args] = inOwnMounts(command);
  return execFileSync(program, args, { encoding: "utf8" });
}

/**
 * Runs `body` with a folder in a mount below which namespaces share their mounts, as systemd makes
 * `/`.
 */
function inSharedMount(body: (place: string) => void): void {
  mount("outer", folder());
  try {
    execFileSync("mount", ["--make-shared", folder()]);
    const place = join(folder(), "driveproof-tmpfs-place");
    mkdirSync(place);
    body(place);
  } finally {
    execFileSync("umount", ["--recursive", "--lazy", folder()]);
  }
}

describe("inOwnMounts()", () => {
  it("leaves no mount of its program behind", (context) => {
    if (!hasNamespaces) context.skip(noNamespaces);
    inSharedMount((place) => {
      const script = 'mount -t tmpfs inner "$0"; cat /proc/self/mountinfo';
      expect(output("sh", "-c", script, place)).toContain("inner");
      expect(mountsHere()).not.toContain("inner");
    });
  });

  it("makes the mounts of other tests invisible to its program, but leaves them mounted", (context) => {
    if (!hasNamespaces) context.skip(noNamespaces);
    inSharedMount((place) => {
      mount("drive", place);
      expect(output("cat", "/proc/self/mountinfo")).not.toContain(place);
      expect(mountsHere()).toContain(place);
    });
  });

  it("keeps the arguments and the exit code of its program", (context) => {
    if (process.platform === "win32") context.skip("Windows has no mounts of tests, and no sh");
    const [program = "", ...args] = inOwnMounts(["sh", "-c", 'test "$0" = "a b" || exit 3', "a b"]);
    execFileSync(program, args);
    expect(() => output("sh", "-c", "exit 7")).toThrow(expect.objectContaining({ status: 7 }));
  });
});
