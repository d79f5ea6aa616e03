import { spawnSync } from "node:child_process";
import { withCompiledParts } from "../package/sbom.mjs";
import { npm } from "../setup/packages.mjs";
import { projectRoot } from "../setup/paths.mjs";

/**
 * `npm run --silent sbom`: the parts of the program as CycloneDX, on standard output: the packages
 * as npm lists them, and the libraries compiled into the engine.
 * @returns {Promise<number>}
 */
export async function main() {
  const { command, args } = npm();
  const options = ["--sbom-format", "cyclonedx", "--sbom-type", "application"];
  const listed = spawnSync(command, [...args, "sbom", ...options, "--package-lock-only"], {
    cwd: projectRoot,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (listed.status !== 0) {
    process.stderr.write(listed.error?.message ?? listed.stderr);
    return 1;
  }
  process.stdout.write(
    `${JSON.stringify(withCompiledParts(JSON.parse(listed.stdout)), null, 2)}\n`,
  );
  return 0;
}
