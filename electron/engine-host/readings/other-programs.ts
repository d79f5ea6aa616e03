import { type SystemFiles, statOf } from "./system-files";

/**
 * Bytes that each other process has sent to storage: `write_bytes` in `/proc/<pid>/io`, which
 * counts when a process dirties the page cache, so the writer is known (proc(5)). Only root may
 * read other users' processes, so the sum is a lower bound. `null` if the bytes may have gone to
 * another drive, because Linux does not count a process's bytes by drive.
 */
export async function readOtherPrograms(
  stack: readonly string[],
  ownProcess: number,
  files: SystemFiles,
): Promise<ReadonlyMap<string, number> | null> {
  if (!(await allGoesToStack(stack, files))) {
    return null;
  }
  const processes = (await files.list("/proc")).filter((name) => /^\d+$/.test(name));
  const written = new Map<string, number>();
  await Promise.all(
    processes.map(async (process) => {
      const bytes = Number(process) === ownProcess ? null : await writtenBy(process, files);
      if (bytes !== null) {
        written.set(process, bytes);
      }
    }),
  );
  return written;
}

async function writtenBy(process: string, files: SystemFiles): Promise<number | null> {
  try {
    const io = await files.read(`/proc/${process}/io`);
    const written = Number(/^write_bytes: (\d+)$/m.exec(io)?.[1]);
    const cancelled = Number(/^cancelled_write_bytes: (\d+)$/m.exec(io)?.[1] ?? "0");
    if (written === 0) {
      return 0;
    }
    // Leave kernel threads out: they write on behalf of other processes, including this one.
    return (await isKernelThread(process, files)) ? null : Math.max(0, written - cancelled);
  } catch {
    return null; // the process has ended, or its counters are not readable
  }
}

/** Whether the process is a kernel thread, all of which are children of process 2 (kthreadd). */
async function isKernelThread(process: string, files: SystemFiles): Promise<boolean> {
  const stat = await files.read(`/proc/${process}/stat`);
  // Parse from behind the last ")": the process name within the parentheses may contain anything.
  const parent = stat
    .slice(stat.lastIndexOf(")") + 1)
    .trim()
    .split(" ")[1];
  return process === "2" || parent === "2";
}

/** File systems whose dirty pages may not reach a disk of this computer, or count twice (FUSE). */
const otherWays =
  /^(nfs|nfs4|cifs|smb3|smbfs|9p|virtiofs|ceph|afs|coda|glusterfs|lustre|beegfs|fuseblk(\..+)?)$/;

/**
 * Whether all programs' writes end up on the drive under test: no other block device was written
 * since it appeared, and no mounted file system leads elsewhere.
 */
async function allGoesToStack(stack: readonly string[], files: SystemFiles): Promise<boolean> {
  if (stack.length === 0) {
    return false;
  }
  const mounts = (await files.read("/proc/self/mountinfo")).split("\n");
  const types = mounts.map((line) => / - (\S+)/.exec(line)?.[1] ?? "");
  if (types.some((type) => otherWays.test(type))) {
    return false;
  }
  // Leave out zram: it is swap space in memory, so what is written to it reaches no drive.
  const devices = (await files.list("/sys/block")).filter((name) => !/^zram\d/.test(name));
  const isHarmless = await Promise.all(
    devices.map(async (name) => (await standsOn(name, stack, files)) || isUnwritten(name, files)),
  );
  return isHarmless.every((harmless) => harmless);
}

/**
 * Whether nothing was written to the device since it appeared: field 7 of `stat` counts the
 * sectors written.
 */
async function isUnwritten(device: string, files: SystemFiles): Promise<boolean> {
  return (await statOf(device, files))[6] === "0";
}

/**
 * Whether the device is one of the tested drive's disks, or lies only on these and their
 * partitions.
 */
async function standsOn(
  device: string,
  stack: readonly string[],
  files: SystemFiles,
): Promise<boolean> {
  if (stack.some((disk) => isPartOf(device, disk))) {
    return true;
  }
  const below = await files.list(`/sys/block/${device}/slaves`).catch(() => []);
  const stands = await Promise.all(below.map((name) => standsOn(name, stack, files)));
  return stands.length > 0 && stands.every((isOn) => isOn);
}

/**
 * Whether the device is the disk, a partition of it, or one of its NVMe multipath devices
 * (nvme0c1n1 of nvme0n1).
 */
function isPartOf(device: string, disk: string): boolean {
  const name = device.replace(/^(nvme\d+)c\d+(n\d+)/, "$1$2");
  const rest = name.startsWith(disk) ? name.slice(disk.length) : null;
  return rest !== null && (/\d$/.test(disk) ? /^(p\d+)?$/ : /^\d*$/).test(rest);
}
