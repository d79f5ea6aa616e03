import { type HealthReadings, healthOf } from "#analysis/health/readings";
import type { OperatingSystem } from "#contract/flush-mode";
import type { Health, HealthPages } from "#contract/health";
import type { DriveKind } from "#contract/volume";
import { pagesReadings } from "../../../../electron/main/health/health-pages";
import { HealthReader } from "../../../../electron/main/health/read-health";
import type { SystemAccess } from "../../../../electron/main/volumes/system-access";
import { NotAnswering } from "../../../../electron/main/volumes/time-limit";
import {
  ataAttributes,
  ataCaptures,
  ataPages,
  ataProperties,
  diskutilInfo,
  type NvmeCapture,
  noPages,
  nvmeAttributes,
  nvmeCaptures,
  nvmeLogPage,
  nvmeProperties,
} from "../../../fixtures/health/captures";
import type { SampleOptions } from "../../../helpers/sample-report";
import { sampleVolume } from "../../../helpers/sample-volume";
import { healthOnBoth } from "./both-systems";

/** Replies of drives that are not simply well, each as its system gives it. */

export interface Reply {
  /** What came, in short. */
  readonly reply: string;
  readonly os: OperatingSystem;
  readonly kind?: DriveKind;
  readonly read: () => Promise<Health>;
  readonly bought?: Pick<NonNullable<SampleOptions["report"]>, "purchase" | "purchasedIn">;
}

export const nowMs = Date.UTC(2026, 10, 24);

interface Answers {
  readonly properties?: string | Error;
  readonly attributes?: string | Error;
  readonly drive?: string | Error;
}

/** A system whose busctl answers so. */
function busOf({
  properties = "",
  attributes = new Error("Call failed: No such method"),
  drive,
}: Answers) {
  const path = JSON.stringify({ type: "o", data: "/org/freedesktop/UDisks2/drives/X" });
  const nothing = () => Promise.reject(new Error("ENOENT"));
  return {
    ...{ platform: "linux", readFile: nothing, readdir: nothing, realpath: nothing, stat: nothing },
    run: async (_file: string, args: readonly string[]) => {
      const answer = args.includes("get-property")
        ? (drive ?? path)
        : args.includes("SmartGetAttributes")
          ? attributes
          : properties;
      if (answer instanceof Error) {
        throw answer;
      }
      return answer;
    },
  } as unknown as SystemAccess;
}

interface Disk {
  readonly disks?: readonly string[];
  readonly kind?: DriveKind;
  readonly model?: string;
  /** What Windows' pages hold. */
  readonly readings?: () => Promise<HealthReadings>;
}

function read(
  system: SystemAccess,
  { disks = ["sda"], kind = "sata-ssd", model = "X", readings }: Disk,
) {
  const volume = sampleVolume();
  const reader = new HealthReader(readings ?? (() => Promise.resolve({})), system, () => nowMs);
  return reader.read({
    drive: { ...volume.drive, kind, model, disks: 1 },
    physicalDisks: [...disks],
  });
}

const [intel] = nvmeCaptures as [NvmeCapture];
const [samsung, hitachi] = ataCaptures as [
  (typeof ataCaptures)[number],
  (typeof ataCaptures)[number],
];
const mp600 = nvmeCaptures.find(({ unsafeShutdowns }) => unsafeShutdowns > 80_000);

/** A published drive (Intel 660p) out of its box, with these figures instead. */
const fresh: NvmeCapture = {
  ...intel,
  ...{ unitsRead: 100_000, unitsWritten: 160_000, powerCycles: 31, powerOnHours: 14 },
  ...{ used: 0, unsafeShutdowns: 3, mediaErrors: 0 },
};

function nvme(reply: string, changes: Partial<NvmeCapture>, bought?: Reply["bought"]): Reply {
  const capture = { ...fresh, ...changes };
  const answers = { properties: nvmeProperties(capture), attributes: nvmeAttributes(capture) };
  return {
    ...{ reply: `NVMe, UDisks: ${reply}`, os: "linux", kind: "nvme" },
    read: () => read(busOf(answers), { disks: ["nvme0n1"], kind: "nvme" }),
    ...(bought === undefined ? {} : { bought }),
  };
}

type Raw = Readonly<Record<number, number>>;

