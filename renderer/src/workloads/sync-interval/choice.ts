export { name, purpose } from "../../../../electron/text/workloads/sync-interval";
export { Options } from "./options";
