export { name, purpose } from "#text/workloads/chunked-writes";
