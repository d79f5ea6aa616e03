export { name, purpose } from "#text/workloads/document-saves";
