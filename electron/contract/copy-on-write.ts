import type { VolumeFacts } from "./volume";

type Holder = Pick<VolumeFacts, "fileSystem" | "mountOptions"> &
  Partial<Pick<VolumeFacts, "lowerMounts">>;

/** F2FS and NILFS2 are log-structured and never overwrite in place either. */
const copyOnWriteTypes: ReadonlySet<string> = new Set([
  ...["apfs", "bcachefs", "btrfs", "f2fs", "nilfs2", "refs", "zfs"],
]);

/**
 * The name of a volume's file system if it writes changed data to free blocks before it frees the
 * old ones; `null` for all other file systems. For an overlay, the file system that stores its
 * changes counts.
 */
export function copyOnWriteName(volume: Holder): string | null {
  const holder = volume.fileSystem === "overlay" ? volume.lowerMounts?.[0] : volume;
  const name = holder?.fileSystem ?? null;
  const inPlace = (holder?.mountOptions ?? "").split(",").includes("nodatacow");
  // Windows writes the names of file systems in capitals.
  return name !== null && copyOnWriteTypes.has(name.toLowerCase()) && !inPlace ? name : null;
}
