import { readFile } from "node:fs/promises";

/**
 * Bytes this process has handed to write calls since it began: `wchar` in /proc/self/io (proc(5)).
 * Databases write their pages more than once and tell nobody how much; the system counts it. The
 * few messages to the parent process are among them. `null` where the system keeps no such count.
 */
export async function handedBytes(
  read: (path: string) => Promise<string> = (path) => readFile(path, "utf8"),
): Promise<number | null> {
  let text: string;
  try {
    text = await read("/proc/self/io");
  } catch {
    // Another system than Linux, or a kernel without it: not known, as null says.
    return null;
  }
  const bytes = /^wchar: (\d+)$/m.exec(text)?.[1];
  return bytes === undefined ? null : Number(bytes);
}
