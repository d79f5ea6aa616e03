import { readFile } from "node:fs/promises";

/**
 * Bytes this process has passed to write calls since it started: `wchar` in /proc/self/io
 * (proc(5)). `wchar` also counts the few messages to the parent process, and the pages that a
 * database writes more than once without reporting the repetition. `null` if the system has no such
 * counter.
 */
export async function handedBytes(
  read: (path: string) => Promise<string> = (path) => readFile(path, "utf8"),
): Promise<number | null> {
  // Reading fails if the system is not Linux, or its kernel lacks this counter.
  const text = await read("/proc/self/io").catch(() => "");
  const bytes = /^wchar: (\d+)$/m.exec(text)?.[1];
  return bytes === undefined ? null : Number(bytes);
}
