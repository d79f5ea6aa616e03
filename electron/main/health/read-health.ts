import { type HealthReadings, healthOf, unknownHealth } from "#analysis/health/readings";
import type { Health } from "#contract/health";
import type { Volume } from "#contract/volume";
import { OneUnderWay } from "../volumes/one-under-way";
import { nodeSystemAccess, type SystemAccess } from "../volumes/system-access";
import { NotAnswering, TimeLimit } from "../volumes/time-limit";
import { readLinuxHealth } from "./linux-health";
import { readMacHealth } from "./macos-health";
import { withBelievedHours } from "./power-on-hours";
import { withoutBogusSectors } from "./sector-counts";
import { withWear } from "./ssd-wear";

/** The health of a disk such as `\\.\PhysicalDrive0` as Windows reports it, read by the engine. */
export type ReadWindowsHealth = (disk: string) => Promise<HealthReadings>;

/**
 * Time limit of all health queries together, in milliseconds; each queried program has a shorter
 * one.
 */
const answerLimitMs = 8000;
const withoutDrive: ReadonlySet<Volume["drive"]["kind"]> = new Set([
  "memory",
  "network",
  "virtual",
]);

/**
 * The health report of the drive below a volume, as far as the system shows it to this user. No
 * query prompts for a password or wakes a drive. Never rejects; what is not known within eight
 * seconds stays unknown.
 */
export class HealthReader {
  private readonly limit = new TimeLimit(answerLimitMs);
  private readonly underWay = new OneUnderWay<HealthReadings>();

  constructor(
    private readonly readWindows: ReadWindowsHealth,
    private readonly system: SystemAccess = nodeSystemAccess(),
    private readonly now: () => number = Date.now,
  ) {}

  async read({ drive, physicalDisks }: Pick<Volume, "drive" | "physicalDisks">): Promise<Health> {
    if (withoutDrive.has(drive.kind)) {
      return unknownHealth("no-drive");
    }
    const [disk, ...others] = physicalDisks;
    if (others.length > 0 || (drive.disks ?? 1) > 1) {
      return unknownHealth("several-drives");
    }
    if (disk === undefined || drive.bus === "Spaces") {
      return unknownHealth("drive-unknown");
    }
    const counted = withoutBogusSectors(await this.ask(disk), drive.model);
    const readings = withBelievedHours(withWear(counted, drive), drive);
    return { ...healthOf(readings, this.now()), disk };
  }

  /**
   * Whether Windows is set to send no flushes to one of the drives below a volume; `null` if not
   * known, and on Linux and macOS. One query serves this and the drive's health. Never rejects.
   */
  async flushesTurnedOff({
    physicalDisks,
  }: Pick<Volume, "physicalDisks">): Promise<boolean | null> {
    if (this.system.platform !== "win32" || physicalDisks.length === 0) {
      return null;
    }
    const answers = await Promise.all(physicalDisks.map((disk) => this.ask(disk)));
    const settings = answers.map(({ flushesTurnedOff }) => flushesTurnedOff ?? null);
    return settings.includes(true) || (settings.includes(null) ? null : false);
  }

  private async ask(disk: string): Promise<HealthReadings> {
    try {
      return await this.underWay.ask(disk, () => this.limit.ask(disk, () => this.readings(disk)));
    } catch (error) {
      if (error instanceof NotAnswering) {
        return { gap: "no-answer" };
      }
      const reason = error instanceof Error ? error.message : error;
      console.error(`the health of ${disk} could not be read: ${reason}`);
      return { gap: "unreadable" };
    }
  }

  private readings(disk: string): Promise<HealthReadings> {
    switch (this.system.platform) {
      case "darwin":
        return readMacHealth(disk, this.system);
      case "win32":
        return this.readWindows(disk);
      default:
        return readLinuxHealth(disk, this.system);
    }
  }
}
