import type { Drive, DriveKind, Link, Volume, VolumeFacts, WriteCacheState } from "./volume-schema";

/**
 * Exports types only: the first screen's code imports this file, and would otherwise load zod with
 * the schemas.
 */
export type { Drive, DriveKind, Link, Volume, VolumeFacts, WriteCacheState };

/** The volume's name for people: maker and model as the drive reports them, else its label. */
export function ownName({ drive, name }: Pick<Volume, "drive" | "name">): string {
  return drive.model ?? name;
}

/** A drive of which nothing is known. */
export const unknownDrive: Drive = {
  ...{ model: null, kind: "unknown", bus: null, removable: null, serial: null, firmware: null },
  ...{ capacityBytes: null, link: null, sectorBytes: null, hostMemoryBuffer: null, disks: null },
};
