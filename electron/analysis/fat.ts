/** Names of FAT12, FAT16 and FAT32 on Linux, macOS and Windows. */
const names: ReadonlySet<string> = new Set(["vfat", "msdos", "FAT", "FAT12", "FAT16", "FAT32"]);

/** Whether the file system is FAT, which holds no file of 4 GiB. False for exFAT, which does. */
export function isFat(fileSystem: string | null): boolean {
  return names.has(fileSystem ?? "");
}
