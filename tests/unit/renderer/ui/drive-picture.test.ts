import { expect, it } from "vitest";
import { DrivePicture } from "../../../../renderer/src/ui/drive-picture";
import { markupOf } from "../../../helpers/markup";
import { sampleVolumes } from "../../../helpers/sample-laptops";

const drawn = (disks: number, computer: string | null) =>
  markupOf(DrivePicture, {
    drive: { ...sampleVolumes.macos.drive, kind: "hard-disk", disks },
    computer,
  });

it("the picture of a group of drives shows several drives, but the picture of a Mac's Fusion Drive shows one drive", () => {
  const one = drawn(1, "iMac19,1");
  expect(drawn(2, null)).not.toBe(one);
  expect(drawn(2, "Dell Inc. Precision")).not.toBe(one);
  expect(drawn(2, "iMac19,1")).toBe(one);
  expect(drawn(2, "Macmini8,1")).toBe(drawn(1, "Macmini8,1"));
});
