export { limit, name, purpose } from "#text/workloads/sustained-write";
