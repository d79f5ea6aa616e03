import { describe, expect, it } from "vitest";
import { newPowerCutState, type PowerCutState } from "#contract/power-cut/state";
import { unknownDrive, type Volume } from "#contract/volume";
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
const nvme = sampleVolume({ ...internal, evidenceDevices: ["nvme0n1"] });
const held =
  "<Event><System><Provider Name='Microsoft-Windows-Kernel-Power'/><EventID>41</EventID></System><EventData><Data Name='BugcheckCode'>0</Data><Data Name='PowerButtonTimestamp'>134087921361739187</Data></EventData></Event>";
const cause =
  '{"eventMessage":"Previous shutdown cause: 3","timestamp":"2026-11-23 10:00:00+0100"}';

interface Parts {
  readonly volume?: Volume | Error;
  readonly tree?: string;
  readonly platform?: NodeJS.Platform;
  readonly virtualMachine?: string | null;
  readonly run?: SystemAccess["run"];
}

function signsOf({ volume = stick, tree = "", platform = "linux", ...parts }: Parts) {
  const { virtualMachine = "none", run = () => Promise.reject(new Error("no such program")) } =
    parts;
  return powerSigns({
    describeFolder: async () => {
      if (volume instanceof Error) {
        throw volume;
      }
      return volume;
    },
    system: { ...machineOf(tree), platform, run },
    virtualMachine: async () => virtualMachine,
    clock: { nowMs: () => 0, sleep: async () => undefined },
  });
}

