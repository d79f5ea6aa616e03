import { title } from "#text/workloads/parallel-saves";
import { RatesChart } from "../../charts/parts/rates-chart";
import type { ParallelBar } from "./rows";

/** From a hard disk that waits for each save to drives that only receive the data. */
const reach = { slowestPerSecond: 10, fastestPerSecond: 100_000 };

/** Saves per second of all writers together, by number of writers. */
export function ParallelChart({ bars }: { readonly bars: readonly ParallelBar[] }) {
  return <RatesChart title={title()} bars={bars} {...reach} />;
}
