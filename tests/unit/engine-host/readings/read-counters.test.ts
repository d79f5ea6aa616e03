import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { DeviceEvidence } from "../../../../electron/engine-host/readings/device-evidence";
import { fakeBench, ofType } from "../../../helpers/fake-bench";
import { FakeSession } from "../../../helpers/fake-session";
import { filesOf } from "./files-of";

const stat = (sectorsRead: number) => `  7 8 ${sectorsRead} 9 10 11 12 13 0 4 5 0 0 0 0 1 2\n`;

const twoDisks = {
  "/sys/block/sda/stat": stat(1000),
  "/sys/block/sda/queue/iostats": "1\n",
  "/sys/block/sdb/stat": stat(24),
  "/sys/block/sdb/queue/iostats": "1\n",
};

function bytesRead(changes: Record<string, string>, disks = ["sda", "sdb"]) {
  const devices = { evidenceDevices: ["dm-0"], followedDevices: [], diskDevices: disks };
  return new DeviceEvidence(devices, filesOf({ ...twoDisks, ...changes })).bytesRead();
}

describe("DeviceEvidence.bytesRead()", () => {
  it("returns the bytes of all disks together, which each disk counts in sectors of 512 bytes", async () => {
    expect(await bytesRead({})).toBe(1024 * 512);
  });

  it("returns null if there are no disks or no counters or if the system's counting is turned off", async () => {
    expect(await bytesRead({}, [])).toBeNull();
    expect(await bytesRead({}, ["sda", "sdc"])).toBeNull();
    expect(await bytesRead({ "/sys/block/sdb/queue/iostats": "0\n" })).toBeNull();
    expect(await bytesRead({ "/sys/block/sdb/stat": "1 2" })).toBeNull();
  });
});

describe("the evidence of a verification", () => {
  async function told(counters: (number | null)[]) {
    const session = new FakeSession();
    const evidence = new DeviceEvidence({ evidenceDevices: [], followedDevices: [] });
    evidence.bytesRead = async () => counters.shift() ?? null;
    const plan = planFor("smoke", "linux", ["flush-modes"]);
    const { bench, events } = fakeBench(session, plan, { evidence });
    await bench.verify(session, 4096);
    return ofType(events, "verification")[0]?.verification;
  }

  const bytes = 256 * 4096;

  it("contains the bytes that the disks delivered, but no more than the size of the file", async () => {
    expect(await told([5000, 5000 + 1234])).toMatchObject({
      bytesRead: bytes,
      deviceReadBytes: 1234,
    });
    expect(await told([0, 10 * bytes])).toMatchObject({ deviceReadBytes: bytes });
    expect(await told([0, 0])).toMatchObject({ deviceReadBytes: 0 });
  });

  it("contains null instead of the delivered bytes if a reading of the counter is missing or the counter decreased", async () => {
    expect(await told([null, 5])).toMatchObject({ deviceReadBytes: null });
    expect(await told([5, null])).toMatchObject({ deviceReadBytes: null });
    expect(await told([5, 4])).toMatchObject({ deviceReadBytes: null });
  });
});
