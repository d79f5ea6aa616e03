export {
  limit,
  name,
  onSystemDrive,
  onUsedDrive,
  purpose,
} from "../../../../electron/text/workloads/capacity";
