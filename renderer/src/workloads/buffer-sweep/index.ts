import "./buffer-sweep.css";

export { name, purpose, sentence, title } from "../../../../electron/text/workloads/buffer-sweep";
export { LiveChart, Lower } from "./live";
export { Options } from "./options";
export { Chart, Figure, hasFigures, Method } from "./report";
