export { sentence, title } from "#text/workloads/commits";
export * from "./choice";
export { LiveChart, Lower } from "./live";
export { Chart, Figure, hasFigures, methodSentences } from "./report";