/** A published disk (Samsung HM500JI), its hours and starts included, with these raw values. */
function attributesWith(raw: Raw) {
  const known = samsung.attributes.map((row) => {
    const [id, name, flags, value, worst, threshold] = row;
    return id in raw ? ([id, name, flags, value, worst, threshold, raw[id] ?? 0] as const) : row;
  });
  const more = Object.entries(raw)
    .filter(([id]) => !samsung.attributes.some(([one]) => one === Number(id)))
    .map(([id, value]) => [Number(id), "attribute", 50, 100, 100, 0, value] as const);
  return { ...samsung, attributes: [...known, ...more] };
}

function ata(reply: string, raw: Raw, { model = samsung.model } = {}): Reply {
  const capture = attributesWith(raw);
  const answers = { properties: ataProperties(capture), attributes: ataAttributes(capture) };
  return {
    ...{ reply: `ATA, UDisks: ${reply}`, os: "linux", kind: "hard-disk" },
    read: () => read(busOf(answers), { kind: "hard-disk", model }),
  };
}

type AtaRow = (typeof samsung)["attributes"][number];

/** An attribute: number, value, raw; what is not said is as that of a well SSD. */
const row = (
  id: number,
  value: number,
  raw: number,
  threshold = 0,
  flags = 50,
  worst = value,
): AtaRow => [...([id, "attribute", flags, value, worst, threshold, raw] as const)];

/** A SATA SSD with these attributes beside those that all have. */
function ssd(
  reply: string,
  model: string,
  rows: readonly AtaRow[],
  { kind = "sata-ssd" as DriveKind, hours = 9000, os = "linux" as "linux" | "windows" } = {},
): Reply {
  const usual = [
    row(5, 100, 0, 10, 51),
    row(9, 98, hours),
    row(12, 99, 640),
    row(194, 69, 31),
    row(197, 100, 0),
  ];
  const attributes = [...usual.filter(([id]) => rows.every(([one]) => one !== id)), ...rows];
  return {
    ...{ reply: `${model}, ${os === "linux" ? "UDisks" : "Windows"}: ${reply}`, os, kind },
    read: async () => {
      const [linuxes, windowses] = await healthOnBoth(attributes, { model, kind, hours });
      return (os === "linux" ? linuxes : windowses) as Health;
    },
  };
}

function linux(reply: string, answers: Answers, disk: Disk = {}): Reply {
  return { reply, os: "linux", kind: disk.kind ?? "usb", read: () => read(busOf(answers), disk) };
}

const physicalDrive = "\\\\.\\PhysicalDrive1";

function windows(reply: string, pages: Partial<HealthPages>): Reply {
  const readings = () => pagesReadings({ ...noPages, ...pages }, nowMs);
  return {
    ...{ reply: `Windows: ${reply}`, os: "windows", kind: "nvme" },
    read: async () => ({ ...healthOf(readings(), nowMs), disk: physicalDrive }),
  };
}

/** A Mac whose diskutil answers so. */
function mac(reply: string, json: string, disks: readonly string[] = ["disk0"]): Reply {
  const system = { platform: "darwin", run: async () => json } as unknown as SystemAccess;
  return {
    ...{ reply: `diskutil: ${reply}`, os: "macos", kind: "nvme" },
    read: () => read(system, { disks, kind: "nvme" }),
  };
}

const fields = (values: Readonly<Record<string, unknown>>) =>
  JSON.stringify({
    type: "a{sv}",
    data: [Object.fromEntries(Object.entries(values).map(([name, data]) => [name, { data }]))],
  });
const ataFields = { SmartSupported: true, SmartEnabled: true, SmartUpdated: 1_763_600_000 };
const failed = (text: string) => new Error(`Command failed: busctl\n${text}`);
const zeros = Array<number>(512).fill(0);
const zeroPages = { ataAttributes: zeros };
const years = { powerOnHours: 21_000, powerCycles: 1800, unitsWritten: 20_000_000, used: 9 };

