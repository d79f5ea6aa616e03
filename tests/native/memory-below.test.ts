import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { barriersAreOff, guaranteeOn, isMemory } from "#analysis/guarantee";
import { VolumeService } from "../../electron/main/volumes/volume-service";
import { loopVolumeProblem, withLoopVolume, withTmpfs } from "../helpers/native-volumes";
import { skipFor } from "../helpers/skipped";

/** Mounts an overlay whose changes are kept in `folder`, and takes it apart again. */
async function withOverlay<Result>(folder: string, body: (mountPoint: string) => Promise<Result>) {
  const [lower = "", upper = "", work = "", mountPoint = ""] = ["lower", "upper", "work", "mount"]
    .map((name) => join(folder, name))
    .map((path) => {
      mkdirSync(path);
      return path;
    });
  const options = `lowerdir=${lower},upperdir=${upper},workdir=${work}`;
  execFileSync("mount", ["-t", "overlay", "-o", options, "overlay", mountPoint]);
  try {
    return await body(mountPoint);
  } finally {
    execFileSync("umount", ["--lazy", mountPoint]);
  }
}

const describeFolder = (folder: string) => new VolumeService().describeFolder(folder);

describe("describeFolder()", () => {
  it("finds memory below an overlay, a loop device, and an overlay on a loop device", async (context) => {
    skipFor(context.skip, loopVolumeProblem("ext4"));
    await withTmpfs(300, async (memory) => {
      await withOverlay(memory, async (mountPoint) => {
        const volume = await describeFolder(mountPoint);
        expect(volume).toMatchObject({ fileSystem: "overlay", drive: { kind: "memory" } });
        expect(guaranteeOn("fdatasync", "linux", volume)).toBe("none");
      });
      await withLoopVolume(
        "ext4",
        128,
        async ({ mountPoint }) => {
          expect(isMemory(await describeFolder(mountPoint))).toBe(true);
          const above = join(mountPoint, "above");
          mkdirSync(above);
          await withOverlay(above, async (overlay) => {
            expect(isMemory(await describeFolder(overlay))).toBe(true);
          });
        },
        { imageFolder: memory },
      );
    });
  });

  it("finds the disk below an overlay, and reports whether the write barriers of its file system are on", async (context) => {
    skipFor(context.skip, loopVolumeProblem("ext4"));
    for (const mountOptions of ["barrier", "nobarrier"] as const) {
      await withLoopVolume(
        "ext4",
        64,
        ({ mountPoint }) =>
          withOverlay(join(mountPoint), async (overlay) => {
            const volume = await describeFolder(overlay);
            expect(isMemory(volume)).toBe(false);
            expect(barriersAreOff(volume)).toBe(mountOptions === "nobarrier");
          }),
        { mountOptions },
      );
    }
  });
});
