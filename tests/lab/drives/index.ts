import { cachingDrives } from "./caches";
import { capacityDrives } from "./capacity";
import { damagedDrives } from "./damaged";
import type { DriveCase } from "./drive-case";
import { failingDrives } from "./failing";
import { faithfulDrives } from "./faithful";
import { chosenFalseDrives, furtherFalseDrives } from "./false-by-address";
import { heatedDrives } from "./heated";
import { mounts } from "./mounts";
import { slowDrives } from "./slow";

export const drives: readonly DriveCase[] = [
  ...faithfulDrives,
  ...cachingDrives,
  ...slowDrives,
  ...heatedDrives,
  ...failingDrives,
  ...capacityDrives,
  ...chosenFalseDrives,
  ...damagedDrives,
  ...mounts,
];

/** Too many for every run; the environment asks for them. */
export const furtherDrives: readonly DriveCase[] =
  process.env.DRIVEPROOF_LAB_FALSE_DRIVES === "all" ? furtherFalseDrives : [];
