import type { HealthReadings } from "#analysis/health/readings";
import { criticalWarnings, type HealthPages } from "#contract/health";
import { sectorCounts } from "./sector-counts";

/**
 * Parses the health pages that Windows passes on. NVMe: NVM Express Base Specification, SMART /
 * Health Information (log page 02h). ATA: thirty attributes of twelve bytes each; their meaning is
 * common practice among makers but in no standard.
 */

const pageBytes = 512;
/** Offset of WriteCacheType in `STORAGE_WRITE_CACHE_PROPERTY`, and its value for "no cache". */
const writeCacheType = { at: 8, none: 1 };
/** Offset of WriteCacheEnabled in `STORAGE_WRITE_CACHE_PROPERTY`, and its value for "disabled". */
const writeCacheEnabled = { at: 12, disabled: 1 };
/** Offset of UserDefinedPowerProtection, and the page length needed to read it. */
const powerProtection = { at: 25, leastBytes: 26 };
/** An NVMe data unit: a thousand sectors of 512 bytes. */
export const dataUnitBytes = 512_000;

/**
 * Whether Windows' driver completes flushes without sending them (`CacheIsPowerProtected` in the
 * registry, set by “Turn off Windows write-cache buffer flushing on the device”); `null` if the
 * page does not say. False if the drive has no write cache or has it switched off, because nothing
 * needs a flush.
 * https://learn.microsoft.com/windows-hardware/drivers/ddi/ntddstor/ns-ntddstor-_storage_write_cache_property
 */
export function flushesTurnedOff({ writeCache }: Pick<HealthPages, "writeCache">): boolean | null {
  const page = Uint8Array.from(writeCache);
  const sizeSaid = page.length < 8 ? 0 : new DataView(page.buffer).getUint32(4, true);
  if (Math.min(page.length, sizeSaid) < powerProtection.leastBytes) {
    return null;
  }
  const hasCache =
    page[writeCacheType.at] !== writeCacheType.none &&
    page[writeCacheEnabled.at] !== writeCacheEnabled.disabled;
  return hasCache && page[powerProtection.at] !== 0;
}

/** The readings in Windows' pages or, if there are none, a gap: the reason for their absence. */
export function pagesReadings(pages: HealthPages, nowMs: number): HealthReadings {
  const { nvmeHealth, ataAttributes, predictsFailure, temperatureCelsius } = pages;
  const source = {
    ...({ source: "windows", asOfMs: nowMs } as const),
    flushesTurnedOff: flushesTurnedOff(pages),
  };
  if (nvmeHealth.length === pageBytes) {
    const log = nvmeLog(Uint8Array.from(nvmeHealth));
    return { ...source, ...log, selfAssessment: predictsFailure === true ? "failing" : null };
  }
  const selfAssessment =
    predictsFailure === null ? null : predictsFailure ? ("failing" as const) : ("passed" as const);
  if (ataAttributes.length === pageBytes) {
    const attributes = ataPage(Uint8Array.from(ataAttributes));
    const known = temperatureCelsius ?? attributes.temperatureCelsius ?? null;
    return { ...source, ...attributes, temperatureCelsius: known, selfAssessment };
  }
  // Without a health page only the prediction of a failure counts: adapters report "no failure" for
  // every drive.
  return selfAssessment === "failing"
    ? { ...source, protocol: "ata", isBlank: true, selfAssessment, temperatureCelsius }
    : { gap: "no-report", temperatureCelsius, flushesTurnedOff: source.flushesTurnedOff };
}

/** Whether the page is all zeros or all ones: the drive never filled it in. */
function isBlank(page: Uint8Array): boolean {
  return page.every((byte) => byte === 0) || page.every((byte) => byte === 0xff);
}

function nvmeLog(page: Uint8Array): HealthReadings {
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  const kelvin = view.getUint16(1, true);
  // Reads one of the health log's 128-bit counters.
  const counter = (at: number) =>
    Number(view.getBigUint64(at, true)) + Number(view.getBigUint64(at + 8, true)) * 2 ** 64;
  return {
    protocol: "nvme",
    isBlank: isBlank(page),
    criticalWarnings: warningNames(view.getUint8(0)),
    temperatureCelsius: kelvin === 0 ? null : Math.round(kelvin - 273.15),
    availableSparePercent: view.getUint8(3),
    spareThresholdPercent: view.getUint8(4),
    percentageUsed: view.getUint8(5),
    bytesRead: counter(32) * dataUnitBytes,
    bytesWritten: counter(48) * dataUnitBytes,
    powerCycles: counter(112),
    powerOnHours: counter(128),
    unsafeShutdowns: counter(144),
    mediaErrors: counter(160),
  };
}

/**
 * The warnings whose bits are set in NVMe's critical warning byte. A bit without a meaning in the
 * standard is named "reserved", and so is a value that is not a byte.
 */
export function warningNames(byte: number): string[] {
  const names = Array.from({ length: 8 }, (_, bit) => bit)
    .filter((bit) => (byte >> bit) & 1)
    .map((bit) => criticalWarnings[bit] ?? "reserved");
  return Number.isInteger(byte) && byte < 256 ? names : [...names, "reserved"];
}

const firstAttribute = 2;
const attributeBytes = 12;
const attributeCount = 30;

interface Attribute {
  readonly id: number;
  readonly value: number;
  /** The lowest four of the attribute's six raw bytes; `above` holds the other two. */
  readonly raw: number;
  readonly above: number;
}

function ataPage(page: Uint8Array): HealthReadings {
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  const attributes = Array.from({ length: attributeCount }, (_, place): Attribute => {
    const at = firstAttribute + place * attributeBytes;
    return {
      id: view.getUint8(at),
      value: view.getUint8(at + 3),
      raw: view.getUint32(at + 5, true),
      above: view.getUint16(at + 9, true),
    };
  }).filter(({ id }) => id !== 0);
  const rawOf = (wanted: number) => attributes.find(({ id }) => id === wanted)?.raw ?? null;
  // Some makers keep another count in the upper bytes of attribute 9: the power-on hours are then
  // not known.
  const hours = attributes.find(({ id }) => id === 9);
  // A drive's table names each attribute once; an adapter's filler bytes name the same one in all
  // entries.
  const isFiller = attributes.length > 1 && new Set(attributes.map(({ id }) => id)).size === 1;
  const whole = attributes.map(({ id, value, raw, above }) => ({
    id,
    value,
    raw: raw + above * 2 ** 32,
  }));
  const sectors = sectorCounts((wanted) => whole.find(({ id }) => id === wanted)?.raw ?? null);
  return {
    protocol: "ata",
    isBlank: isBlank(page) || attributes.length === 0 || isFiller,
    powerOnHours: hours === undefined || hours.above !== 0 ? null : hours.raw,
    powerCycles: rawOf(12),
    ...sectors,
    attributes: whole,
    temperatureCelsius: attributeCelsius(rawOf),
  };
}

/**
 * The temperature in °C: the lowest raw byte of ATA attribute 194 (the disk) or, if 194 is missing,
 * 190 (the air). The higher bytes hold the minimum and maximum or a second sensor. `null` if both
 * are missing.
 */
export function attributeCelsius(rawOf: (id: number) => number | null): number | null {
  // A raw value of 0 means that there is no sensor.
  const raw = rawOf(194) || rawOf(190) || null;
  return raw === null ? null : (raw << 24) >> 24;
}
