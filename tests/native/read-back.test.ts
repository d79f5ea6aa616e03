import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { readBackFrom } from "#analysis/read-back";
import type { HostEvent } from "#contract/engine-messages";
import { Bench } from "../../electron/engine-host/bench";
import { ofType, requestFor } from "../helpers/fake-bench";
import { blockBytes, engine } from "../helpers/native-engine";
import {
  loopVolumeProblem,
  onLoopVolume,
  onTmpfs,
  withLoopVolume,
} from "../helpers/native-volumes";
import { skipFor } from "../helpers/skipped";

const fileBytes = 16 << 20;

/**
 * The engine host's result of reading a file back, with these devices as the disks below the
 * volume.
 */
async function readBackOn(directory: string, diskDevices: string[]) {
  const events: HostEvent[] = [];
  const request = {
    ...requestFor(planFor("smoke", "linux", ["flush-modes"])),
    directory,
    diskDevices,
  };
  const bench = new Bench(engine, request, (event) => events.push(event));
  await bench.withFile({ fileBytes, blockBytes }, (session) => bench.verify(session, blockBytes));
  const told = ofType(events, "verification")[0]?.verification;
  expect(told).toMatchObject({ mismatchCount: 0, bytesRead: fileBytes });
  return told ?? { aroundCache: true, bytesRead: null, deviceReadBytes: null };
}

describe("readBackFrom()", () => {
  it('returns "drive" if the disk below the file system read every byte', async (context) => {
    await onLoopVolume(context.skip, "ext4", 64, async ({ mountPoint, device }) => {
      const told = await readBackOn(mountPoint, [device]);
      expect(told.deviceReadBytes).toBe(fileBytes);
      expect(readBackFrom(told)).toBe("drive");
    });
  });

  it('returns "elsewhere" if the image of a loop device is in the page cache', async (context) => {
    skipFor(context.skip, loopVolumeProblem("ext4"));
    // The outer volume stands in for the disk, because no other program reads from it.
    await withLoopVolume("ext4", 256, (disk) =>
      withLoopVolume(
        "ext4",
        64,
        async ({ mountPoint }) => {
          const told = await readBackOn(mountPoint, [disk.device]);
          expect(told.deviceReadBytes).toBeLessThan(fileBytes / 2);
          expect(readBackFrom(told)).toBe("elsewhere");
        },
        { imageFolder: disk.mountPoint },
      ),
    );
  });

  it('returns "not-known" if no disk is known, as for tmpfs', async (context) => {
    await onTmpfs(context.skip, 64, async (mountPoint) => {
      expect(readBackFrom(await readBackOn(mountPoint, []))).toBe("not-known");
    });
  });
});
