import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { findProgram } from "../../scripts/setup/run-program.mjs";

/**
 * The Go module of actionlint's own project. The packages in other registries are not its own and
 * download the binary from elsewhere.
 */
const actionlintModule = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12";

/**
 * Finds the installed actionlint, or builds it once with an installed Go. Go checks the module's
 * content against its public checksum database.
 * @returns its path, or why there is none
 */
export function actionlint(root: string): { program: string } | { problem: string } {
  const installed = findProgram("actionlint");
  if (installed) {
    return { program: installed };
  }
  const folder = path.join(root, ".runtime", "actionlint");
  const program = path.join(folder, process.platform === "win32" ? "actionlint.exe" : "actionlint");
  if (existsSync(program)) {
    return { program };
  }
  const go = findProgram("go");
  if (!go) {
    return { problem: "neither actionlint nor Go, to build it with, is installed" };
  }
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync(go, ["install", actionlintModule], {
      env: { ...process.env, GOBIN: folder },
      stdio: "pipe",
      timeout: 240_000,
    });
    return { program };
  } catch (error) {
    const { message } = error as Error;
    return {
      problem: `actionlint could not be built: ${message.split("\n").slice(0, 3).join(" ")}`,
    };
  }
}
