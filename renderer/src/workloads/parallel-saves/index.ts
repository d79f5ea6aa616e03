export { sentence, title } from "#text/workloads/parallel-saves";
export * from "./choice";
export { fileBytes, LiveChart, Lower } from "./live";
export { Chart, Figure, hasFigures, methodSentences } from "./report";
