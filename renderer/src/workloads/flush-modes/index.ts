import "./flush-modes.css";

export { chartNote, name, purpose, title } from "../../../../electron/text/workloads/flush-modes";
export { DisturbedRounds as BelowTables } from "./disturbed-rounds";
export { announcement, fileBytes, place, sentence } from "./live";
export { LiveChart, Lower } from "./live-charts";
export { Method } from "./method";
export { Options } from "./options";
export { Chart, Figure, FurtherFigures, hasFigures, kept } from "./report";
