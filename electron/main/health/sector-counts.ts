import type { HealthReadings } from "#analysis/health/readings";

const reallocated = 5;
const pending = 197;
const uncorrectable = 198;
const reportedUncorrectable = 187;
const mostSectors = 1e9;

type SectorCounts = Pick<
  HealthReadings,
  "badSectors" | "reallocatedSectors" | "pendingSectors" | "uncorrectableSectors" | "mediaErrors"
>;

/**
 * The counters of sectors among ATA attributes; `rawOf` gives all 48 raw bits of one. Makers pack more
 * than a count into them: of attribute 5 the count is the lowest 16 bits (smartmontools, drivedb.h:
 * `raw16(raw16)`), and where those are 0 below others it is not known. Above the lowest 32 bits of 187,
 * 197 or 198 stands something else: the count is not known where those are 0, and otherwise the whole figure
 * stays, which cannot be true and hides no sector.
 */
export function sectorCounts(rawOf: (id: number) => number | null): SectorCounts {
  const plain = (id: number) => {
    const raw = rawOf(id);
    return raw === null || raw < 0 || (raw >= 2 ** 32 && raw % 2 ** 32 === 0) ? null : raw;
  };
  const low16 = (raw: number) => (raw > 0 && raw % 2 ** 16 === 0 ? null : raw % 2 ** 16);
  const raw = rawOf(reallocated);
  const reallocatedSectors = raw === null || raw < 0 ? null : low16(raw);
  const pendingSectors = plain(pending);
  // A drive has fewer: such a counter is not filled in, and no part of a sum.
  const isCount = (pendingSectors ?? 0) <= mostSectors && pendingSectors !== 0xffff;
  return {
    reallocatedSectors,
    pendingSectors,
    uncorrectableSectors: plain(uncorrectable),
    mediaErrors: plain(reportedUncorrectable),
    badSectors:
      (reallocatedSectors === null && pendingSectors === null) || !isCount
        ? null
        : (reallocatedSectors ?? 0) + (pendingSectors ?? 0),
  };
}

/**
 * Without a counter that is known to say nothing: Crucial's MX500 flips attribute 197 between 0 and 1
 * by chance (smartmontools, drivedb.h: "Bogus_Current_Pend_Sect").
 */
export function withoutBogusSectors<Readings extends SectorCounts>(
  readings: Readings,
  model: string | null,
): Readings {
  if (!/MX500/.test(model ?? "")) {
    return readings;
  }
  const { pendingSectors: waiting, reallocatedSectors: replaced } = readings;
  // A sum of one that is not told apart may be that one.
  const isSum = waiting == null && replaced == null && readings.badSectors === 1;
  return waiting === 1 || isSum
    ? { ...readings, pendingSectors: null, badSectors: replaced ?? null }
    : readings;
}
