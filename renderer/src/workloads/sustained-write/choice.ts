export { limit, name, purpose } from "../../../../electron/text/workloads/sustained-write";
