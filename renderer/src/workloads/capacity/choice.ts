export {
  limit,
  name,
  onSystemDrive,
  onUsedDrive,
  purpose,
} from "#text/workloads/capacity";
