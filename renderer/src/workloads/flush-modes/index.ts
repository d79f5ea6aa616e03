export { chartNote, title } from "#text/workloads/flush-modes";
export * from "./choice";
export { DisturbedRounds as BelowTables } from "./disturbed-rounds";
export { announcement, fileBytes, place, sentence } from "./live";
export { LiveChart, Lower } from "./live-charts";
export { methodSentences } from "./method";
export { Chart, Figure, FurtherFigures, hasFigures, kept } from "./report";
