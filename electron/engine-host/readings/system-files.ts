import { readdir, readFile } from "node:fs/promises";

/** Access to /proc and /sys; tests replace it with a fake. */
export interface SystemFiles {
  read(path: string): Promise<string>;
  list(path: string): Promise<readonly string[]>;
}

export const systemFiles: SystemFiles = {
  read: (path) => readFile(path, "utf8"),
  list: (path) => readdir(path),
};

/** Parses a counter of the kernel. Throws if the text is no whole number from 0 on. */
export function counter(text: string | undefined): number {
  const value = Number(text);
  if (!text || !Number.isSafeInteger(value) || value < 0) {
    throw new Error(`not a counter: ${text}`);
  }
  return value;
}

/** The fields of `/sys/block/<device>/stat` (https://docs.kernel.org/block/stat.html). */
export async function statOf(device: string, { read }: SystemFiles): Promise<string[]> {
  return (await read(`/sys/block/${device}/stat`)).trim().split(/\s+/);
}

/**
 * The line of mountinfo (proc(5)) of the mount that an open file is on, such as
 * "36 35 8:1 / /mnt rw - ext4 /dev/sda1 rw"; `undefined` once it is unmounted.
 */
export async function mountOf(
  descriptor: number,
  { read }: Pick<SystemFiles, "read">,
): Promise<string | undefined> {
  const info = await read(`/proc/self/fdinfo/${descriptor}`);
  const [, id] = /^mnt_id:\s*(\d+)$/m.exec(info) ?? [];
  const mounts = await read("/proc/self/mountinfo");
  return mounts.split("\n").find((line) => line.startsWith(`${id} `));
}
