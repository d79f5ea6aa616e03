import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { build, buildProblem, run } from "../helpers/cpp-programs";
import { folderOfAll, makeTestDirectory } from "../helpers/folders";
import { namedVariants } from "../helpers/native-commits";
import { nativeDirectory } from "../helpers/native-engine";
import { skipFor } from "../helpers/skipped";

/**
 * The object files of the addon without those of its JavaScript interface; null if node-gyp left
 * none.
 */
function objectsOfAddon(): string[] | null {
  const release = join(nativeDirectory, "build", "Release");
  const library = join(release, "databases.a");
  const own = join(release, "obj.target", "driveproof", "src");
  if (!existsSync(library) || !existsSync(own)) {
    return null;
  }
  // Ignores object files whose source is gone, because node-gyp does not remove them.
  const hasSource = (file: string) =>
    existsSync(join(nativeDirectory, "src", file.replace(/\.o$/, ".cpp")));
  const objects = ["databases", "engine", "platform"]
    .flatMap((room) => readdirSync(join(own, room)).map((file) => `${room}/${file}`))
    .filter((file) => file.endsWith(".o") && hasSource(file))
    .map((file) => join(own, file));
  return [...objects, library];
}

/**
 * Reads the database of a program that was killed in the middle of durable commits. The program is
 * linked with the addon's own object files.
 */
describe("after SIGKILL, a reopened database", () => {
  const folder = folderOfAll();
  let problem: string | null;
  let witness: string;

  beforeAll(async () => {
    const objects = objectsOfAddon();
    problem = objects
      ? await buildProblem(folder(), ["-std=c++20"])
      : "this addon lies without the objects it was linked from";
    if (objects && !problem) {
      witness = await build(folder(), { name: "commit-witness", linkedObjects: objects });
    }
  });

  /** Kills the program after at least `commits` commits; returns the last confirmed number. */
  async function confirmedBeforeKill(variant: string, database: string, commits: number) {
    const child = spawn(witness, ["write", variant, database], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    let complained = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      complained += text;
    });
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (said.split("\n").length > commits) {
        child.kill("SIGKILL");
      }
    });
    const [, signal] = await once(child, "close");
    expect([signal, complained]).toEqual(["SIGKILL", ""]);
    // Each line was one write, so the last line that ends with a line break is whole.
    return Number(said.split("\n").at(-2));
  }

  it.for(namedVariants)(
    "holds every confirmed commit and at most one more, which is whole: %s",
    async ([variant], context) => {
      skipFor(context.skip, problem);
      const directory = realpathSync(makeTestDirectory());
      try {
        for (const commits of [1, 7, 60]) {
          const database = join(directory, String(commits));
          mkdirSync(database);
          const confirmed = await confirmedBeforeKill(variant, database, commits);
          expect(confirmed).toBeGreaterThanOrEqual(commits);
          const { stdout, stderr } = await run(witness, ["count", variant, database]);
          expect(stderr).toBe("");
          const [genuine, all] = stdout.trim().split(" of ").map(Number);
          expect(genuine).toBe(all);
          expect(genuine).toBeGreaterThanOrEqual(confirmed * 10);
          // The commit during which the program was killed may be there, but only as a whole.
          expect([confirmed * 10, (confirmed + 1) * 10]).toContain(genuine);
        }
      } finally {
        rmSync(directory, { recursive: true, force: true });
      }
    },
  );
});
