import { describe, expect, it } from "vitest";
import { mountWarnings } from "../../../../electron/main/volumes/mount-warnings";
import { sampleVolume } from "../../../helpers/sample-volume";

const drive = sampleVolume().drive;
const codes = (changes: Parameters<typeof sampleVolume>[0]) =>
  mountWarnings(sampleVolume(changes)).map(({ code }) => code);

describe("mountWarnings()", () => {
  it("returns no warning for an ordinary laptop drive", () => {
    expect(codes({})).toEqual([]);
    expect(codes({ mountOptions: null })).toEqual([]);
  });

  it.each(["rw,nobarrier", "rw,barrier=0", "barrier=none,rw"])(
    'warns of the mount options "%s", which turn write barriers off',
    (mountOptions) => {
      expect(codes({ mountOptions })).toEqual(["no-barriers"]);
    },
  );

  it.each(["rw,barrier=1", "rw,barrier", "rw,xnobarrier", "rw,async"])(
    'returns no warning for the mount options "%s"',
    (mountOptions) => {
      expect(codes({ mountOptions })).toEqual([]);
    },
  );

  it("warns of both spellings of the option volatile, but only on an overlay file system", () => {
    expect(codes({ fileSystem: "overlay", mountOptions: "rw,volatile" })).toEqual([
      "volatile-overlay",
    ]);
    expect(codes({ fileSystem: "overlay", mountOptions: "rw,fsync=volatile" })).toEqual([
      "volatile-overlay",
    ]);
    expect(codes({ fileSystem: "ext4", mountOptions: "rw,volatile" })).toEqual([]);
  });

  it("warns of memory, network and virtual drives, and of USB with an unknown cache", () => {
    expect(codes({ drive: { ...drive, kind: "memory" } })).toEqual(["memory-file-system"]);
    expect(codes({ drive: { ...drive, kind: "network" } })).toEqual(["network"]);
    expect(codes({ drive: { ...drive, kind: "virtual" } })).toEqual(["virtual-drive"]);
    expect(codes({ drive: { ...drive, kind: "usb" }, writeCache: "unknown" })).toEqual([
      "usb-cache-unknown",
    ]);
    expect(codes({ drive: { ...drive, kind: "usb" }, writeCache: "write-back" })).toEqual([]);
  });

  it("warns of a synchronous mount", () => {
    expect(codes({ mountOptions: "rw,sync,relatime" })).toEqual(["synchronous-mount"]);
  });

  it("writes whole sentences without exclamation marks", () => {
    const all = mountWarnings(
      sampleVolume({
        mountOptions: "rw,nobarrier,sync",
        drive: { ...drive, kind: "usb" },
        writeCache: "unknown",
      }),
    );
    expect(all).toHaveLength(3);
    for (const { message } of all) {
      expect(message).toMatch(/^[A-Z].*[^!]\.$/);
    }
  });
});
