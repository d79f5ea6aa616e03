export { chartNote, sentence, title } from "#text/workloads/reading";
export * from "./choice";
export { fileBytes, LiveChart, Lower } from "./live";
export { Chart, Figure, hasFigures, methodSentences } from "./report";
