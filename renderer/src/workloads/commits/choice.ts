export { name, purpose } from "../../../../electron/text/workloads/commits";
export { Options } from "./options";
