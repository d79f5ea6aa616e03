import type { SystemAccess } from "./system-access";

/**
 * Reads udev's database, as every user may; empty without udev (containers, minimal systems). udev
 * escapes special characters as `\x20`.
 */
export async function udevProperties(
  sys: Pick<SystemAccess, "readFile">,
  deviceNumber: string | null,
): Promise<ReadonlyMap<string, string>> {
  try {
    const database = await sys.readFile(`/run/udev/data/b${deviceNumber}`);
    const properties = database.split("\n").flatMap((line): [string, string][] => {
      const [, name, value] = /^E:([^=]+)=(.*)$/.exec(line) ?? [];
      const text = unescapeHex(value ?? "").trim();
      return name === undefined || text === "" ? [] : [[name, text]];
    });
    return new Map(properties);
  } catch {
    return new Map();
  }
}

/** One of udev's properties; `null` if it is missing. */
export async function udevProperty(
  sys: Pick<SystemAccess, "readFile">,
  deviceNumber: string,
  name: string,
): Promise<string | null> {
  return (await udevProperties(sys, deviceNumber)).get(name) ?? null;
}

/** Decodes `\x20` and the like to bytes, which form UTF-8. */
export function unescapeHex(text: string): string {
  return text.replace(/(?:\\x[0-9a-f]{2})+/gi, (escapes) =>
    Buffer.from(escapes.replace(/\\x/gi, ""), "hex").toString("utf8"),
  );
}
