import type { HealthReadings } from "#analysis/health/readings";

const reallocated = 5;
const pending = 197;
const uncorrectable = 198;
const reportedUncorrectable = 187;
const mostSectors = 1e9;
/**
 * Erase counts that reveal Indilinx' controllers (OCZ Vertex, Vector, Arc and others). Their
 * attribute 198 is the amount of data read, not a count of sectors (smartmontools, drivedb.h:
 * `Read_Sectors_Tot_Ct`, `Host_Reads_GiB`).
 */
const ofIndilinx = [205, 206, 207, 208];
/**
 * Error rates that, if attribute 197 is missing, reveal SandForce's controllers. Their attribute
 * 198 counts errors in the bits above the sectors read (smartmontools, drivedb.h:
 * `198,raw24/raw32`).
 */
const ofSandForce = [195, 201, 204];

type SectorCounts = Pick<
  HealthReadings,
  "badSectors" | "reallocatedSectors" | "pendingSectors" | "uncorrectableSectors" | "mediaErrors"
>;

/**
 * The sector counters among the ATA attributes; `rawOf` returns all 48 raw bits of an attribute.
 * Makers pack more than a count into these bits. For attribute 5 the count is the lowest 16 bits
 * (smartmontools, drivedb.h: `raw16(raw16)`), for 187, 197 and 198 the lowest 32. If only higher
 * bits are set, the count is not known. If both are set in 187, 197 or 198, the whole impossible
 * value stays, so that it hides no sector.
 */
export function sectorCounts(rawOf: (id: number) => number | null): SectorCounts {
  const plain = (id: number) => {
    const raw = rawOf(id);
    return raw === null || raw < 0 || (raw >= 2 ** 32 && raw % 2 ** 32 === 0) ? null : raw;
  };
  const low16 = (raw: number) => (raw > 0 && raw % 2 ** 16 === 0 ? null : raw % 2 ** 16);
  const hasAll = (ids: readonly number[]) => ids.every((id) => rawOf(id) !== null);
  const isAmountRead = hasAll(ofIndilinx) || (hasAll(ofSandForce) && rawOf(pending) === null);
  const raw = rawOf(reallocated);
  const reallocatedSectors = raw === null || raw < 0 ? null : low16(raw);
  const pendingSectors = plain(pending);
  // A count above `mostSectors` or of 0xffff means that the drive does not fill in this counter;
  // the sum is not known if one of its two counts is such a value.
  const areCounts = [reallocatedSectors, pendingSectors].every(
    (count) => (count ?? 0) <= mostSectors && count !== 0xffff,
  );
  return {
    reallocatedSectors,
    pendingSectors,
    uncorrectableSectors: isAmountRead ? null : plain(uncorrectable),
    mediaErrors: plain(reportedUncorrectable),
    badSectors:
      (reallocatedSectors === null && pendingSectors === null) || !areCounts
        ? null
        : (reallocatedSectors ?? 0) + (pendingSectors ?? 0),
  };
}

/**
 * The counts without a counter known to be meaningless: Crucial's MX500 flips attribute 197 between
 * 0 and 1 at random (smartmontools, drivedb.h: "Bogus_Current_Pend_Sect").
 */
export function withoutBogusSectors<Readings extends SectorCounts>(
  readings: Readings,
  model: string | null,
): Readings {
  if (!/MX500/.test(model ?? "")) {
    return readings;
  }
  const { pendingSectors: waiting, reallocatedSectors: replaced } = readings;
  // If only the sum of bad sectors is known and is 1, it may be the pending sector that an MX500
  // reports without reason.
  const isSum = waiting == null && replaced == null && readings.badSectors === 1;
  return waiting === 1 || isSum
    ? { ...readings, pendingSectors: null, badSectors: replaced ?? null }
    : readings;
}
