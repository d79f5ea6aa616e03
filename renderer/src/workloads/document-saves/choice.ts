export { name, purpose } from "../../../../electron/text/workloads/document-saves";
