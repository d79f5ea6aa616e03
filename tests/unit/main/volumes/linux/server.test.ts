import { describe, expect, it } from "vitest";
import { serviceOn } from "./service-on";

const machine = "server-luks-on-lvm-bcache.txt";

describe("the volume list of a server with LUKS on LVM and a bcache", () => {
  it("contains a volume on a ZFS block device with unknown facts", async () => {
    const zvol = "/sys/devices/virtual/block/zd0";
    const { service } = await serviceOn(machine, {
      change: `/sys/dev/block/251:0 -> ${zvol}
${zvol}/dev: 251:0
${zvol}/stat: 1 0 8 1 1 0 8 1 0 2 2 0 0 0 0 3 4
${zvol}/mq/0/
${zvol}/removable: 0
${zvol}/queue/write_cache: write back
${zvol}/queue/rotational: 0`,
    });
    const [, onPool] = await service.list();
    expect(onPool).toMatchObject({
      encryption: null,
      evidenceDevices: [],
      drive: { kind: "unknown", model: null },
    });
  });

  it("contains a bcache volume with unknown facts if its disk is gone", async () => {
    const slaves = "/sys/devices/virtual/block/bcache0/slaves";
    const { service } = await serviceOn(machine, {
      without: [`${slaves}/sda1`, `${slaves}/nvme0n1p4`],
    });
    const [, cached] = await service.list();
    expect(cached).toMatchObject({ encryption: null, evidenceDevices: [] });
    expect(cached?.drive.kind).toBe("unknown");
  });
});
