import type { VolumeFacts } from "./volume";

type Holder = Pick<VolumeFacts, "fileSystem" | "mountOptions"> &
  Partial<Pick<VolumeFacts, "lowerMounts">>;

/** Log-structured ones (F2FS, NILFS2) are among them: they, too, never write to the same place. */
const copyOnWriteTypes: ReadonlySet<string> = new Set([
  ...["apfs", "bcachefs", "btrfs", "f2fs", "nilfs2", "refs", "zfs"],
]);

/**
 * The name of the file system if it stores changed data in a new place before it gives the old one
 * back; else `null`. An overlay has the room of the file system that holds its changes.
 */
export function copyOnWriteName(volume: Holder): string | null {
  const holder = volume.fileSystem === "overlay" ? volume.lowerMounts?.[0] : volume;
  const name = holder?.fileSystem ?? null;
  const inPlace = (holder?.mountOptions ?? "").split(",").includes("nodatacow");
  // Windows writes names in capitals.
  return name !== null && copyOnWriteTypes.has(name.toLowerCase()) && !inPlace ? name : null;
}
