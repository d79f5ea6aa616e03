import { title } from "#text/workloads/document-saves";
import { RatesChart } from "../../charts/parts/rates-chart";
import type { DocumentBar } from "./rows";

/** From a hard disk that waits for each document to memory that waits for none. */
const reach = { slowestPerSecond: 1, fastestPerSecond: 100_000 };

/** Documents saved per second, by size and way. */
export function DocumentsChart({ bars }: { readonly bars: readonly DocumentBar[] }) {
  return <RatesChart title={title()} bars={bars} {...reach} />;
}
