import { describe, expect, it } from "vitest";
import { hostError } from "#contract/drive-error";
import type { HealthGap } from "#contract/health";
import type { Volume } from "#contract/volume";
import { HealthReader } from "../../../../electron/main/health/read-health";
import { windowsHealthReader } from "../../../../electron/main/health/windows-health";
import type { SystemAccess } from "../../../../electron/main/volumes/system-access";
import { NotAnswering } from "../../../../electron/main/volumes/time-limit";
import { FakeEngine } from "../../../helpers/fake-engine";
import { sampleVolume } from "../../../helpers/sample-volume";

type Answer = string | Error;

const failed = (text: string) => new Error(`Command failed: busctl\n${text}`);
const noInterface = failed('Call failed: No such interface "org.freedesktop.UDisks2.…"');
const path = (object: string) => JSON.stringify({ type: "o", data: object });
const fields = (values: Readonly<Record<string, unknown>>) =>
  JSON.stringify({
    type: "a{sv}",
    data: [Object.fromEntries(Object.entries(values).map(([name, data]) => [name, { data }]))],
  });
const shown = { SmartSupported: true, SmartEnabled: true, SmartUpdated: 1_763_600_000 };

function read(
  system: Partial<SystemAccess>,
  physicalDisks: readonly string[],
  drive: Partial<Volume["drive"]> = {},
) {
  const volume = sampleVolume({ physicalDisks: [...physicalDisks] });
  return new HealthReader(() => Promise.resolve({}), system as SystemAccess).read({
    ...volume,
    drive: { ...volume.drive, kind: "sata-ssd", disks: 1, ...drive },
  });
}

/** The health of a disk on Linux with these answers of UDisks. */
function onLinux(
  {
    drive = path("/org/freedesktop/UDisks2/drives/X"),
    properties = "" as Answer,
    attributes = failed("Call failed: No such method") as Answer,
  },
  { disk = "sda", sysPath = "/sys/block", model = "X" } = {},
) {
  const missing = () => Promise.reject(new Error("ENOENT"));
  const run: SystemAccess["run"] = async (_, args) => {
    const answer = args.includes("get-property")
      ? drive
      : args.includes("SmartGetAttributes")
        ? attributes
        : properties;
    return typeof answer === "string" ? answer : Promise.reject(answer);
  };
  const realpath = async () => sysPath;
  const calls = { run, realpath, readFile: missing, readdir: missing, stat: missing };
  return read({ platform: "linux", ...calls }, [disk], { model });
}