export const replies: readonly Reply[] = [
  // 7
  ata("3 000 pending (197), 2 000 reallocated (5)", { 197: 3000, 5: 2000 }),
  ata("1 pending", { 197: 1 }),
  ata("2 000 reallocated", { 5: 2000 }),
  ata("1 reallocated", { 5: 1 }),
  ata("12 uncorrectable (198)", { 198: 12 }),
  ata("all three at 0", { 5: 0, 197: 0, 198: 0 }),
  ata("5 holds 2³² × 23 and 4 packed", { 5: 23 * 2 ** 32 + 4 }),
  ata("5 holds 2¹⁶ × 9 and 0 packed", { 5: 9 * 2 ** 16 }),
  ata("9 reported uncorrectable (187)", { 187: 9 }),
  ata("187 holds 2¹⁶ × 3 and 5 packed", { 187: 3 * 2 ** 16 + 5 }),
  ata("197 holds 2³² × 7 packed", { 197: 7 * 2 ** 32 }),
  ata("197 holds 2³² × 7 and 3 000 packed", { 197: 7 * 2 ** 32 + 3000 }),
  ata(
    "1 pending, of an MX500 (known to say so by chance)",
    { 197: 1 },
    { model: "CT1000MX500SSD1" },
  ),
  ata("3 pending, of an MX500", { 197: 3 }, { model: "CT1000MX500SSD1" }),
  linux(
    "ATA, UDisks without attributes: 7 bad sectors in all",
    { properties: fields({ ...ataFields, SmartFailing: false, SmartNumBadSectors: 7 }) },
    { kind: "hard-disk" },
  ),
  linux(
    "ATA, UDisks without attributes: 1 bad sector, of an MX500",
    { properties: fields({ ...ataFields, SmartFailing: false, SmartNumBadSectors: 1 }) },
    { model: "CT1000MX500SSD1", kind: "sata-ssd" },
  ),
  linux(
    "ATA, UDisks without attributes: -1 bad sectors (not known)",
    { properties: fields({ ...ataFields, SmartFailing: false, SmartNumBadSectors: -1 }) },
    { kind: "hard-disk" },
  ),
  linux(
    "ATA, UDisks: last self-test ended with a read error, self-assessment passed",
    {
      properties: fields({
        ...ataFields,
        SmartFailing: false,
        SmartSelftestStatus: "error_read",
      }),
    },
    { kind: "hard-disk" },
  ),
  windows("ATA page, 3 000 pending, 2 000 reallocated, no failure predicted", {
    ...ataPages(attributesWith({ 197: 3000, 5: 2000 })),
    predictsFailure: false,
  }),
  nvme("100 000 media errors", { mediaErrors: 100_000 }),
  nvme("1 media error", { mediaErrors: 1 }),
  mac("31 media errors", diskutilInfo({ ...fresh, mediaErrors: 31 })),
  // 8
  windows("failure predicted, page all zeros", { ...zeroPages, predictsFailure: true }),
  windows("failure predicted, no page", { predictsFailure: true }),
  windows("no failure predicted, page all zeros", { ...zeroPages, predictsFailure: false }),
  windows("failure predicted, published page (Hitachi)", ataPages(hitachi)),
  windows("NVMe log all zeros", { nvmeHealth: zeros }),
  mac("SMARTStatus Failing, no figures", JSON.stringify({ SMARTStatus: "Failing" })),
  mac("SMARTStatus About to Fail", JSON.stringify({ SMARTStatus: "About to Fail" })),
  // 9
  nvme("104 % used, 21 000 hours, 10 TB written", { ...years, used: 104 }),
  nvme("255 % used, 60 000 hours", { ...years, powerOnHours: 60_000, used: 255 }),
  nvme("255 % used, 14 hours, 82 GB written", { used: 255 }),
  nvme("3 000 hours, 0 data units read and written", {
    ...{ powerOnHours: 3000, powerCycles: 80, unitsWritten: 0, unitsRead: 0 },
  }),
  // 10
  linux(
    "SD card mmcblk0",
    { properties: failed("Call failed: No such interface") },
    {
      ...{ disks: ["mmcblk0"], kind: "memory-card" },
    },
  ),
  linux(
    "LUKS on nvme1n1, UDisks 2.9 without NVMe",
    {
      properties: failed(
        'Call failed: No such interface "org.freedesktop.UDisks2.NVMe.Controller"',
      ),
    },
    { disks: ["nvme1n1"], kind: "nvme" },
  ),
  linux("device-mapper whose disks are not known", {}, { disks: [], kind: "unknown" }),
  linux("volume on two disks", {}, { disks: ["sda", "sdb"], kind: "sata-ssd" }),
  {
    ...{ reply: "Windows: refused, PhysicalDrive1", os: "windows", kind: "nvme" },
    read: async () => ({ ...healthOf({ gap: "refused" }, nowMs), disk: physicalDrive }),
  },
  mac("APFS container on disk0, no SMART keys", JSON.stringify({ SMARTStatus: "Verified" })),
  mac("external SSD disk4, Not Supported", JSON.stringify({ SMARTStatus: "Not Supported" }), [
    "disk4",
  ]),
  mac("not one word of SMART, disk not known", "{}", []),
  // 11
  linux("stick without SMART: no interface Drive.Ata", {
    properties: failed('Call failed: No such interface "org.freedesktop.UDisks2.Drive.Ata"'),
  }),
  {
    ...linux("SAS disk: no interface Drive.Ata", {}, { kind: "hard-disk" }),
    read: () => {
      const system = busOf({
        properties: failed('Call failed: No such interface "org.freedesktop.UDisks2.Drive.Ata"'),
      });
      const path = "/sys/devices/pci0/host0/port-0:0/end_device-0:0/target0:0:0/block/sda";
      return read({ ...system, realpath: async () => path }, { kind: "hard-disk" });
    },
  },
  linux("SmartSupported false", {
    properties: fields({ SmartSupported: false, SmartEnabled: false }),
  }),
  linux("SmartEnabled false", { properties: fields({ ...ataFields, SmartEnabled: false }) }),
  linux("ATA, not asked yet (SmartUpdated 0)", {
    properties: fields({ ...ataFields, SmartUpdated: 0 }),
  }),
  linux(
    "NVMe, not asked yet (SmartUpdated 0)",
    { properties: nvmeProperties(fresh, 0) },
    {
      ...{ disks: ["nvme0n1"], kind: "nvme" },
    },
  ),
  linux("busctl not installed", {
    drive: Object.assign(new Error("spawn busctl"), { code: "ENOENT" }),
  }),
  linux("UDisks not running", {
    drive: failed("The name org.freedesktop.UDisks2 was not provided by any .service files"),
  }),
  linux("no bus", { drive: failed("Failed to connect to bus: No such file or directory") }),
  linux("access denied", { properties: failed("Call failed: Access denied") }),
  linux("no answer in three seconds", { properties: new NotAnswering(3000) }),
  linux("an answer that is no JSON", { properties: "<html>" }),
  linux("an empty answer", { properties: "{}" }),
  linux("busctl ends without a word", { properties: failed("") }),
  linux("UDisks does not know the device", { drive: failed("Call failed: Unknown object '/x'.") }),
  linux("UDisks knows the device and no drive of it", {
    drive: JSON.stringify({ type: "o", data: "/" }),
  }),
  linux(
    "NVMe, attributes that are no JSON",
    { properties: nvmeProperties(fresh), attributes: "<html>" },
    { disks: ["nvme0n1"], kind: "nvme" },
  ),
  mac("an answer that is no JSON", "<html>"),
  windows("NVMe log, spare 9 % of 10 % and the warning of it", {
    nvmeHealth: nvmeLogPage({ ...fresh, criticalWarning: 1, spare: 9, spareThreshold: 10 }),
  }),
  windows("NVMe log, all six known warnings (0x3f), spare 0 % of 10 %", {
    nvmeHealth: nvmeLogPage({ ...fresh, criticalWarning: 0x3f, spare: 0, spareThreshold: 10 }),
  }),
  mac("spare 1 % of 99 % (Apple)", diskutilInfo({ ...fresh, spare: 1, spareThreshold: 99 })),
  windows("NVMe log, temperature warning alone", {
    nvmeHealth: nvmeLogPage({ ...fresh, criticalWarning: 2 }),
  }),
  windows("NVMe log, read-only bit and an unknown one (0x88)", {
    nvmeHealth: nvmeLogPage({ ...fresh, criticalWarning: 0x88 }),
  }),
  windows("NVMe log, an unknown bit alone (0x40)", {
    nvmeHealth: nvmeLogPage({ ...fresh, criticalWarning: 0x40 }),
  }),
  windows("NVMe log, all bits at once (0xff)", {
    nvmeHealth: nvmeLogPage({ ...fresh, criticalWarning: 0xff }),
  }),
  linux(
    "NVMe, UDisks: warnings readonly and a name of the future",
    {
      properties: fields({
        SmartUpdated: 1_763_600_000,
        SmartCriticalWarning: ["readonly", "future"],
      }),
      attributes: nvmeAttributes(fresh),
    },
    { disks: ["nvme0n1"], kind: "nvme" },
  ),
  // 12
  nvme("62 hours, 131 starts, 655 GB (published: BM9C1 in a new laptop)", {
    ...{ powerOnHours: 62, powerCycles: 131, unitsWritten: 1_279_296 },
  }),
  nvme("14 hours, 0 starts", { powerCycles: 0 }),
  nvme("no counters, but spare and wear: a bridge passes on the beginning of the log", {
    ...{ powerOnHours: 0, powerCycles: 0, unitsRead: 0, unitsWritten: 0, unsafeShutdowns: 0 },
    used: 3,
  }),
  nvme(
    "50 hours, 300 TB, 45 % used, bought new this month",
    { powerOnHours: 50, unitsWritten: 585_937_500, used: 45 },
    { purchase: "new", purchasedIn: "2026-11" },
  ),
  mac(
    "only 45 % used",
    JSON.stringify({
      SMARTStatus: "Verified",
      SMARTDeviceSpecificKeysMayVaryNotGuaranteed: { PERCENTAGE_USED: 45 },
    }),
  ),
  ...(mp600 === undefined ? [] : [nvme("83 000 power losses (published: Force MP600)", mp600)]),
  nvme("21 000 hours, bought new in 2026-10", years, { purchase: "new", purchasedIn: "2026-10" }),
  mac(
    "177 TB written, the drive counts no percentage",
    JSON.stringify({
      ...{ SMARTStatus: "Verified" },
      SMARTDeviceSpecificKeysMayVaryNotGuaranteed: {
        ...{ CRITICAL_WARNING: 0, DATA_UNITS_WRITTEN_0: 345_703_125, DATA_UNITS_WRITTEN_1: 0 },
        ...{ POWER_ON_HOURS_0: 9000, POWER_ON_HOURS_1: 0, POWER_CYCLES_0: 300, POWER_CYCLES_1: 0 },
      },
    }),
  ),
  // SATA SSDs; which attribute counts the wear of which model is in ssd-wear.test.ts
  ssd("177 at 99", "Samsung SSD 860 EVO 500GB", [row(177, 99, 3, 0, 19)], { hours: 30 }),
  ssd("177 at 1", "Samsung SSD 860 EVO 500GB", [row(177, 1, 2600, 0, 19)], { os: "windows" }),
  ssd("202 at 0, raw 117", "CT500MX500SSD1", [row(202, 0, 117, 1, 48)]),
  ssd("202 at 40, raw 60, 30 hours", "CT500MX500SSD1", [row(202, 40, 60, 1, 48)], { hours: 30 }),
  ssd("231 at 8, raw 92", "KINGSTON SA400S37240G", [row(231, 8, 92, 0, 0)], { os: "windows" }),
  ssd("231 at 10 of 10, 233 at 0", "KINGSTON SV300S37A120G", [
    ...[row(231, 10, 0, 10, 19), row(233, 0, 23_924, 0, 0)],
  ]),
  ssd("177, 202, 231 and 233 of no known model", "SATA SSD", [
    ...[row(177, 3, 97), row(202, 3, 97), row(231, 3, 3), row(233, 3, 0)],
  ]),
  ssd(
    "184 (end-to-end errors) at 1 of 99, which warns of no failure by its flags",
    "ST1000LM035-1RK172",
    [row(184, 1, 207, 99)],
    { kind: "hard-disk" },
  ),
  ssd("190 (temperature) at 40 of 45", "ST1000LM035-1RK172", [row(190, 40, 60, 45, 34)], {
    kind: "hard-disk",
  }),
  linux(
    "ATA, UDisks without attributes: 1 of them at its limit",
    { properties: fields({ ...ataFields, SmartFailing: false, SmartNumAttributesFailing: 1 }) },
    { kind: "hard-disk" },
  ),
  ssd("10 at 100, once at 51 of 51", "ST1000LM035-1RK172", [row(10, 100, 0, 51, 19, 51)], {
    kind: "hard-disk",
  }),
];
