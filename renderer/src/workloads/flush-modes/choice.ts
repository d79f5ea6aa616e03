export { name, purpose } from "../../../../electron/text/workloads/flush-modes";
export { Options } from "./options";
