import "./sustained-write.css";

export { LiveChart, Lower, place } from "./live";
export { Chart, Figure, hasFigures, Method, Tables } from "./report";
export { chartNote, limit, name, purpose, sentence, title } from "./words";
