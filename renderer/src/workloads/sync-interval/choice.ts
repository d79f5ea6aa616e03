export { name, purpose } from "#text/workloads/sync-interval";
export { Options } from "./options";
