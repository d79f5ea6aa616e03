import type { SystemAccess } from "../../electron/main/volumes/system-access";
import { type AtaCapture, ataProperties } from "../fixtures/health/captures";

/**
 * A Linux whose UDisks knows one ATA drive. `attributes` is the JSON that busctl prints of the
 * drive's attributes.
 */
export function udisksSystem(capture: AtaCapture, attributes: string): SystemAccess {
  const nothing = () => Promise.reject(new Error("ENOENT"));
  return {
    platform: "linux",
    readFile: nothing,
    readdir: nothing,
    realpath: nothing,
    stat: nothing,
    run: async (_: string, args: readonly string[]) =>
      args.includes("get-property")
        ? JSON.stringify({ type: "o", data: "/org/freedesktop/UDisks2/drives/X" })
        : args.includes("SmartGetAttributes")
          ? attributes
          : ataProperties(capture),
  } as unknown as SystemAccess;
}