describe("the health of a drive on Linux", () => {
  it.each<[string, { drive?: Answer; properties?: Answer }, HealthGap]>([
    ["busctl is missing", { drive: Object.assign(new Error(), { code: "ENOENT" }) }, "no-service"],
    ["UDisks is missing", { drive: failed("was not provided by any .service") }, "no-service"],
    ["the bus is missing", { drive: failed("Failed to connect to bus: No such") }, "no-service"],
    ["UDisks refuses the request", { properties: failed("Call failed: Access denied") }, "refused"],
    ["UDisks does not answer in time", { properties: new NotAnswering(3000) }, "no-answer"],
    ["UDisks answers with no JSON", { properties: "<html>" }, "unreadable"],
    ["busctl ends without a message", { properties: failed("") }, "unreadable"],
    ["UDisks does not know the device", { drive: failed("Unknown object '/x'.") }, "not-listed"],
    ["UDisks knows no drive of the device", { drive: path("/") }, "not-listed"],
    ["UDisks has no health interface for the drive", { properties: noInterface }, "no-report"],
    ["the drive has no SMART", { properties: fields({ SmartSupported: false }) }, "no-report"],
    [
      "SMART is switched off",
      { properties: fields({ ...shown, SmartEnabled: false }) },
      "switched-off",
    ],
    [
      "UDisks has not queried the drive yet",
      { properties: fields({ ...shown, SmartUpdated: 0 }) },
      "not-asked-yet",
    ],
  ])("is not known if %s", async (_, answers, gap) => {
    expect(await onLinux(answers as { drive?: string })).toMatchObject({ gap });
  });

  it('has the gap "not-shown" for an NVMe or SAS drive for which UDisks has no health interface', async () => {
    const sas = "/sys/devices/pci0/host0/port-0:0/end_device-0:0/target0:0:0/block/sda";
    for (const place of [{ disk: "nvme1n1" }, { sysPath: sas }]) {
      expect((await onLinux({ properties: noInterface }, place)).gap).toBe("not-shown");
    }
  });

  it.each([
    [7, 7],
    [-1, null],
    [2 ** 16, null],
  ])(
    "includes UDisks' count of bad sectors in place of missing attributes only if the count is possible: %d",
    async (sum, badSectors) => {
      const properties = fields({ ...shown, SmartNumBadSectors: sum, SmartPowerOnSeconds: 0 });
      expect(await onLinux({ properties })).toMatchObject({
        badSectors,
        powerOnHours: null,
        impossible: [],
      });
    },
  );

  it("has the temperature that UDisks reports if an NVMe drive's log cannot be read, even without other health figures", async () => {
    const nvme = (SmartUpdated: number) => {
      const kept = { SmartTemperature: 310, SmartPowerOnHours: 12, SmartUpdated };
      const answers = { properties: fields({ ...shown, ...kept }), attributes: "<html>" };
      return onLinux(answers, { disk: "nvme1n1" });
    };
    expect(await nvme(1_763_600_000)).toMatchObject({
      gap: null,
      temperatureCelsius: 37,
      powerOnHours: 12,
      percentageUsed: null,
    });
    expect(await nvme(0)).toMatchObject({ gap: "not-asked-yet", temperatureCelsius: 37 });
  });

  it("leaves out the count of bad sectors if an MX500 reports exactly one, which it does at random", async () => {
    const sectors = async (count: number) => {
      const properties = fields({ ...shown, SmartNumBadSectors: count });
      return (await onLinux({ properties }, { model: "CT1000MX500SSD1" })).badSectors;
    };
    expect([await sectors(1), await sectors(3)]).toEqual([null, 3]);
  });
});

describe("the health of a drive on macOS", () => {
  const onMac = (answer: Answer) =>
    read(
      {
        platform: "darwin",
        run: async () => (typeof answer === "string" ? answer : Promise.reject(answer)),
      },
      ["disk0"],
    );

  it.each([
    ["Verified", "passed", null],
    ["Failing", "failing", null],
    ["About to Fail", "failing", null],
    ["Not Supported", null, "no-report"],
  ])(
    'has, for the SMART status "%s", the self-assessment "%s" and the gap "%s"',
    async (status, word, gap) => {
      const health = await onMac(JSON.stringify({ SMARTStatus: status }));
      expect(health).toMatchObject({ selfAssessment: word, gap, protocol: null });
    },
  );

  it("is not known if diskutil answers with no JSON or not in time", async () => {
    expect((await onMac("<html>")).gap).toBe("unreadable");
    expect((await onMac(new NotAnswering(3000))).gap).toBe("no-answer");
  });
});

describe("the health of a drive on Windows", () => {
  it.each([
    ["no-permission", "refused"],
    ["drive-error", "unreadable"],
  ] as const)(
    'is not known after the engine ended with the error "%s", and has the gap "%s"',
    async (code, gap) => {
      const engine = new FakeEngine();
      const health = windowsHealthReader(() => engine)("\\\\.\\PhysicalDrive1");
      engine.says({ type: "finished", stopped: false, error: hostError(code, []) });
      expect(await health).toEqual({ gap });
    },
  );
});

describe("the health of the drive below a volume", () => {
  it.each<[string, readonly string[], Partial<Volume["drive"]>, HealthGap]>([
    ["is in memory", ["sda"], { kind: "memory" }, "no-drive"],
    ["lies on two disks", ["sda", "sdb"], {}, "several-drives"],
    ["lies on two disks, one of which is known", ["sda"], { disks: 2 }, "several-drives"],
    ["names no disk", [], {}, "drive-unknown"],
  ])("is not asked for if the volume %s", async (_, disks, drive, gap) => {
    expect((await read({ platform: "linux" }, disks, drive)).gap).toBe(gap);
  });
});
