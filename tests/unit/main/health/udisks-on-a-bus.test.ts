import { spawnSync } from "node:child_process";
import { afterEach, describe, expect, it } from "vitest";
import { conditionOf } from "#analysis/health/condition";
import { HealthReader } from "../../../../electron/main/health/read-health";
import { nodeSystemAccess } from "../../../../electron/main/volumes/system-access";
import { readUnsafeShutdowns } from "../../../../electron/main/volumes/unsafe-shutdowns";
import { ataCaptures, nvmeCaptures } from "../../../fixtures/health/captures";
import { type BusAnswer, type BusCall, FakeUdisks } from "../../../helpers/fake-udisks";
import { sampleVolume } from "../../../helpers/sample-volume";
import { skipped } from "../../../helpers/skipped";

/** A simulated UDisks on a real bus, queried by the real `busctl`. */

const hasTools = ["dbus-daemon", "busctl"].every(
  (tool) => spawnSync(tool, ["--version"]).error === undefined,
);
const drive = "/org/freedesktop/UDisks2/drives/INTEL_SSDPEKNW010T8_X";
const [capture] = nvmeCaptures;
const [, failing] = ataCaptures;
const system = { ...nodeSystemAccess(), readdir: async () => [] };

let udisks: FakeUdisks | null = null;
const address = process.env.DBUS_SYSTEM_BUS_ADDRESS;
afterEach(() => {
  udisks?.stop();
  udisks = null;
  if (address === undefined) {
    delete process.env.DBUS_SYSTEM_BUS_ADDRESS;
  } else {
    process.env.DBUS_SYSTEM_BUS_ADDRESS = address;
  }
});

async function bus(answer: (call: BusCall) => BusAnswer): Promise<FakeUdisks> {
  udisks = new FakeUdisks(answer);
  process.env.DBUS_SYSTEM_BUS_ADDRESS = await udisks.start();
  return udisks;
}

/** The answers of a D-Bus object with the drive's path, these properties and these attributes. */
function object(properties: BusAnswer, attributes: BusAnswer) {
  return ({ member, args }: BusCall): BusAnswer => {
    if (member === "Get") {
      return args[1] === "SmartUpdated" ? ["v", ["t", 1_763_600_000]] : ["v", ["o", drive]];
    }
    return member === "GetAll" ? properties : attributes;
  };
}

const nvmeProperties: BusAnswer = [
  "a{sv}",
  {
    State: ["s", "live"],
    SmartUpdated: ["t", 1_763_600_000],
    SmartCriticalWarning: ["as", []],
    SmartPowerOnHours: ["t", capture?.powerOnHours],
    SmartTemperature: ["q", 309],
  },
];
const nvmeAttributes: BusAnswer = [
  "a{sv}",
  {
    avail_spare: ["y", 100],
    spare_thresh: ["y", 10],
    percent_used: ["y", 0],
    total_data_read: ["t", 4_870_071_808_000],
    total_data_written: ["t", 3_979_996_672_000],
    power_cycles: ["t", 266],
    unsafe_shutdowns: ["t", 43],
    media_errors: ["t", 0],
    temp_sensors: ["aq", [309, 0]],
  },
];
const read = (disk: string) => {
  const { drive: known } = sampleVolume();
  return new HealthReader(async () => ({}), system).read({ drive: known, physicalDisks: [disk] });
};

