import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { FlushModeResult } from "#contract/mode-result";
import { inspect, reportOf } from "../../helpers/inspect-process";
import { skipped } from "../../helpers/native-engine";
import { diskOf, hasWriteBackCache } from "../../helpers/native-volumes";

/**
 * Flushes per save in the round with the fewest, and in all rounds: other programs flush the disk,
 * too.
 */
function flushesPerSave(modes: readonly FlushModeResult[], name: string) {
  const found = modes.find(({ mode }) => mode === name);
  const rounds = (found?.rounds ?? []).map(({ deviceFlushes, operations }) =>
    deviceFlushes === null ? Number.NaN : deviceFlushes / operations,
  );
  return { least: Math.min(...rounds), all: found?.deviceFlushesPerSync };
}

describe("the kernel's count of flushes on the disk of this computer", () => {
  it("grows by about one per save with a flush and by less than 0.05 per other save", async (context) => {
    const disk = process.platform === "linux" ? diskOf(os.tmpdir()) : null;
    if (disk === null || !hasWriteBackCache(disk)) {
      context.skip(
        skipped("flush counting needs a disk with a write-back cache under the temporary folder"),
      );
      return;
    }
    const folder = mkdtempSync(path.join(os.tmpdir(), "driveproof-cli-"));
    try {
      const what = [
        "--tests",
        "flush",
        "--no-append",
        "--modes",
        "none,fdatasync,o_dsync,o_direct",
      ];
      const end = await inspect(["--profile", "smoke", ...what, "--json", "-", "--path", folder]);
      const modes = reportOf(end).flushModes;
      expect(modes.map(({ status }) => status)).toEqual(modes.map(() => "measured"));
      for (const mode of ["fdatasync", "o_dsync"]) {
        const { least, all } = flushesPerSave(modes, mode);
        expect(all).toBeGreaterThan(0.9);
        expect(least).toBeLessThan(1.2);
      }
      expect(flushesPerSave(modes, "none").least).toBeLessThan(0.01);
      expect(flushesPerSave(modes, "o_direct").least).toBeLessThan(0.05);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
