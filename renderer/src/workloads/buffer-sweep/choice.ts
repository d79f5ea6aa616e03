export { name, purpose } from "../../../../electron/text/workloads/buffer-sweep";
export { Options } from "./options";
