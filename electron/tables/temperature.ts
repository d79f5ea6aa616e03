import type { Temperature } from "#contract/report";
import { formatCelsius, formatDuration } from "#text/format";
import { temperatureText as text } from "#text/temperature";
import { figure, type Table, tableOf } from "./table";

/** The most rows of this table, because screen reader users need the trend and not each sample. */
const mostRows = 10;

export function temperatureTable(temperatures: readonly Temperature[]): Table {
  const every = Math.ceil(temperatures.length / mostRows);
  return tableOf<Temperature>({
    caption: text.title(),
    look: "rates",
    first: { hidden: text.time() },
    columns: [figure({ hidden: text.temperature() }, formatCelsius, (of) => of.celsius)],
    of: temperatures.filter((_, index) => index % every === 0),
    row: ({ ns }) => ({ name: formatDuration(ns) }),
  });
}
