import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { skipped } from "./native-engine";

/** Attacks by another user of the computer on folders to which this user may write. */

export const neighbour = 65_534;

/** Why this machine cannot run programs as a second user; `null` if it can. */
export const noNeighbour =
  process.getuid?.() !== 0
    ? skipped("a second user needs root")
    : existsSync("/usr/bin/perl")
      ? null
      : skipped("perl is not installed");

/**
 * Lets the second user swap the entries `name` and `decoy` of the folder as fast as possible until
 * the test ends; then both have their first names again.
 */
export function swapping(
  folder: string,
  name: string,
  decoy: string,
  uid = neighbour,
): { readonly begun: Promise<void>; readonly swaps: Promise<number>; readonly end: () => void } {
  const program = `
    my ($name, $decoy) = @ARGV; my $end = 0; my $count = 0;
    $SIG{TERM} = sub { $end = 1 }; $| = 1; print "begun\\n";
    until ($end) {
      rename($name, "aside") or next; rename($decoy, $name); $count++;
      rename($name, $decoy); rename("aside", $name);
    }
    print "$count\\n";`;
  const child: ChildProcess = spawn("/usr/bin/perl", ["-e", program, name, decoy], {
    cwd: folder,
    uid,
    gid: uid,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout?.on("data", (text: Buffer) => {
    output += text.toString();
  });
  return {
    begun: new Promise((resolve) => child.stdout?.once("data", () => resolve())),
    swaps: new Promise((resolve) => {
      child.on("close", () => resolve(Number(output.split("\n")[1])));
    }),
    end: () => child.kill("SIGTERM"),
  };
}

const setting = "/proc/sys/fs/protected_symlinks";

/**
 * Runs `body` with this value of Linux's setting protected_symlinks, then restores the old value.
 */
export async function withProtectedSymlinks(value: number, body: () => Promise<void>) {
  const before = readFileSync(setting, "utf8");
  writeFileSync(setting, String(value));
  try {
    await body();
  } finally {
    writeFileSync(setting, before);
  }
}

/** Why this machine cannot set protected_symlinks to the value; `null` if it can. */
export function noProtectedSymlinks(value: number): string | null {
  try {
    const before = readFileSync(setting, "utf8");
    writeFileSync(setting, String(value));
    writeFileSync(setting, before);
    return null;
  } catch {
    return skipped(`fs.protected_symlinks cannot be set to ${value} here`);
  }
}
