export { sentence, title } from "#text/workloads/buffer-sweep";
export * from "./choice";
export { LiveChart, Lower } from "./live";
export { Chart, Figure, hasFigures, Method } from "./report";

/** From 512 B to 16 MiB in steps of eight. */
export const inBrief = { every: 3 };
