import "./capacity.css";

export {
  chartNote,
  limit,
  name,
  onSystemDrive,
  onUsedDrive,
  purpose,
  sentence,
  title,
} from "../../../../electron/text/workloads/capacity";
export { LiveChart, Lower, place } from "./live";
export { Chart, Figure, hasFigures, Method } from "./report";
