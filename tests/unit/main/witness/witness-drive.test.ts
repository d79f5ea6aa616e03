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

describe("driveRelation()", () => {
  it('returns "different" for two disks with different kernel names', () => {
    expect(driveRelation(stick, tested)).toBe("different");
  });

  it('returns "same" for two volumes on one disk, of which one is a mapped device', () => {
    const home = sampleVolume({
      mountPoint: "/home",
      device: "/dev/mapper/home",
      evidenceDevices: ["dm-0", "nvme0n1"],
    });
    expect(driveRelation(home, tested)).toBe("same");
  });

  it('returns "same" for two namespaces of one NVMe drive, and "different" for two NVMe drives', () => {
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

  it("treats two folders of one volume as the same drive, whatever else is unknown", () => {
    expect(driveRelation({ ...stick, directory: "/media/ada/STICK/x" }, stick)).toBe("same");
    const unknown = sampleVolume({ mountPoint: "/a", evidenceDevices: [] });
    expect(driveRelation({ ...unknown, mountPoint: "/b" }, unknown)).toBe("same");
  });

  it('returns "unknown" for two drives of one model if neither disks nor serial numbers nor sizes are known', () => {
    const mac = (device: string, mountPoint: string) =>
      sampleVolume({ device, mountPoint, evidenceDevices: [] });
    expect(driveRelation(mac("/dev/disk4s1", "/Volumes/A"), mac("/dev/disk3s5", "/"))).toBe(
      "unknown",
    );
  });

  it('returns "same" if the names of whole disks on macOS include a shared one, and otherwise "unknown"', () => {
    const drive = { ...stick.drive, serial: null };
    const on = (mountPoint: string, physicalDisks: string[]) =>
      sampleVolume({
        mountPoint,
        device: `/dev${mountPoint}`,
        evidenceDevices: [],
        physicalDisks,
        drive,
      });
    expect(driveRelation(on("/a", ["disk4"]), on("/b", ["disk0", "disk4"]))).toBe("same");
    // disk4 and disk5 may be two namespaces of one drive.
    expect(driveRelation(on("/a", ["disk4"]), on("/b", ["disk5"]))).toBe("unknown");
    expect(driveRelation(on("/a", []), on("/b", []))).toBe("unknown");
  });

  it('returns "different" for drives of different models without kernel names', () => {
    const bare = (volume: Volume) => ({ ...volume, evidenceDevices: [] });
    expect(driveRelation(bare(stick), bare(tested))).toBe("different");
  });

  it("returns unknown for virtual disks, which may be files on one drive", () => {
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
  it("is not usable if it is the drive under test", () => {
    const judged = judgeWitnessDrive({ ...stick, evidenceDevices: ["nvme0n1"] }, tested);
    expect(judged).toMatchObject({
      usable: false,
      reason: expect.stringMatching(/on the drive under test/),
    });
  });

  it("is usable with a warning that it is weaker than a phone", () => {
    const judged = judgeWitnessDrive(stick, tested);
    expect(judged).toMatchObject({
      usable: true,
      warnings: [expect.stringMatching(/weaker witness than a phone/)],
    });
  });

  it("is usable with a warning if it may be the tested drive", () => {
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
  ] as const)("is not usable if its kind is %s", (kind, reason) => {
    const judged = judgeWitnessDrive({ ...stick, drive: { ...stick.drive, kind } }, tested);
    expect(judged).toMatchObject({ usable: false, reason });
  });

  it("is usable if it has space for a witness file, though not for an inspection, and not if it lacks that or is read-only", () => {
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
