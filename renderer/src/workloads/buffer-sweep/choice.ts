export { name, purpose } from "#text/workloads/buffer-sweep";
export { Options } from "./options";
