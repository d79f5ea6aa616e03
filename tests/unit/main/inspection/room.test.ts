import { describe, expect, it } from "vitest";
import { DriveFault, driveError } from "#contract/drive-error";
import type { Volume } from "#contract/volume";
import type { Looked } from "../../../../electron/main/inspection/leftover-words";
import { withRoom } from "../../../../electron/main/inspection/room";
import { sampleVolume } from "../../../helpers/sample-volume";

const full = sampleVolume({ directory: "/v/b", mountPoint: "/v", freeBytes: 5 });
const roomy = sampleVolume({ directory: "/v/b", mountPoint: "/v", freeBytes: 500 });

function check({ freeBytes }: Volume): void {
  if ((freeBytes ?? 0) < 100) {
    throw new DriveFault(driveError("no-space", "Too little."));
  }
}

function makers(removed: number, now = roomy) {
  const asked: (readonly string[])[] = [];
  const place = { device: "1", inode: "2" };
  const looked: Looked = { directory: "/v/a", place, removed, left: [], held: [] };
  return {
    asked,
    leftovers: {
      makeRoom: async (directories: readonly string[]) => {
        asked.push(directories);
        return [looked];
      },
    },
    describeFolder: async () => now,
  };
}

describe("withRoom()", () => {
  it("frees space by removing a killed run's files, continues and reports the removal as a warning", async () => {
    const tools = makers(1);
    const { volume, warnings } = await withRoom(full, check, tools);
    expect(volume.freeBytes).toBe(500);
    expect(tools.asked).toEqual([["/v/b", "/v"]]);
    expect(warnings).toMatchObject([{ code: "leftovers-removed" }]);
    expect(warnings[0]?.message).toContain("/v/a");
  });

  it("refuses the inspection if nothing was removed or space is still too little", async () => {
    await expect(withRoom(full, check, makers(0))).rejects.toThrow("Too little.");
    await expect(withRoom(full, check, makers(1, full))).rejects.toThrow("Too little.");
  });

  it("looks for no leftovers if space suffices or the inspection is impossible for another reason", async () => {
    const tools = makers(1);
    expect(await withRoom(roomy, check, tools)).toEqual({ volume: roomy, warnings: [] });
    const readOnly = () => {
      throw new DriveFault(driveError("read-only", "Only to read."));
    };
    await expect(withRoom(full, readOnly, tools)).rejects.toThrow("Only to read.");
    expect(tools.asked).toEqual([]);
  });
});
