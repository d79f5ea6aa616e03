import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { projectRoot } from "../setup/paths.mjs";

/**
 * Keeps Windows' answers to the addon, the bytes of each volume and drive. A refusal is an answer,
 * too.
 * @param {string} results
 */
export async function keepAddonsAnswers(results) {
  const addon = path.join(projectRoot, "native", "build", "Release", "driveproof.node");
  const engine = createRequire(import.meta.url)(addon);
  const refused = (/** @type {Error} */ { message }) => ({ refused: message });
  const volumes = [];
  /** @type {Record<string, unknown>} */
  const health = {};
  for (const name of await engine.listVolumes()) {
    const asked = { path: name.path, mountPoint: name.mountPoints[0] ?? null };
    const facts = await engine.readVolume(asked).catch(refused);
    volumes.push({ ...name, facts });
    for (const { number } of facts.disks ?? []) {
      const drive = `\\\\.\\PhysicalDrive${number}`;
      health[drive] ??= await engine.readHealthPages(drive).catch(refused);
    }
  }
  writeFileSync(path.join(results, "windows-volumes.json"), JSON.stringify(volumes, null, 1));
  writeFileSync(path.join(results, "windows-health.json"), JSON.stringify(health, null, 1));
}
