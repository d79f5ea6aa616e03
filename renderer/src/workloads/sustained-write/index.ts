export { chartNote, sentence, title } from "#text/workloads/sustained-write";
export * from "./choice";
export { LiveChart, Lower, place } from "./live";
export { Chart, Figure, hasFigures, methodSentences } from "./report";
