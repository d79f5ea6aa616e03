export { name, purpose } from "#text/workloads/commits";
export { Options } from "./options";
