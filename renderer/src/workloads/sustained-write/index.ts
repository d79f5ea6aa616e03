export { chartNote, sentence, title } from "../../../../electron/text/workloads/sustained-write";
export * from "./choice";
export { LiveChart, Lower, place } from "./live";
export { Chart, Figure, hasFigures, Method } from "./report";
