import "./buffer-sweep.css";

export { LiveChart, Lower } from "./live";
export { Options } from "./options";
export { Chart, Figure, hasFigures, Method } from "./report";
export { Tables } from "./tables";
export { name, purpose, sentence, title } from "./words";
