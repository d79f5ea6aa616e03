export { name, purpose } from "#text/workloads/reading";
