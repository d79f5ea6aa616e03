import { doesNotFit } from "#analysis/health/readings";
import { type Health, type HealthQuantity, healthQuantities } from "#contract/health";
import { formatDateTimeZone } from "#text/dates";
import {
  healthText,
  impossibleText,
  lifeShareText,
  quantityName,
  quantityNames,
  quantityText,
} from "#text/health";
import { type Table, tableOf } from "./table";

interface HealthRow {
  readonly name: string;
  readonly value: string | null;
  /** Why the value is missing; `null` if there is a value. */
  readonly absence: string | null;
}

/** A drive's health report as tables; empty if the drive reports nothing. */
export function healthTables(health: Health | null): Table[] {
  const rows =
    health === null
      ? []
      : [...lifeRow(health), ...healthQuantities.flatMap((quantity) => rowOf(health, quantity))];
  return health === null || rows.length === 0 ? [] : [healthTable(rows, health.asOf)];
}

function rowOf(health: Health, quantity: HealthQuantity): HealthRow[] {
  const value = health[quantity];
  const absence = value === null ? absenceOf(health, quantity) : null;
  const name = quantityName(quantity, health);
  const isLast = health.wearAttribute?.isLast;
  return value === null && absence === null
    ? []
    : [{ name, value: value === null ? null : quantityText(quantity, value, isLast), absence }];
}

/** What eMMC memory has used of its rated life: a range instead of a figure. */
function lifeRow({ emmc }: Health): HealthRow[] {
  const tenths = emmc?.lifeTenths ?? null;
  return tenths === null
    ? []
    : [{ name: quantityNames.percentageUsed(), value: lifeShareText(tenths), absence: null }];
}

function absenceOf({ impossible, notReported }: Health, quantity: HealthQuantity): string | null {
  const odd = impossible.find((one) => one.quantity === quantity);
  if (odd === undefined) {
    return notReported.includes(quantity) ? healthText.notReported() : null;
  }
  const value = impossibleText(odd.value);
  return doesNotFit(odd) ? healthText.unfit({ value }) : healthText.impossible({ value });
}

function healthTable(rows: readonly HealthRow[], asOf: string | null): Table {
  const age = asOf === null ? [] : [healthText.asOf({ time: formatDateTimeZone(asOf) })];
  return tableOf<HealthRow>({
    caption: healthText.caption(),
    calls: age,
    look: "ladder",
    first: { terminal: healthText.caption(), figures: healthText.figure() },
    widths: [37, 14],
    notes: age,
    columns: [
      {
        heads: { terminal: "", figures: healthText.value() },
        text: (of) => of.value,
      },
    ],
    of: rows,
    row: ({ name, absence }) => ({ name, absence }),
  });
}
