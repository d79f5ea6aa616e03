import { isBelievable, isBelievableLimit } from "#contract/temperature";
import { type SystemFiles, systemFiles } from "./system-files";

export interface TemperatureReading {
  readonly celsius: number;
  /**
   * The temperature at which an NVMe drive reports overheating; `null`: not reported, or not NVMe.
   */
  readonly limitCelsius: number | null;
}

/**
 * Folders of a disk in which the kernel shows its sensor (hwmon) without a password: through `nvme`
 * (since 5.5) and, if loaded, `drivetemp` (since 5.6). Newer kernels attach the NVMe sensor to the
 * controller, older ones to its PCI device.
 */
const sensorFolders = ["device", "device/hwmon", "device/device/hwmon"];
const drivers = ["nvme", "drivetemp"];

/** The hwmon folder of the disk's sensor; `null`: the system has none. Never rejects. */
export async function findSensor(
  disk: string,
  files: SystemFiles = systemFiles,
): Promise<string | null> {
  for (const folder of sensorFolders.map((below) => `/sys/block/${disk}/${below}`)) {
    for (const name of await files.list(folder).catch(() => [])) {
      const sensor = `${folder}/${name}`;
      const driver = /^hwmon\d+$/.test(name) && (await textOf(`${sensor}/name`, files));
      if (driver && drivers.includes(driver)) {
        return sensor;
      }
    }
  }
  return null;
}

/**
 * The disk's temperature, from `temp1_input` in thousandths of a degree (Linux:
 * Documentation/hwmon/sysfs-interface); `null`: not known. For the driver `nvme` it is the
 * composite temperature, and `temp1_max` and `temp1_crit` are WCTEMP and CCTEMP of the same sensor.
 * `temp1_max` of `drivetemp` is not used as a limit: it is the highest operating temperature that a
 * hard disk's maker recommends (drivetemp.rst).
 */
export async function readTemperature(
  sensor: string,
  files: SystemFiles = systemFiles,
): Promise<TemperatureReading | null> {
  const [celsius, driver, warning, critical] = await Promise.all([
    degreesOf(`${sensor}/temp1_input`, files),
    textOf(`${sensor}/name`, files),
    degreesOf(`${sensor}/temp1_max`, files),
    degreesOf(`${sensor}/temp1_crit`, files),
  ]);
  const limits = driver === "nvme" ? [warning, critical] : [];
  const limitCelsius = limits.find((limit) => limit !== null && isBelievableLimit(limit)) ?? null;
  return celsius === null || !isBelievable(celsius) ? null : { celsius, limitCelsius };
}

async function degreesOf(path: string, files: SystemFiles): Promise<number | null> {
  const text = await textOf(path, files);
  return text !== null && /^-?\d{1,7}$/.test(text) ? Number(text) / 1000 : null;
}

/**
 * Text of a sensor's file; `null` (not known) if the drive has no temperature sensor, or the sensor
 * does not answer.
 */
async function textOf(path: string, files: SystemFiles): Promise<string | null> {
  const text = await files.read(path).catch(() => null);
  return text?.trim() ?? null;
}

/**
 * Interval of the samples in milliseconds, this long because each sample is a command to the drive.
 */
const askEveryMs = 5000;

/**
 * Reports the temperature of the disk under the folder until `end()` is called. Reports nothing if
 * there are several disks, or none with a sensor.
 */
export function followTemperature(
  disks: readonly string[],
  tell: (reading: TemperatureReading) => void,
  files: SystemFiles = systemFiles,
  everyMs = askEveryMs,
): { end(): void } {
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  const [disk, ...others] = disks;
  const ask = async (sensor: string) => {
    const reading = await readTemperature(sensor, files);
    if (!ended) {
      if (reading !== null) {
        tell(reading);
      }
      timer = setTimeout(() => void ask(sensor), everyMs);
    }
  };
  if (disk !== undefined && others.length === 0) {
    void findSensor(disk, files).then((sensor) => (sensor === null ? undefined : ask(sensor)));
  }
  return {
    end: () => {
      ended = true;
      clearTimeout(timer);
    },
  };
}
