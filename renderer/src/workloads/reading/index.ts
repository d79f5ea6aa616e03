import "./reading.css";

export {
  chartNote,
  name,
  purpose,
  sentence,
  title,
} from "../../../../electron/text/workloads/reading";
export { fileBytes, LiveChart, Lower } from "./live";
export { Chart, Figure, hasFigures, Method } from "./report";
