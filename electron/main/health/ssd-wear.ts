import type { AtaAttribute, HealthReadings } from "#analysis/health/readings";
import type { Drive } from "#contract/volume";

/**
 * The wear of SATA SSDs. No standard defines an attribute for it: one number holds a percentage of
 * life for one maker, a count for another and something else on hard disks (202: errors of address
 * marks). So wear is read only from models whose attribute is documented, and never by UDisks'
 * names, which follow from the number alone (202: "ta-increase-count").
 */

/**
 * What an attribute's 48 raw bits hold; "value" means its normalized value. Raw bits that
 * contradict the value give no wear.
 */
type RawMeaning =
  /** The raw bits have nothing to do with the normalized value: an erase count, for example. */
  | "other"
  /**
   * The raw bits hold the percentage used, which may exceed 100; the normalized value is 100 minus
   * that percentage, and at least 0.
   */
  | "used"
  /** The raw bits hold the percentage left, and so does the normalized value. */
  | "left"
  /**
   * The raw bits hold the percentage left; depending on the firmware, the normalized value is the
   * same or 100 minus the percentage.
   */
  | "left-or-used";

interface WearAttribute {
  readonly models: RegExp;
  readonly id: number;
  readonly raw: RawMeaning;
  /**
   * The lowest normalized value that still measures wear, and the percentage used that this value
   * stands for.
   */
  readonly last: { readonly value: number; readonly used: number };
}

/**
 * The normalized value of most attributes falls from 100 to 1, as 0 is invalid (ATA/ATAPI-5,
 * SMART).
 */
const lastOfAll = { value: 1, used: 100 } as const;

/** Models and attribute names are from smartmontools, drivedb.h. */
const wearAttributes: readonly WearAttribute[] = [
  {
    // Wear_Leveling_Count falls from 100 while the erase count in the raw bits grows (AnandTech,
    // "Samsung SSD 840: Testing the Endurance of TLC NAND"). The SM951 is left out: its value falls
    // too early.
    models:
      /^(Samsung SSD (750 EVO|830 Series|8[4-7]0 (EVO|PRO|QVO|Series)|883 DCT)|SAMSUNG SSD (PM830|PM851|PM871|SM841)|(SAMSUNG )?MZ([7M]PC|[7M]TD|[7N]TE|[7NY]LN|7(WD|GE|LM|KM|LH|KH))\d)/i,
    id: 177,
    raw: "other",
    last: lastOfAll,
  },
  {
    // Percent_Lifetime_Remain, for which drivedb.h gives the formula in a remark; it is named
    // Perc_Rated_Life_Used on the m4.
    models:
      /^((Crucial_)?CT\d+(M500|M550|MX[1235]00|BX[35]00)SSD\d|(Micron[_ ])?M(500|510|550|600)[_-]MTFDDA|Micron[_ ]1[13]00[_ ]|(MT|EE)FDDA[KTVY]\w{3}(MAV|MAZ|MAY|MBF|TBN|TDL)|M4-CT\d+M4SSD\d|C400-MTFDDA)/i,
    id: 202,
    raw: "used",
    last: { value: 0, used: 100 },
  },
  {
    // Media_Wearout_Indicator "declines linearly from 100 to 1 as the average erase cycle count
    // increases from 0 to the maximum rated cycles" (Intel, product specifications, E9h). The
    // drives that Dell sells and the 540s are left out.
    models:
      /^INTEL SSD(SA[12]MH?\d{3}G[12]|SA2VP\d|MAEXC\d|SA[12][BCN][WT]\d{3}G3|SC2MH\d{3}A2|SC2[BC]W\d{3}A3|MCEAC\d{3}B3|(MCEA|SC2B|SCKJ)[WF]\d{3}(A[45]|H6)|SC2CT\d{3}A[34]|SC[2K]K[WF]\d{3}[GT]8)/,
    id: 233,
    raw: "other",
    last: lastOfAll,
  },
  {
    // SandForce's SSD_Life_Left: its value is at least 10 while there are enough blocks; below 10
    // it counts blocks instead of wear (Viking Technology, PSFS1 manual, attribute 231).
    models:
      /^(KINGSTON (SV300S3|SH10[03]S3|SHFS37A|SKC(100|300|380)S3|SVP200S3|SMS[24]\d0S3|SE50S3)|OCZ-(AGILITY3|SOLID3|VERTEX3)|Corsair (Force (3 SSD|GT|GS)|CSSD-F))/,
    id: 231,
    raw: "other",
    last: { value: 10, used: 90 },
  },
  {
    // SSD_Life_Left. In published reports of this model (linuxhw/SMART) the raw bits match the life
    // left in the drive's own Device Statistics; for a raw 95 the value is 95 or 5.
    models: /^KINGSTON +SA400(S37|M8)/,
    id: 231,
    raw: "left-or-used",
    last: { value: 0, used: 100 },
  },
  {
    // SSD_Life_Left of Phison's and other controllers.
    models:
      /^(KINGSTON +(SUV300S37|SUV[45]00|SKC310S3|SKC400S37|SKC600|SV310S3|SHSS3|O(C|M[48S])P0S3)|Corsair Force LE200|PNY CS(900|1311|2211) |Patriot (Flare|Blast|Blaze|Burst)$)/,
    id: 231,
    raw: "left",
    last: { value: 0, used: 100 },
  },
];

/**
 * Adds the wear if the drive's model shows which attribute holds it; other models stay unchanged.
 */
export function withWear(
  readings: HealthReadings,
  { model, kind }: Pick<Drive, "model" | "kind">,
): HealthReadings {
  const known =
    kind === "hard-disk" || readings.protocol !== "ata"
      ? undefined
      : wearAttributes.find(({ models }) => models.test(model ?? ""));
  const attribute = readings.attributes?.find(({ id }) => id === known?.id);
  const percentageUsed = known && attribute ? usedOf(known, attribute) : null;
  if (known === undefined || attribute === undefined || percentageUsed === null) {
    return readings;
  }
  const { id, value } = attribute;
  const isLast = known.raw === "other" && value === known.last.value;
  return { ...readings, percentageUsed, wearAttribute: { id, value, isLast } };
}

/** The percentage of the rated life used, at most 255 as in an NVMe log; `null` if not known. */
function usedOf(
  { raw: meaning, last }: WearAttribute,
  { value, raw }: Pick<AtaAttribute, "value" | "raw">,
): number | null {
  if (value > 100) {
    return null;
  }
  switch (meaning) {
    case "used":
      return value === Math.max(100 - raw, 0) && raw < mostBelievable ? Math.min(raw, 255) : null;
    case "left":
    case "left-or-used": {
      const agrees = value === raw || (meaning === "left-or-used" && value === 100 - raw);
      return raw >= 1 && raw <= 100 && agrees ? 100 - raw : null;
    }
    case "other":
      return value < last.value ? null : value === last.value ? last.used : 100 - value;
  }
}

/** A hundred times the rated life; a larger raw value is no percentage. */
const mostBelievable = 10_000;
