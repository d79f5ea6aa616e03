import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { inspect, reportOf } from "../../helpers/inspect-process";
import { skipped } from "../../helpers/native-engine";
import { diskOf, hasWriteBackCache } from "../../helpers/native-volumes";

describe("what the kernel has counted on the disk of this computer", () => {
  it("is about one flush command for each save that asks for one", async (context) => {
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
      const flushes = Object.fromEntries(
        reportOf(end).flushModes.map(({ mode, deviceFlushesPerSync }) => [
          mode,
          deviceFlushesPerSync,
        ]),
      );
      expect(flushes.fdatasync).toBeGreaterThan(0.9);
      expect(flushes.fdatasync).toBeLessThan(1.2);
      expect(flushes.o_dsync).toBeGreaterThan(0.9);
      expect(flushes.o_dsync).toBeLessThan(1.2);
      expect(flushes.none).toBeLessThan(0.01);
      expect(flushes.o_direct).toBeLessThan(0.05);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
