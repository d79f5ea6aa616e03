import { cachingDrives } from "./caches";
import type { DriveCase } from "./drive-case";
import { failingDrives } from "./failing";
import { faithfulDrives } from "./faithful";
import { heatedDrives } from "./heated";
import { mounts } from "./mounts";
import { slowDrives } from "./slow";

export const drives: readonly DriveCase[] = [
  ...faithfulDrives,
  ...cachingDrives,
  ...slowDrives,
  ...heatedDrives,
  ...failingDrives,
  ...mounts,
];
