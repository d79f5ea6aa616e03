import type { Health } from "#contract/health";
import type { DriveKind } from "#contract/volume";
import { pagesReadings } from "../../../../electron/main/health/health-pages";
import { HealthReader } from "../../../../electron/main/health/read-health";
import type { SystemAccess } from "../../../../electron/main/volumes/system-access";
import { type AtaCapture, ataAttributes, ataPages } from "../../../fixtures/health/captures";
import { sampleVolume } from "../../../helpers/sample-volume";
import { udisksSystem } from "../../../helpers/udisks-system";

const nowMs = Date.UTC(2026, 10, 24);

/**
 * The converted value and its unit (UDisks's "pretty" value) for attributes whose raw value UDisks
 * converts, else null.
 */
function converted(id: number, raw: number): readonly [figure: number, unit: number] | null {
  switch (id) {
    case 222:
    case 240:
      return [(raw % 2 ** 32) * 3_600_000, 2];
    case 231:
      return [raw * 1000 + 273_150, 4];
    case 241:
    case 242:
      return [Math.floor((raw * 2 ** 25) / 1e6), 7];
    default:
      return null;
  }
}

function udisksAttributes(capture: AtaCapture): string {
  const answer = JSON.parse(ataAttributes(capture)) as { data: [(number | string | object)[][]] };
  const rows = answer.data[0].map((one) => {
    const figure = converted(Number(one[0]), Number(one[6]));
    return figure === null ? one : [...one.slice(0, 6), ...figure, {}];
  });
  return JSON.stringify({ ...answer, data: [rows] });
}

/** The health that UDisks and Windows report of an invented SATA drive with these attributes. */
export function healthOnBoth(
  attributes: AtaCapture["attributes"],
  { model, kind, hours }: { model: string; kind: DriveKind; hours: number },
): Promise<Health[]> {
  const capture: AtaCapture = {
    source: "made up",
    model,
    isFailing: false,
    hours,
    celsius: 31,
    badSectors: 0,
    attributes,
  };
  const drive = { ...sampleVolume().drive, kind, model, disks: 1 };
  const windows = { platform: "win32" } as unknown as SystemAccess;
  const readings = async () => pagesReadings(ataPages(capture), nowMs);
  return Promise.all(
    [udisksSystem(capture, udisksAttributes(capture)), windows].map((system) =>
      new HealthReader(readings, system, () => nowMs).read({ drive, physicalDisks: ["sda"] }),
    ),
  );
}

export const both = <T>(one: T) => [one, one];
