import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { actionlint } from "../helpers/actionlint";

const root = path.resolve(__dirname, "../..");
const folder = path.join(root, ".github", "workflows");
const files = readdirSync(folder).map((name) => path.join(folder, name));
const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

describe("the GitHub workflows", () => {
  it("pass actionlint, which reports an error in a faulty workflow", (context) => {
    const found = actionlint(root);
    if ("problem" in found) {
      console.warn(`SKIPPED: ${found.problem}`);
      context.skip(found.problem);
      return;
    }
    const lint = (...names: string[]) => spawnSync(found.program, names, { encoding: "utf8" });
    const { stdout, status } = lint(...files);
    expect([stdout, status]).toEqual(["", 0]);

    const broken = mkdtempSync(path.join(os.tmpdir(), "driveproof-workflow-"));
    try {
      const file = path.join(broken, "broken.yml");
      const [first = ""] = files;
      writeFileSync(file, readFileSync(first, "utf8").replaceAll("runs-on:", "run-on:"));
      expect(lint(file).status).toBe(1);
    } finally {
      rmSync(broken, { recursive: true, force: true });
    }
  }, 300_000);

  it("run only npm scripts that package.json defines, and neither npx nor a file of scripts by itself", () => {
    const commands = files.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/\bnpm (?:run (?:--silent )?)?([\w:-]+)/g)].map(
        (match) => match[1] ?? "",
      ),
    );
    expect(commands.length).toBeGreaterThan(5);
    for (const command of commands.filter((name) => name !== "run")) {
      expect(Object.keys(scripts)).toContain(command);
    }
    for (const file of files) {
      expect(readFileSync(file, "utf8")).not.toMatch(/\bnpx\b|node scripts|electron-builder --/);
    }
  });

  it("pin actions to a commit and name the version", () => {
    const actions = files.flatMap((file) => readFileSync(file, "utf8").match(/uses:.*$/gm) ?? []);
    expect(actions.length).toBeGreaterThan(5);
    expect(actions.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  });

  it("run, like .ci/run, neither npm install nor npm add nor npm update, which may change locked versions", () => {
    for (const file of [...files, path.join(root, ".ci", "run")]) {
      expect(readFileSync(file, "utf8")).not.toMatch(/\bnpm (?:i|install|add|update)\b/);
    }
  });

  it("give no write permission, except one in the release workflow", () => {
    for (const file of files) {
      const text = readFileSync(file, "utf8");
      expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
      const writing = text.match(/: write$/gm) ?? [];
      expect(writing).toHaveLength(path.basename(file) === "release.yml" ? 1 : 0);
    }
  });
});