describe.skipIf(!hasTools)("a query of UDisks over D-Bus", () => {
  it("returns the health of an NVMe drive without a call that could prompt for a password", async () => {
    const service = await bus(object(nvmeProperties, nvmeAttributes));
    const found = await read("nvme0c0n1");
    expect(found).toMatchObject({
      source: "udisks",
      protocol: "nvme",
      asOf: "2025-11-20T00:53:20.000Z",
      powerOnHours: 2401,
      powerCycles: 266,
      bytesWritten: 3_979_996_672_000,
      unsafeShutdowns: 43,
      temperatureCelsius: 36,
      impossible: [],
    });
    expect(conditionOf(found).state).toBe("well");
    const { calls } = service;
    expect(calls[0]?.path).toBe("/org/freedesktop/UDisks2/block_devices/nvme0n1");
    expect(calls.map(({ member }) => member).sort()).toEqual([
      "Get",
      "GetAll",
      "SmartGetAttributes",
    ]);
    expect(calls.every(({ isInteractive }) => !isInteractive)).toBe(true);
    const asked = calls.find(({ member }) => member === "SmartGetAttributes");
    expect(asked?.args).toEqual([{ "auth.no_user_interaction": 1 }]);
  });

  it("returns the figures and the failing attribute of an ATA drive", async () => {
    const rows = (failing?.attributes ?? []).map(([id, name, flags, value, worst, limit, raw]) => [
      ...[id, name, flags, value, worst, limit, raw, 1, {}],
    ]);
    await bus(
      object(
        [
          "a{sv}",
          {
            SmartEnabled: ["b", 1],
            SmartFailing: ["b", 1],
            SmartUpdated: ["t", 1_763_600_000],
            SmartPowerOnSeconds: ["t", 65_592 * 3600],
            SmartTemperature: ["d", 298.15],
            SmartNumBadSectors: ["x", 1983],
          },
        ],
        ["a(ysqiiixia{sv})", rows],
      ),
    );
    const found = await read("sda");
    expect(found).toMatchObject({
      protocol: "ata",
      powerOnHours: 65_592,
      powerCycles: 86,
      badSectors: 1983,
      selfAssessment: "failing",
      failingAttributes: [{ id: 5, value: 1, threshold: 5 }],
    });
    expect(conditionOf(found).state).toBe("failing");
  });

  it("returns the counts of unsafe shutdowns and power cycles, and when the drive was asked for them", async () => {
    await bus(object(nvmeProperties, nvmeAttributes));
    expect(await readUnsafeShutdowns({ evidenceDevices: ["nvme0n1"] }, system)).toEqual({
      count: 43,
      powerCycles: 266,
      askedAt: 1_763_600_000,
    });
  });

  it("takes the figures from UDisks' properties if UDisks refuses to return the SMART attributes", async () => {
    const refusal = Object.assign(new Error("Not authorized"), {
      name: "org.freedesktop.UDisks2.Error.NotAuthorizedCanObtain",
    });
    await bus(object(nvmeProperties, refusal));
    expect(await read("nvme0n1")).toMatchObject({
      powerOnHours: 2401,
      bytesWritten: null,
      criticalWarnings: [],
    });
  });

  it('yields the condition "not-known" if UDisks refuses the drive, does not know it or answers with nonsense', async () => {
    const refusal = Object.assign(new Error("No such object"), {
      name: "org.freedesktop.DBus.Error.UnknownObject",
    });
    const answers: ((call: BusCall) => BusAnswer)[] = [
      () => refusal,
      () => ["v", ["o", "/"]],
      () => ["v", ["s", "no path"]],
      ({ member }) => (member === "Get" ? ["v", ["o", drive]] : ["s", "nonsense"]),
    ];
    for (const answer of answers) {
      await bus(answer);
      const found = await read("nvme0n1");
      expect(conditionOf(found).state).toBe("not-known");
      expect(found.powerOnHours).toBeNull();
      udisks?.stop();
    }
  });

  it("turns the message of a D-Bus error into a health gap", async () => {
    const refusal = Object.assign(new Error("No such interface “Drive.Ata”"), {
      name: "org.freedesktop.DBus.Error.InvalidArgs",
    });
    await bus(object(refusal, refusal));
    const health = { gap: "no-report", disk: "sda", selfAssessment: null };
    expect(await read("sda")).toMatchObject(health);
  });

  it('yields the gap "switched-off" if SMART is off, "not-asked-yet" before UDisks\' first query, and none otherwise', async () => {
    const state = async (enabled: number, updated: number) => {
      await bus(
        object(
          ["a{sv}", { SmartEnabled: ["b", enabled], SmartUpdated: ["t", updated] }],
          ["a(ysqiiixia{sv})", []],
        ),
      );
      const { gap } = await read("sda");
      udisks?.stop();
      return gap;
    };
    expect(await state(0, 1_763_600_000)).toBe("switched-off");
    expect(await state(1, 0)).toBe("not-asked-yet");
    expect(await state(1, 1_763_600_000)).toBeNull();
  });

  it('reports the health gap "no-service" if there is no D-Bus', async () => {
    process.env.DBUS_SYSTEM_BUS_ADDRESS = "unix:path=/nonexistent/bus";
    expect(await read("nvme0n1")).toMatchObject({ gap: "no-service" });
  });

  it('gives up within eight seconds without an answer, with the health gap "no-answer"', {
    timeout: 20_000,
  }, async () => {
    await bus(() => null);
    const before = performance.now();
    expect(await read("nvme0n1")).toMatchObject({ source: null, gap: "no-answer" });
    expect(performance.now() - before).toBeLessThan(8_000);
  });
});

if (!hasTools) {
  it("a query of UDisks over D-Bus reads the health of a drive", (context) => {
    context.skip(skipped("dbus-daemon or busctl is missing (apt-get install dbus systemd)"));
  });
}
