export { sentence, title } from "#text/workloads/commits";
export * from "./choice";
export { LiveChart, Lower } from "./live";
export { Chart, Figure, hasFigures, methodSentences } from "./report";

/** The chart shows every rate of the table. */
export const inBrief = { givesWay: true };
