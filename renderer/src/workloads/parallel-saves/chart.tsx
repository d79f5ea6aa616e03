import { title } from "#text/workloads/parallel-saves";
import { RatesChart } from "../../charts/parts/rates-chart";
import type { ParallelBar } from "./rows";

/** From a hard disk that waits for each save to drives that only take the data over. */
const reach = { slowestPerSecond: 10, fastestPerSecond: 100_000 };

/** Saves a second of all writers together, by how many there are. */
export function ParallelChart({ bars }: { readonly bars: readonly ParallelBar[] }) {
  return <RatesChart title={title()} bars={bars} {...reach} />;
}
