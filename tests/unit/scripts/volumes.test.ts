import { describe, expect, it } from "vitest";
import { driveSchema } from "#contract/volume-schema";
import { exitCodeOf } from "../../../scripts/commands/volumes-command.mjs";
import { unlikeSectors } from "../../../scripts/volumes/inspected-volume.mjs";
import { volumeMakers } from "../../../scripts/volumes/makers.mjs";

describe("npm run test:volumes", () => {
  it("fails if a check fails or no volume is inspected, and with --all also if a volume is skipped", () => {
    const count = { inspected: 3, failed: 0, skipped: 1 };
    expect(exitCodeOf(count, { isEach: true })).toBe(1);
    expect(exitCodeOf(count, { isEach: false })).toBe(0);
    expect(exitCodeOf({ ...count, skipped: 0 }, { isEach: true })).toBe(0);
    expect(exitCodeOf({ ...count, inspected: 0 }, { isEach: false })).toBe(1);
    expect(exitCodeOf({ ...count, failed: 1 }, { isEach: false })).toBe(1);
  });

  it("makes on Windows an NTFS volume with logical sectors of 512 bytes and another with 4096 bytes", () => {
    const made = volumeMakers("win32").map(({ name, sectors }) => [name, sectors]);
    expect(made).toContainEqual(["ntfs-512", { logical: 512, physical: 4096 }]);
    expect(made).toContainEqual(["ntfs-4096", { logical: 4096, physical: 4096 }]);
  });

  it("names each sector size of the drive that is different or missing in the report", () => {
    const made = { logical: 512, physical: 4096 };
    const drive = (logical: number, physical: number) =>
      driveSchema.parse({
        model: null,
        kind: "virtual",
        bus: null,
        removable: null,
        sectorBytes: { logical, physical },
      });
    expect(unlikeSectors(drive(512, 4096), made)).toEqual([]);
    expect(unlikeSectors(drive(512, 512), made)).toEqual([
      "physical sectors of 4096 bytes, in the report 512",
    ]);
    expect(unlikeSectors(null, made)).toHaveLength(2);
    expect(unlikeSectors(null, undefined)).toEqual([]);
  });
});
