export { name, purpose } from "../../../../electron/text/workloads/parallel-saves";
