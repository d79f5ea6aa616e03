export { sentence, title } from "#text/workloads/sync-interval";
export * from "./choice";
export { fileBytes, LiveChart, Lower } from "./live";
export { Chart, Figure, hasFigures, methodSentences } from "./report";

export const inBrief = { isDrawn: true };
