import type { Report } from "#contract/report";

/**
 * From Linux 6.14 on btrfs answers direct writes to files with checksums by buffered ones that it
 * sends to the drive at once: a program could change its buffer while the sum is made
 * (https://git.kernel.org/torvalds/c/968f19c5b1b7). Files without checksums are exempt: those of a
 * mount with `nodatasum` or `nodatacow`. Some older kernels have it, too, and cannot be told apart.
 */
const buffersFrom = { major: 6, minor: 14 };

/** Whether what asks to go around the system's memory (O_DIRECT) goes through it all the same. */
export function buffersDirectWrites({ host, volume }: Pick<Report, "host" | "volume">): boolean {
  const holder = volume.fileSystem === "overlay" ? volume.lowerMounts?.[0] : volume;
  if (host.os !== "linux" || holder?.fileSystem !== "btrfs") {
    return false;
  }
  const options = (holder.mountOptions ?? "").split(",");
  return (
    isKernelFrom(host.osVersion) && !options.includes("nodatasum") && !options.includes("nodatacow")
  );
}

/** "Debian GNU/Linux 13 (trixie), kernel 6.18.4-amd64", or the kernel's version alone. */
function isKernelFrom(osVersion: string): boolean {
  const [, majorText, minorText] = /(?:kernel |^)(\d+)\.(\d+)/.exec(osVersion) ?? [];
  const major = Number(majorText);
  return (
    major > buffersFrom.major ||
    (major === buffersFrom.major && Number(minorText) >= buffersFrom.minor)
  );
}
