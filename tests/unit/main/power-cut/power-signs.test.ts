import { describe, expect, it } from "vitest";
import { newPowerCutState } from "../../../../electron/contract/power-cut-stage";
import type { PowerCutState } from "../../../../electron/contract/power-cut-state";
import { unknownDrive, type Volume } from "../../../../electron/contract/volume";
import { powerSigns } from "../../../../electron/main/power-cut/power-signs";
import type { SystemAccess } from "../../../../electron/main/volumes/system-access";
import { machineOf } from "../../../fixtures/volumes/machine";
import { powerCutPlan } from "../../../helpers/sample-power-cut-test";
import { sampleVolume } from "../../../helpers/sample-volume";

const usbTree = (deviceNumber: number) => `
/sys/block/sdb -> /sys/devices/pci0000:00/usb2/2-1/2-1:1.0/host6/block/sdb
/sys/devices/pci0000:00/usb2/2-1/2-1:1.0/host6/block/sdb/
/sys/bus/usb/devices/2-1/devnum: ${deviceNumber}
/sys/bus/usb/devices/2-1/bmAttributes: 80
/sys/bus/usb/devices/2-1/idVendor: 0781
/sys/bus/usb/devices/2-1/idProduct: 5581
`;
const stick = sampleVolume({
  evidenceDevices: ["sdb"],
  drive: { ...unknownDrive, model: "Ultra", kind: "usb", bus: "usb", removable: true },
});
const internal = sampleVolume({
  evidenceDevices: [],
  drive: { ...unknownDrive, model: "990 PRO", kind: "nvme", bus: "nvme", removable: false },
});
const held =
  "<Event><System><Provider Name='Microsoft-Windows-Kernel-Power'/><EventID>41</EventID></System><EventData><Data Name='BugcheckCode'>0</Data><Data Name='PowerButtonTimestamp'>134087921361739187</Data></EventData></Event>";
const cause =
  '{"eventMessage":"Previous shutdown cause: 3","timestamp":"2026-11-23 10:00:00+0100"}';

interface Parts {
  readonly volume?: Volume | Error;
  readonly tree?: string;
  readonly platform?: NodeJS.Platform;
  readonly virtualMachine?: string | null;
  readonly answer?: string;
}

function signsOf(parts: Parts) {
  const system: SystemAccess = {
    ...machineOf(parts.tree ?? ""),
    platform: parts.platform ?? "linux",
    run: async () => {
      if (parts.answer === undefined) {
        throw new Error("no such program");
      }
      return parts.answer;
    },
  };
  return powerSigns({
    describeFolder: async () => {
      if (parts.volume instanceof Error) {
        throw parts.volume;
      }
      return parts.volume ?? stick;
    },
    system,
    virtualMachine: async () =>
      parts.virtualMachine === undefined ? "none" : parts.virtualMachine,
    clock: { nowMs: () => 0, sleep: async () => undefined },
  });
}

const written = (changes: Partial<PowerCutState> = {}): PowerCutState => ({
  ...newPowerCutState(powerCutPlan),
  stage: "writing",
  writingSince: "2026-11-23T09:00:00.000Z",
  ...changes,
});
const usb = { port: "2-1", deviceNumber: 7, busPowered: true, identity: "0781:5581:" };
const pulled = written({ marks: { usb, absentNs: 4e9 } });

