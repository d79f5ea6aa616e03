import { cachingDrives } from "./caches";
import { capacityDrives } from "./capacity";
import { damagedDrives } from "./damaged";
import type { DriveCase } from "./drive-case";
import { failingDrives } from "./failing";
import { faithfulDrives } from "./faithful";
import { chosenFalseDrives } from "./false-by-address";
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
