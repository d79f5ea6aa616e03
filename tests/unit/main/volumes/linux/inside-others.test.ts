import { describe, expect, it } from "vitest";
import { serviceOn } from "./service-on";

describe("the volume list of a guest system", () => {
  it("marks WSL's disk as virtual and its write cache as unknown", async () => {
    const { service } = await serviceOn("wsl2.txt");
    const [system, windows, ...others] = await service.list();
    expect(others).toEqual([]);
    expect(system).toMatchObject({
      mountPoint: "/",
      drive: { kind: "virtual", bus: "vmbus", model: "Msft Virtual Disk" },
      writeCache: "unknown",
    });
    expect(windows).toMatchObject({ mountPoint: "/mnt/c", untestable: { code: "network-mount" } });
  });

  it("shows a ZFS pool once and without evidence devices", async () => {
    const { service } = await serviceOn("zfs-and-containers.txt");
    const volumes = await service.list();
    expect(volumes.map(({ device }) => device)).toEqual(["rpool/ROOT/ubuntu", "tank"]);
    expect(volumes[0]).toMatchObject({
      system: true,
      encryption: null,
      writeCache: "unknown",
      evidenceDevices: [],
      drive: { kind: "unknown" },
    });
  });

  it("shows a container's root and data, and no bind-mounted files", async () => {
    const { service } = await serviceOn("docker-container.txt");
    const [root, data, ...others] = await service.list();
    expect(others).toEqual([]);
    expect(root).toMatchObject({ mountPoint: "/", fileSystem: "overlay", evidenceDevices: [] });
    expect(data).toMatchObject({ directory: "/data", evidenceDevices: ["nvme0n1"] });
  });
});