describe("before the writing", () => {
  it("notes the connection of a drive on the USB, and of no other", async () => {
    expect(await signsOf({ tree: usbTree(7) }).before("/x/test")).toEqual({
      unsafeShutdowns: null,
      marks: { usb, absentNs: null },
    });
    const two = sampleVolume({ ...stick, evidenceDevices: ["sdb", "sdc"] });
    const none = { unsafeShutdowns: null, marks: { usb: null, absentNs: null } };
    expect(await signsOf({ tree: usbTree(7), volume: two }).before("/x/test")).toEqual(none);
    expect(await signsOf({ volume: new Error("gone") }).before("/x/test")).toEqual(none);
  });

  it("trusts no cable of a virtual machine, nor where that is not known", async () => {
    for (const virtualMachine of ["KVM", null]) {
      const { marks } = await signsOf({ tree: usbTree(7), virtualMachine }).before("/x/test");
      expect(marks?.usb).toBeNull();
    }
  });

  it("does not wait for a drive with a power supply of its own, nor for one inside", async () => {
    const signs = signsOf({ tree: usbTree(7) });
    const { signal } = new AbortController();
    expect(await signs.watchAbsence(null, signal)).toBeNull();
    expect(await signs.watchAbsence({ usb: null, absentNs: null }, signal)).toBeNull();
    const own = { usb: { ...usb, busPowered: false }, absentNs: null };
    expect(await signs.watchAbsence(own, signal)).toBeNull();
  });
});

describe("after the cut", () => {
  it("shows a new power-on of a drive whose computer stayed on, and of no other", async () => {
    const signs = signsOf({ tree: usbTree(8) });
    expect(await signs.after(pulled, false)).toEqual({
      unsafeShutdowns: null,
      shown: { by: "usb-power-on", lostPower: true },
    });
    // A restart gives every device a new number, whether its power went or not.
    expect((await signs.after(pulled, true)).shown).toBeNull();
    expect((await signs.after(pulled, null)).shown).toBeNull();
    expect((await signsOf({ tree: usbTree(7) }).after(pulled, false)).shown).toBeNull();
    expect((await signs.after(written(), false)).shown).toBeNull();
  });

  it("shows what the system noted of a drive inside a computer that was restarted", async () => {
    const windows = { platform: "win32", volume: internal, answer: held } as const;
    const mac = { platform: "darwin", volume: internal, answer: cause } as const;
    expect((await signsOf(windows).after(written(), true)).shown).toEqual({
      by: "kernel-power-41",
      lostPower: true,
    });
    expect((await signsOf(mac).after(written(), true)).shown).toEqual({
      by: "previous-shutdown-cause",
      lostPower: true,
    });
    expect((await signsOf(windows).after(written(), false)).shown).toBeNull();
    expect((await signsOf(windows).after(written(), null)).shown).toBeNull();
    expect((await signsOf({ ...windows, volume: stick }).after(written(), true)).shown).toBeNull();
    const guest = { ...windows, virtualMachine: "Hyper-V" };
    expect((await signsOf(guest).after(written(), true)).shown).toBeNull();
    expect(
      (await signsOf({ ...windows, platform: "linux" }).after(written(), true)).shown,
    ).toBeNull();
  });

  it("asks the drive's own counter first, which knows best", async () => {
    const volume = sampleVolume({ ...internal, evidenceDevices: ["nvme0n1"] });
    let asked = 0;
    const signs = (count: number) =>
      powerSigns({
        describeFolder: async () => volume,
        system: {
          ...machineOf(""),
          platform: "linux",
          run: async () => {
            asked += 1;
            return asked % 2 === 1
              ? '{"type":"o","data":"/org/freedesktop/UDisks2/drives/x"}'
              : `{"type":"a{sv}","data":[{"unsafe_shutdowns":{"type":"t","data":${count}}}]}`;
          },
        },
        virtualMachine: async () => "none",
        clock: { nowMs: () => 0, sleep: async () => undefined },
      });
    const before = written({ unsafeShutdowns: 41 });
    expect(await signs(42).after(before, true)).toEqual({
      unsafeShutdowns: { before: 41, after: 42 },
      shown: { by: "unsafe-shutdowns", lostPower: true },
    });
    expect((await signs(41).after(before, true)).shown).toEqual({
      by: "unsafe-shutdowns",
      lostPower: false,
    });
    // Nothing to compare with: a counter of its own says nothing.
    expect(await signs(42).after(written(), true)).toEqual({ unsafeShutdowns: null, shown: null });
  });
});
