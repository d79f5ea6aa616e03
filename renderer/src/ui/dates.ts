export { formatDateTime } from "../../../electron/text/dates";
