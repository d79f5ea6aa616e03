import type { Drive, DriveKind, Link, Volume, VolumeFacts, WriteCacheState } from "./volume-schema";

/** Exports types only: the first screen's code imports this file and should not load zod. */
export type { Drive, DriveKind, Link, Volume, VolumeFacts, WriteCacheState };

/** Maker and model as the drive reports them, else the volume's label. */
export function ownName({ drive, name }: Pick<Volume, "drive" | "name">): string {
  return drive.model ?? name;
}

/** What identifies one drive among others of its kind, and its connection. */
export type DriveIdentity = Pick<
  Drive,
  "serial" | "firmware" | "capacityBytes" | "link" | "sectorBytes" | "hostMemoryBuffer"
>;

export const noIdentity: DriveIdentity = {
  serial: null,
  firmware: null,
  capacityBytes: null,
  link: null,
  sectorBytes: null,
  hostMemoryBuffer: null,
};

export const unknownDrive: Drive = {
  model: null,
  kind: "unknown",
  bus: null,
  removable: null,
  ...noIdentity,
  disks: null,
};
