export { name, purpose } from "../../../../electron/text/workloads/chunked-writes";