/** A system whose UDisks reports this count of unsafe shutdowns. */
function counting(
  count: number,
  {
    askedAt = null,
    powerCycles,
    virtualMachine,
  }: {
    readonly askedAt?: number | null;
    readonly powerCycles?: number;
    readonly virtualMachine?: string | null;
  } = {},
) {
  const run: SystemAccess["run"] = async (_program, args) => {
    if (args.includes("SmartGetAttributes")) {
      const cycles = powerCycles && `"power_cycles":{"type":"t","data":${powerCycles}},`;
      return `{"type":"a{sv}","data":[{${cycles ?? ""}"unsafe_shutdowns":{"type":"t","data":${count}}}]}`;
    }
    return args.includes("SmartUpdated")
      ? `{"type":"t","data":${askedAt ?? 0}}`
      : '{"type":"o","data":"/org/freedesktop/UDisks2/drives/x"}';
  };
  return signsOf({
    volume: nvme,
    run,
    ...(virtualMachine === undefined ? {} : { virtualMachine }),
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

const noCounter = { unsafeShutdowns: null, powerCycles: null, counterStoodStill: false };

describe("powerSigns().before()", () => {
  it("records a drive's counters of unsafe shutdowns and of power cycles", async () => {
    const signs = counting(41, { powerCycles: 57 });
    expect(await signs.before("/x/test", null)).toMatchObject({
      unsafeShutdowns: 41,
      powerCycles: 57,
    });
  });

  it("records a USB connection for a volume on one USB drive, but not for one on two drives or one that is gone", async () => {
    expect(await signsOf({ tree: usbTree(7) }).before("/x/test", null)).toEqual({
      ...noCounter,
      marks: { usb, absentNs: null },
    });
    const none = { ...noCounter, marks: { usb: null, absentNs: null } };
    for (const other of ["sdc", "nvme0n1"]) {
      const volume = sampleVolume({ ...stick, evidenceDevices: ["md0", "sdb", other] });
      expect(await signsOf({ tree: usbTree(7), volume }).before("/x/test", null)).toEqual(none);
    }
    expect(await signsOf({ volume: new Error("gone") }).before("/x/test", null)).toEqual(none);
  });

  it("records no USB connection on a virtual or unknown machine", async () => {
    for (const virtualMachine of ["KVM", null]) {
      const { marks } = await signsOf({ tree: usbTree(7), virtualMachine }).before("/x/test", null);
      expect(marks?.usb).toBeNull();
    }
  });
});

describe("powerSigns().watchAbsence()", () => {
  it("returns null at once without a USB connection and for a self-powered USB drive", async () => {
    const signs = signsOf({ tree: usbTree(7) });
    const { signal } = new AbortController();
    expect(await signs.watchAbsence(null, signal)).toBeNull();
    expect(await signs.watchAbsence({ usb: null, absentNs: null }, signal)).toBeNull();
    const own = { usb: { ...usb, busPowered: false }, absentNs: null };
    expect(await signs.watchAbsence(own, signal)).toBeNull();
  });
});

describe("powerSigns().after()", () => {
  it("accepts an unchanged count as evidence unless it is from before the writing and no restart is known", async () => {
    const state = written({ unsafeShutdowns: 41, counterStoodStill: true });
    const writingSince = Date.parse("2026-11-23T09:00:00.000Z") / 1000;
    const shownAfter = async (askedAt: number | null, restarted: boolean | null) =>
      (await counting(41, { askedAt }).after(state, restarted)).shown;
    const kept = { by: "unsafe-shutdowns", lostPower: false } as const;
    expect(await shownAfter(writingSince - 300, false)).toBeNull();
    expect(await shownAfter(writingSince - 300, null)).toBeNull();
    expect(await shownAfter(writingSince + 300, false)).toEqual(kept);
    expect(await shownAfter(null, false)).toEqual(kept);
    // UDisks starts anew with the system, so after a restart its answer is newer than the cut,
    // whatever time the clock shows.
    expect(await shownAfter(writingSince - 300, true)).toEqual(kept);
  });

  it("counts a new USB device number as evidence of lost power only if the computer stayed on", async () => {
    const signs = signsOf({ tree: usbTree(8) });
    expect(await signs.after(pulled, false)).toEqual({
      unsafeShutdowns: null,
      shown: { by: "usb-power-on", lostPower: true },
    });
    // A restart gives every device a new number, whether or not its power was cut.
    expect((await signs.after(pulled, true)).shown).toBeNull();
    expect((await signs.after(pulled, null)).shown).toBeNull();
    expect((await signsOf({ tree: usbTree(7) }).after(pulled, false)).shown).toBeNull();
    expect((await signs.after(written(), false)).shown).toBeNull();
  });

  it("reports the system's record of a power loss only on a real Windows computer or Mac, for an internal drive after a restart", async () => {
    const windows = { platform: "win32", volume: internal, run: async () => held } as const;
    const mac = { platform: "darwin", volume: internal, run: async () => cause } as const;
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
    const perhapsOutside = { ...internal, drive: { ...internal.drive, removable: null } };
    for (const system of [windows, mac]) {
      const signs = signsOf({ ...system, volume: perhapsOutside });
      expect((await signs.after(written(), true)).shown).toBeNull();
    }
    const guest = { ...windows, virtualMachine: "Hyper-V" };
    expect((await signsOf(guest).after(written(), true)).shown).toBeNull();
    expect(
      (await signsOf({ ...windows, platform: "linux" }).after(written(), true)).shown,
    ).toBeNull();
  });

  it("shows by the drive's counter whether the drive lost power, if the count before the test is known", async () => {
    const before = written({ unsafeShutdowns: 41, counterStoodStill: true });
    expect(await counting(42).after(before, true)).toEqual({
      unsafeShutdowns: { before: 41, after: 42, stoodStill: true },
      shown: { by: "unsafe-shutdowns", lostPower: true },
    });
    expect((await counting(41).after(before, true)).shown).toEqual({
      by: "unsafe-shutdowns",
      lostPower: false,
    });
    // Without an earlier value, a value of the counter shows nothing.
    expect(await counting(42).after(written(), true)).toEqual({
      unsafeShutdowns: null,
      shown: null,
    });
  });

  it("draws no conclusion if the count of unsafe shutdowns was unstable before the cut or rose by more than one", async () => {
    for (const [stoodStill, after] of [
      [false, 42],
      [true, 43],
      [true, 44],
      [false, 83_000],
    ] as const) {
      const before = written({ unsafeShutdowns: 41, counterStoodStill: stoodStill });
      expect(await counting(after).after(before, true)).toEqual({
        unsafeShutdowns: { before: 41, after, stoodStill },
        shown: null,
      });
    }
  });

  it("judges by the counter of unsafe shutdowns only if it rose as often as the counter of power cycles", async () => {
    const before = written({ unsafeShutdowns: 41, powerCycles: 57, counterStoodStill: true });
    const shownAfter = async (count: number, powerCycles: number) =>
      (await counting(count, { powerCycles }).after(before, true)).shown;
    const by = "unsafe-shutdowns";
    expect(await shownAfter(42, 58)).toEqual({ by, lostPower: true });
    expect(await shownAfter(41, 57)).toEqual({ by, lostPower: false });
    // The drive was started twice: after a crash before the cut or a normal shutdown after it.
    // Which of them ended the writing is not known.
    expect(await shownAfter(42, 59)).toBeNull();
    // The drive counts an unsafe shutdown although it did not start again, so it counts without a
    // loss of power.
    expect(await shownAfter(42, 57)).toBeNull();
    // The drive started once more but counted no unsafe shutdown: it may not count every one.
    expect(await shownAfter(41, 58)).toBeNull();
    const { unsafeShutdowns } = await counting(41, { powerCycles: 58 }).after(before, true);
    expect(unsafeShutdowns).toBeNull();
  });

  it("reports no counter of a drive on a virtual or unknown machine", async () => {
    const before = written({ unsafeShutdowns: 41, counterStoodStill: true });
    for (const virtualMachine of ["KVM", null]) {
      const signs = counting(42, { virtualMachine });
      expect(await signs.after(before, true)).toEqual({ unsafeShutdowns: null, shown: null });
      expect(await signs.atStart("/x/test")).toBeNull();
    }
  });
});

describe("the counter of unsafe shutdowns", () => {
  it("counts as stable only if two separate answers before the cut are equal", async () => {
    const noted = async (first: [number, number | null], then: [number, number | null]) => {
      const signs = counting(then[0], { askedAt: then[1] });
      const [count, askedAt] = first;
      const reading = { count, powerCycles: null, askedAt };
      return (await signs.before("/x/test", reading)).counterStoodStill;
    };
    expect(await noted([41, 1000], [41, 1600])).toBe(true);
    // Without the times, both values may be the same answer of the drive.
    expect(await noted([41, null], [41, 1600])).toBe(false);
    expect(await noted([41, 1000], [41, null])).toBe(false);
    // The counter rose without a power cut, so it did not stand still.
    expect(await noted([41, 1000], [42, 1600])).toBe(false);
    // The times are equal, so both values are the same answer of the drive.
    expect(await noted([41, 1600], [41, 1600])).toBe(false);
    expect((await counting(41).before("/x/test", null)).counterStoodStill).toBe(false);
    const reading = { count: 1, powerCycles: null, askedAt: 1 };
    expect((await signsOf({}).before("/x/test", reading)).counterStoodStill).toBe(false);
  });

  it("is recorded at the start of the test together with the time of the drive's answer", async () => {
    expect(await counting(41, { askedAt: 1600 }).atStart("/x/test")).toEqual({
      count: 41,
      powerCycles: null,
      askedAt: 1600,
    });
    expect((await counting(41).atStart("/x/test"))?.askedAt).toBeNull();
    expect(await signsOf({ volume: new Error("gone") }).atStart("/x/test")).toBeNull();
  });
});
