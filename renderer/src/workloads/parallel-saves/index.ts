export {
  name,
  purpose,
  sentence,
  title,
} from "../../../../electron/text/workloads/parallel-saves";
export { fileBytes, LiveChart, Lower } from "./live";
export { Chart, Figure, hasFigures, Method } from "./report";
