export { name, purpose, sentence, title } from "../../../../electron/text/workloads/sync-interval";
export { fileBytes, LiveChart, Lower } from "./live";
export { Options } from "./options";
export { Chart, Figure, hasFigures, Method } from "./report";
