import { describe, expect, it } from "vitest";
import { drivePath } from "../../../../electron/main/volumes/udisks";
import {
  readUnsafeShutdowns,
  unsafeShutdowns,
} from "../../../../electron/main/volumes/unsafe-shutdowns";

/**
 * Output of busctl (systemd 252) for a service with the interface of UDisks 2.10, because the
 * machine of the capture has no NVMe drive.
 */
const captured = {
  drive:
    '{"type":"o","data":"/org/freedesktop/UDisks2/drives/Samsung_SSD_990_PRO_1TB_S6Z1NJ0W000000X"}\n',
  noDrive: '{"type":"o","data":"/"}\n',
  attributes:
    '{"type":"a{sv}","data":[{"avail_spare":{"type":"y","data":100},"spare_thresh":{"type":"y","data":10},"percent_used":{"type":"y","data":3},"total_data_read":{"type":"t","data":8123456512000},"total_data_written":{"type":"t","data":6543211008000},"ctrl_busy_time":{"type":"t","data":1320},"power_cycles":{"type":"t","data":1042},"unsafe_shutdowns":{"type":"t","data":57},"media_errors":{"type":"t","data":0},"num_err_log_entries":{"type":"t","data":0},"temp_sensors":{"type":"aq","data":[311,318,0,0,0,0,0,0]},"wctemp":{"type":"q","data":355},"cctemp":{"type":"q","data":358},"warning_temp_time":{"type":"u","data":0},"critical_temp_time":{"type":"u","data":0}}]}\n',
};

describe("the parsers of the output of busctl", () => {
  it("find the D-Bus path of the drive and its counter of unsafe shutdowns", () => {
    expect(drivePath(captured.drive)).toMatch(/\/drives\/Samsung_SSD_990_PRO/);
    expect(drivePath(captured.noDrive)).toBeNull();
    expect(unsafeShutdowns(captured.attributes)).toEqual({ count: 57, powerCycles: 1042 });
    const alone = captured.attributes.replace("power_cycles", "cycles_of_power");
    expect(unsafeShutdowns(alone)).toEqual({ count: 57, powerCycles: null });
  });

  it("return null for a count of another type or a negative count", () => {
    expect(unsafeShutdowns('{"type":"a{sv}","data":[{}]}')).toBeNull();
    expect(unsafeShutdowns('{"type":"s","data":["57"]}')).toBeNull();
    const negative = captured.attributes.replace('"data":57', '"data":-1');
    expect(unsafeShutdowns(negative)).toBeNull();
  });

  it("return null for a count above the drive's power cycles", () => {
    const counted = (count: number) => captured.attributes.replace('"data":57', `"data":${count}`);
    expect(unsafeShutdowns(counted(1042))).toEqual({ count: 1042, powerCycles: 1042 });
    expect(unsafeShutdowns(counted(1043))).toBeNull();
    expect(unsafeShutdowns(counted(83_000))).toBeNull();
  });

  it("return null for the path of the drive if its D-Bus type is not an object path", () => {
    expect(drivePath('{"type":"s","data":"/org/freedesktop/UDisks2/drives/x"}')).toBeNull();
  });
});

describe("readUnsafeShutdowns()", () => {
  const read = (devices: string[], answers: readonly (string | Error)[], platform = "linux") => {
    const asked: string[][] = [];
    const counter = readUnsafeShutdowns(
      { evidenceDevices: devices },
      {
        platform: platform as NodeJS.Platform,
        run: async (file, args) => {
          const answer = answers[asked.length];
          asked.push([file, ...args]);
          if (answer === undefined || answer instanceof Error) {
            throw answer ?? new Error("nothing more was expected");
          }
          return answer;
        },
      },
    );
    return counter.then((value) => ({ value, asked }));
  };

  it("returns the counts of the NVMe drive behind encryption and multipath, without a call that prompts for a password", async () => {
    const answers = [captured.drive, captured.attributes, '{"type":"t","data":1763600000}'];
    const { value, asked } = await read(["dm-0", "nvme0c1n1", "nvme0n1"], answers);
    expect(value).toEqual({ count: 57, powerCycles: 1042, askedAt: 1_763_600_000 });
    expect(asked[0]).toContain("/org/freedesktop/UDisks2/block_devices/nvme0n1");
    expect(asked[1]).toEqual(
      expect.arrayContaining(["SmartGetAttributes", "auth.no_user_interaction", "true"]),
    );
    // No call may need an administrator.
    expect(asked.flat()).not.toContain("SmartUpdate");
  });

  it("returns null, and queries no drive, unless a single NVMe drive on Linux is below the volume", async () => {
    // In a mirror of an NVMe and a SATA drive, only the NVMe drive may lose its power; the SATA
    // drive then keeps the data.
    const mirror = ["md0", "nvme0n1", "sda"];
    for (const devices of [[], ["sda"], ["nvme0n1", "nvme1n1"], mirror]) {
      expect(await read(devices, [])).toEqual({ value: null, asked: [] });
    }
    expect(await read(["nvme0n1"], [], "win32")).toEqual({ value: null, asked: [] });
  });

  it("returns null if busctl is missing, if UDisks knows no drive or is too old, and if the answer is not JSON", async () => {
    const missing = Object.assign(new Error("spawn busctl ENOENT"), { code: "ENOENT" });
    expect((await read(["nvme0n1"], [missing])).value).toBeNull();
    expect((await read(["nvme0n1"], [captured.noDrive])).value).toBeNull();
    const noInterface = new Error("Call failed: No such interface");
    expect((await read(["nvme0n1"], [captured.drive, noInterface])).value).toBeNull();
    expect((await read(["nvme0n1"], [captured.drive, "not JSON"])).value).toBeNull();
  });
});
