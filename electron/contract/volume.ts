import type { Drive, DriveKind, Link, Volume, VolumeFacts, WriteCacheState } from "./volume-schema";

/**
 * Exports types only. The first screen's code imports this file, and exporting the schemas as well
 * would make that code load zod.
 */
export type { Drive, DriveKind, Link, Volume, VolumeFacts, WriteCacheState };

/**
 * The volume's name for people: maker and model as the drive reports them, else the volume's label.
 */
export function ownName({ drive, name }: Pick<Volume, "drive" | "name">): string {
  return drive.model ?? name;
}

/** A drive of which nothing is known. */
export const unknownDrive: Drive = {
  ...{ model: null, kind: "unknown", bus: null, removable: null, serial: null, firmware: null },
  ...{ capacityBytes: null, link: null, sectorBytes: null, hostMemoryBuffer: null, disks: null },
};
