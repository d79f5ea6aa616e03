import type { SystemAccess } from "./system-access";

/**
 * A property of a block device from udev's database, which every user may read; `null` where
 * there is no udev (containers, minimal systems). udev writes what it cannot print as `\x20`.
 */
export async function udevProperty(
  sys: Pick<SystemAccess, "readFile">,
  deviceNumber: string,
  name: string,
): Promise<string | null> {
  try {
    const database = await sys.readFile(`/run/udev/data/b${deviceNumber}`);
    const prefix = `E:${name}=`;
    const line = database.split("\n").find((entry) => entry.startsWith(prefix));
    return line === undefined ? null : unescapeHex(line.slice(prefix.length)).trim() || null;
  } catch {
    return null;
  }
}

/** Undoes `\x20`; the escaped bytes together are UTF-8. */
export function unescapeHex(text: string): string {
  return text.replace(/(?:\\x[0-9a-f]{2})+/gi, (escapes) =>
    Buffer.from(escapes.replace(/\\x/gi, ""), "hex").toString("utf8"),
  );
}
