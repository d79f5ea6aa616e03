export { name, purpose } from "#text/workloads/parallel-saves";
