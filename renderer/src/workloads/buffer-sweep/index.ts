export { sentence, title } from "#text/workloads/buffer-sweep";
export * from "./choice";
export { LiveChart, Lower } from "./live";
export { Chart, Figure, hasFigures, methodSentences } from "./report";

/** Paper shows every third size: from 512 B to 16 MiB by factors of eight. */
export const inBrief = { every: 3 };
