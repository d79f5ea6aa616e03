import type { Report } from "#contract/report";

/**
 * From Linux 6.14 on, btrfs buffers direct writes to files with checksums and writes them back at
 * once, because a program could change its buffer while the checksum is computed
 * (https://git.kernel.org/torvalds/c/968f19c5b1b7). Files of a mount with `nodatasum` or
 * `nodatacow` have no checksums. Some older kernels have a backport, which the version does not
 * show.
 */
const buffersFrom = { major: 6, minor: 14 };

/** The mount that stores the writes: an overlay passes them on to the mount below it. */
function holderOf({ volume }: Pick<Report, "volume">) {
  return volume.fileSystem === "overlay" ? volume.lowerMounts?.[0] : volume;
}

/**
 * Whether the file system accepts O_DIRECT but may serve requests from memory, which no counter
 * shows. ZFS did so before version 2.3; since then its dataset property `direct` decides.
 */
export function mayIgnoreDirect(report: Pick<Report, "volume">): boolean {
  return holderOf(report)?.fileSystem === "zfs";
}

/** Whether O_DIRECT writes on this volume go through the page cache all the same. */
export function buffersDirectWrites({ host, volume }: Pick<Report, "host" | "volume">): boolean {
  const holder = holderOf({ volume });
  if (host.os !== "linux" || holder?.fileSystem !== "btrfs") {
    return false;
  }
  const options = (holder.mountOptions ?? "").split(",");
  return (
    isKernelFrom(host.osVersion) && !options.includes("nodatasum") && !options.includes("nodatacow")
  );
}

/**
 * Whether the kernel is `buffersFrom` or newer. `osVersion`: "Debian GNU/Linux 13 (trixie), kernel
 * 6.18.4-amd64" or only the kernel's version.
 */
function isKernelFrom(osVersion: string): boolean {
  const [, majorText, minorText] = /(?:kernel |^)(\d+)\.(\d+)/.exec(osVersion) ?? [];
  const major = Number(majorText);
  return (
    major > buffersFrom.major ||
    (major === buffersFrom.major && Number(minorText) >= buffersFrom.minor)
  );
}
