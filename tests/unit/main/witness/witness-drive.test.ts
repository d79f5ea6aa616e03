import { describe, expect, it } from "vitest";
import { unknownDrive, type Volume } from "#contract/volume";
import { tellAll } from "#text/statements";
import { untestableReasons } from "../../../../electron/main/volumes/testability";
import { driveRelation, judgeWitnessDrive } from "../../../../electron/main/witness/witness-drive";
import { sampleVolume } from "../../../helpers/sample-volume";

const tested = sampleVolume();
const stick = sampleVolume({
  mountPoint: "/media/ada/STICK",
  directory: "/media/ada/STICK",
  device: "/dev/sda1",
  evidenceDevices: ["sda"],
  freeBytes: 8_000_000_000,
  drive: { ...unknownDrive, model: "SanDisk Ultra", kind: "usb", bus: "usb", removable: true },
});

describe("whether two volumes share a drive", () => {
  it("knows two disks from one, by the kernel's names of the disks", () => {
    expect(driveRelation(stick, tested)).toBe("different");
  });

  it("sees through partitions and encryption to the disk they share", () => {
    const home = sampleVolume({
      mountPoint: "/home",
      device: "/dev/mapper/home",
      evidenceDevices: ["dm-0", "nvme0n1"],
    });
    expect(driveRelation(home, tested)).toBe("same");
  });

  it("takes two namespaces of one NVMe drive for one drive", () => {
    const other = sampleVolume({
      mountPoint: "/data",
      device: "/dev/nvme0n2p1",
      evidenceDevices: ["nvme0n2"],
    });
    expect(driveRelation(other, tested)).toBe("same");
    const second = sampleVolume({
      mountPoint: "/data",
      device: "/dev/nvme1n1p1",
      evidenceDevices: ["nvme1n1"],
    });
    expect(driveRelation(second, tested)).toBe("different");
  });

  it("two folders of one volume are on one drive, whatever else is known", () => {
    expect(driveRelation({ ...stick, directory: "/media/ada/STICK/x" }, stick)).toBe("same");
    const unknown = sampleVolume({ mountPoint: "/a", evidenceDevices: [] });
    expect(driveRelation({ ...unknown, mountPoint: "/b" }, unknown)).toBe("same");
  });

  it("does not know where the system names no disks and both are of one model", () => {
    const mac = (device: string, mountPoint: string) =>
      sampleVolume({ device, mountPoint, evidenceDevices: [] });
    expect(driveRelation(mac("/dev/disk4s1", "/Volumes/A"), mac("/dev/disk3s5", "/"))).toBe(
      "unknown",
    );
  });

  it("tells drives of different models apart without the kernel's names", () => {
    const bare = (volume: Volume) => ({ ...volume, evidenceDevices: [] });
    expect(driveRelation(bare(stick), bare(tested))).toBe("different");
  });

  it("does not believe virtual disks: both may be files on one drive", () => {
    const virtual = (name: string) =>
      sampleVolume({
        mountPoint: `/${name}`,
        device: `/dev/${name}1`,
        evidenceDevices: [name],
        drive: { ...unknownDrive, model: null, kind: "virtual", bus: "virtio", removable: false },
      });
    expect(driveRelation(virtual("vdb"), virtual("vda"))).toBe("unknown");
  });
});

describe("a drive as the witness", () => {
  it("is refused when it is the drive under test", () => {
    const judged = judgeWitnessDrive({ ...stick, evidenceDevices: ["nvme0n1"] }, tested);
    expect(judged).toMatchObject({
      usable: false,
      reason: expect.stringMatching(/on the drive under test/),
    });
  });

  it("is called weaker even when it is another drive", () => {
    const judged = judgeWitnessDrive(stick, tested);
    expect(judged).toMatchObject({
      usable: true,
      warnings: [expect.stringMatching(/weaker witness than a phone/)],
    });
  });

  it("says so when nobody knows whether it is the same drive", () => {
    const judged = judgeWitnessDrive(
      { ...stick, evidenceDevices: [], drive: { ...tested.drive, kind: "unknown", model: null } },
      { ...tested, evidenceDevices: [] },
    );
    expect(judged).toMatchObject({
      usable: true,
      warnings: [expect.stringMatching(/weaker/), expect.stringMatching(/not known whether/)],
    });
  });

  it.each([
    ["memory", /empty after a power cut/],
    ["network", /another computer/],
  ] as const)("is refused when it is of kind %s", (kind, reason) => {
    const judged = judgeWitnessDrive({ ...stick, drive: { ...stick.drive, kind } }, tested);
    expect(judged).toMatchObject({ usable: false, reason });
  });

  it("needs little space, and less than an inspection", () => {
    const full = { code: "no-space", statements: [] } satisfies Volume["untestable"];
    expect(
      judgeWitnessDrive({ ...stick, untestable: full, freeBytes: 150e6 }, tested),
    ).toMatchObject({ usable: true });
    expect(judgeWitnessDrive({ ...stick, untestable: full, freeBytes: 1e6 }, tested)).toMatchObject(
      { usable: false, reason: expect.stringMatching(/too little free space/) },
    );
    const locked = untestableReasons.readOnly;
    expect(judgeWitnessDrive({ ...stick, untestable: locked }, tested)).toEqual({
      usable: false,
      reason: tellAll(locked.statements),
    });
  });
});
