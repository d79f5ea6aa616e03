export {
  name,
  purpose,
  sentence,
  title,
} from "../../../../electron/text/workloads/document-saves";
export { LiveChart, Lower } from "./live";
export { Chart, Figure, hasFigures, Method } from "./report";
