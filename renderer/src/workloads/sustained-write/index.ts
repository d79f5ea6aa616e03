import "./sustained-write.css";

export {
  chartNote,
  limit,
  name,
  purpose,
  sentence,
  title,
} from "../../../../electron/text/workloads/sustained-write";
export { LiveChart, Lower, place } from "./live";
export { Chart, Figure, hasFigures, Method } from "./report";
