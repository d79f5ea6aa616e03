export { name, purpose } from "#text/workloads/flush-modes";
export { Options } from "./options";
