export { name, purpose } from "../../../../electron/text/workloads/reading";
