import { describe, expect, it } from "vitest";
import { fixture } from "../../../../fixtures/volumes/machine";
import { serviceOn } from "./service-on";

/** Captures that people made on their own machines and published; each fixture names its source. */
describe("the volume list from published captures", () => {
  it("shows a laptop's only volume and none of eight snap images, with unknown facts because /sys is missing", async () => {
    const { service } = await serviceOn("published/snap-laptop.txt");
    const [system, ...others] = await service.list();
    expect(others).toEqual([]);
    expect(system).toMatchObject({
      device: "/dev/nvme0n1p2",
      mountOptions: "rw,relatime,errors=remount-ro,data=ordered",
      encryption: null,
      writeCache: "unknown",
      evidenceDevices: [],
      drive: { kind: "unknown", model: null },
    });
  });

  it("names no device with a usable flush counter for two bcache volumes that share a cache", async () => {
    const { service } = await serviceOn("published/bcache-whole-disks.txt");
    const [, ...cached] = await service.list();
    expect(cached.map(({ mountPoint, fileSystem }) => [mountPoint, fileSystem])).toEqual([
      ["/media/archive", "btrfs"],
      ["/srv", "xfs"],
    ]);
    for (const volume of cached) {
      expect(volume).toMatchObject({
        drive: { kind: "unknown", bus: null },
        writeCache: "write-back",
        evidenceDevices: [],
      });
    }
  });

  it("shows a ZFS pool once, whatever the depth of its datasets, and omits lxcfs", async () => {
    const { service } = await serviceOn("published/zfs-beside-btrfs.txt");
    const volumes = await service.list();
    expect(volumes.map(({ mountPoint, device }) => [mountPoint, device])).toEqual([
      ["/", "/dev/md0"],
      ["/tank", "tank"],
    ]);
    expect(volumes[1]).toMatchObject({ encryption: null, evidenceDevices: [], system: false });
  });

  it("shows the ZFS pool of the system once, and omits the boot pool and the key store", async () => {
    const { service } = await serviceOn("published/zfs-as-root.txt", { home: "/home/ann" });
    const [system, ...others] = await service.list();
    expect(others).toEqual([]);
    expect(system).toMatchObject({
      mountPoint: "/",
      device: "rpool/ROOT/ubuntu_093s22",
      system: true,
      encryption: null,
      evidenceDevices: [],
      drive: { kind: "unknown" },
    });
    expect(await service.describeFolder("/storage/vm")).toMatchObject({
      mountPoint: "/storage/vm",
      device: "rpool/storage/vm",
      mountOptions: "rw,relatime,xattr,posixacl",
    });
  });

  it("names the NVMe drive behind Intel's VMD on Linux 5.4, but no flush counter", async () => {
    const { service } = await serviceOn("published/nvme-multipath-vmd.txt");
    expect((await service.list())[0]).toMatchObject({
      drive: { kind: "nvme", bus: "nvme", model: "SAMSUNG MZPLL3T2HAJQ-00005" },
      writeCache: "write-back",
      evidenceDevices: [],
    });
  });

  it("names the flush counter of the NVMe drive behind Intel's VMD if its statistics have the 17 numbers of Linux 5.5", async () => {
    const text = await fixture("published/nvme-multipath-vmd.txt");
    const path = /\/sys\/devices\/.*\/nvme6c6n1(?=\/stat)/.exec(text)?.[0];
    const { service } = await serviceOn("published/nvme-multipath-vmd.txt", {
      change: `${path}/stat: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0`,
    });
    expect((await service.list())[0]?.evidenceDevices).toEqual(["nvme6c6n1"]);
  });

  it("hides the mounts of Docker Desktop in WSL", async () => {
    const { service } = await serviceOn("published/wsl2-docker.txt");
    const volumes = await service.list();
    expect(volumes.map(({ mountPoint }) => mountPoint)).toEqual(["/", "/mnt/c"]);
    expect(volumes[0]).toMatchObject({
      device: "/dev/sde",
      drive: { kind: "virtual", bus: "vmbus", model: "Msft Virtual Disk" },
      writeCache: "unknown",
    });
    expect(volumes[1]).toMatchObject({ device: "C:\\", untestable: { code: "network-mount" } });
  });

  it("keeps the mount options after an option with spaces, and omits the folder in that option", async () => {
    const { service } = await serviceOn("published/wsl2-docker.txt");
    expect(await service.describeFolder("/Docker/host")).toMatchObject({
      fileSystem: "9p",
      device: "C:\\Program Files\\Docker\\Docker\\resources",
      mountOptions: "rw,noatime,dirsync,mmap,access=client,msize=65536,trans=fd,rfd=4,wfd=4",
    });
  });
});
