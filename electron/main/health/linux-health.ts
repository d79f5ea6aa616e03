import type { HealthReadings } from "#analysis/health/readings";
import { emmcReserves, lifeExceeded } from "#contract/health";
import { readAttribute, readNames } from "../volumes/block-device";
import type { SystemAccess } from "../volumes/system-access";
import { Udisks, udisksDeviceOf, udisksRefusal } from "../volumes/udisks";
import { ataReadings, nvmeReadings } from "./udisks-health";

type LinuxAccess = Pick<SystemAccess, "run" | "readFile" | "readdir" | "realpath" | "stat">;

/** A disk's health, or why Linux reports none. `disk` is a name under `/sys/block`. */
export async function readLinuxHealth(disk: string, system: LinuxAccess): Promise<HealthReadings> {
  const [health, temperatureCelsius] = await Promise.all([
    readFlashHealth(disk, system).then((flash) => flash ?? readUdisksHealth(disk, system)),
    readTemperature(disk, system),
  ]);
  // hwmon reads the drive's sensor now; UDisks' temperature may be ten minutes old.
  return temperatureCelsius === null ? health : { ...health, temperatureCelsius };
}

async function readUdisksHealth(disk: string, system: LinuxAccess): Promise<HealthReadings> {
  const udisks = new Udisks(system);
  const isNvme = disk.startsWith("nvme");
  try {
    const drive = await udisks.driveOf(udisksDeviceOf(disk));
    if (drive === null) {
      return { gap: "not-listed" };
    }
    const of = isNvme ? "NVMe.Controller" : "Drive.Ata";
    const [properties, attributes] = await Promise.all([
      udisks.properties(drive, of),
      // The attributes are optional: the query fails if UDisks is older than 2.10 or has not
      // queried the drive yet.
      udisks.smartAttributes(drive, of).catch(() => null),
    ]);
    return of === "Drive.Ata"
      ? ataReadings(properties, attributes)
      : nvmeReadings(properties, attributes);
  } catch (error) {
    const why = udisksRefusal(error);
    // UDisks does not show every health log: versions before 2.10 do not support NVMe, and no
    // version supports SAS.
    const missing =
      isNvme || (await isSas(disk, system))
        ? "not-shown"
        : (await countsWear(disk, system))
          ? "not-read"
          : "no-report";
    return { gap: why === "no-interface" ? missing : why };
  }
}

/**
 * The wear of eMMC and UFS memory, from sysfs files that every user may read: an estimate for each
 * of two kinds of flash (eMMC: `0x02 0x01`) and the state of the spare blocks (`0x01`). JEDEC eMMC
 * 5.0 (DEVICE_LIFE_TIME_EST_TYP_A and _B, PRE_EOL_INFO) and UFS (bDeviceLifeTimeEstA and B,
 * bPreEOLInfo) use the same numbers; 0 means "not defined". SD cards have no such files.
 */
async function readFlashHealth(disk: string, system: LinuxAccess): Promise<HealthReadings | null> {
  const ufs = await ufsFolder(disk, system);
  const lifeTimes = [
    deviceFile(disk, "life_time"),
    ...["life_time_estimation_a", "life_time_estimation_b"].map((name) => `${ufs}/${name}`),
  ];
  const texts = await Promise.all(lifeTimes.map((path) => readAttribute(system, path)));
  const preEndOfLife =
    (await readAttribute(system, deviceFile(disk, "pre_eol_info"))) ??
    (await readAttribute(system, `${ufs}/eol_info`));
  const estimates = texts.flatMap(numbersIn).filter((one) => one >= 1 && one <= lifeExceeded);
  const lifeTenths = estimates.length === 0 ? null : Math.max(...estimates);
  const [state, ...more] = numbersIn(preEndOfLife);
  const reserve = more.length > 0 ? null : (emmcReserves[(state ?? 0) - 1] ?? null);
  return lifeTenths === null && reserve === null
    ? null
    : { source: "sysfs", emmc: { lifeTenths, reserve } };
}

/** The sysfs folder with the health of UFS memory, at its controller (sysfs-driver-ufs). */
async function ufsFolder(disk: string, system: LinuxAccess): Promise<string> {
  const place = await system.realpath(`/sys/block/${disk}`).catch(() => "");
  return `${place.replace(/\/host\d+\/.*$/, "")}/health_descriptor`;
}

/** Parses the text of a sysfs file, such as `0x02 0x01`; empty if the format is another one. */
function numbersIn(text: string | null): number[] {
  return text !== null && /^0x[0-9a-f]{2}( 0x[0-9a-f]{2})?$/i.test(text)
    ? text.split(" ").map(Number)
    : [];
}

/**
 * Whether the disk is a SAS drive, whose path contains an "end device" of the kernel's SAS
 * transport.
 */
async function isSas(disk: string, system: LinuxAccess): Promise<boolean> {
  const place = await system.realpath(`/sys/block/${disk}`).catch(() => "");
  return place.includes("/end_device-");
}

function deviceFile(disk: string, name: string): string {
  return `/sys/block/${disk}/device/${name}`;
}

/** Whether the disk estimates its wear at all, after `readFlashHealth` found nothing valid. */
async function countsWear(disk: string, system: LinuxAccess): Promise<boolean> {
  const estimates = await readAttribute(system, deviceFile(disk, "life_time"));
  return /[1-9a-f]/i.test((estimates ?? "").replaceAll("0x", ""));
}

/** Reads °C from the sensor of the drivers `nvme` and `drivetemp`, as every user may. */
async function readTemperature(disk: string, system: LinuxAccess): Promise<number | null> {
  const device = `/sys/block/${disk}/device`;
  const folders = [
    ...(await readNames(system, device)).map((name) => `${device}/${name}`),
    ...(await readNames(system, `${device}/hwmon`)).map((name) => `${device}/hwmon/${name}`),
  ].filter((path) => /\/hwmon\d+$/.test(path));
  for (const folder of folders) {
    const name = await readAttribute(system, `${folder}/name`);
    const millidegrees = await readAttribute(system, `${folder}/temp1_input`);
    if ((name === "nvme" || name === "drivetemp") && /^-?\d{1,7}$/.test(millidegrees ?? "")) {
      return Math.round(Number(millidegrees) / 1000);
    }
  }
  return null;
}
