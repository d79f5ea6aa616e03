import { beforeEach, describe, expect, it } from "vitest";
import { driveError } from "../../../electron/contract/drive-error";
import { DeviceEvidence } from "../../../electron/engine-host/device-evidence";
import { orGone } from "../../../electron/engine-host/drive-gone";

const error = driveError("drive-error", "The drive reported an error.", {
  syscall: "fdatasync",
  osCode: 5,
  offset: 8192,
});

/** What the system lists at one look after the other; the last one stays. */
function evidenceOf(...looks: (readonly string[] | null)[]) {
  let look = 0;
  return new DeviceEvidence(
    { evidenceDevices: ["dm-0", "sdb"], followedDevices: [] },
    {
      read: () => Promise.reject(new Error("not asked for")),
      list: async () => {
        const names = looks[Math.min(look, looks.length - 1)];
        look += 1;
        if (!names) throw new Error("ENOENT /sys/block");
        return names;
      },
    },
  );
}

const waits: number[] = [];
beforeEach(() => {
  waits.length = 0;
});
const wait = async (ms: number) => waits.push(ms);
const all = ["dm-0", "sda", "sdb"];

describe("an error of the drive", () => {
  it("is that the drive is gone once the system no longer lists it", async () => {
    const evidence = evidenceOf(all, all, all, ["dm-0", "sda"]);
    const listed = await evidence.listed();
    expect(listed).toEqual(["dm-0", "sdb"]);
    expect(await orGone(error, evidence, listed, wait)).toEqual({
      code: "volume-gone",
      message: expect.stringContaining("the system no longer knows of sdb"),
      syscall: "fdatasync",
      osCode: 5,
      offset: 8192,
    });
    expect(waits).toHaveLength(2);
  });

  it("stays what it is where the drive is still listed", async () => {
    const evidence = evidenceOf(all);
    expect(await orGone(error, evidence, await evidence.listed(), wait)).toBe(error);
  });

  it.each([
    ["no list can be read", evidenceOf(null)],
    ["no list can be read any more", evidenceOf(all, null)],
    ["none of the devices was listed before", evidenceOf(["vda"])],
  ])("stays what it is where %s", async (_, evidence) => {
    expect(await orGone(error, evidence, await evidence.listed(), wait)).toBe(error);
  });

  it("alone is looked into", async () => {
    const full = driveError("volume-full", "The drive filled up.");
    const evidence = evidenceOf(all, []);
    expect(await orGone(full, evidence, await evidence.listed(), wait)).toBe(full);
  });
});
