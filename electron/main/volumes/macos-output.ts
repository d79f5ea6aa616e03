import { z } from "zod";
import { withoutUser } from "./file-systems";

/** Reading what macOS's own programs print. */

export interface MacMount {
  /** `/dev/disk3s5`, or the server for a network mount, without the user's name. */
  readonly source: string;
  readonly mountPoint: string;
  readonly fileSystem: string;
  /** As `mount` prints them: `local`, `read-only`, `nobrowse`, `journaled`, … */
  readonly options: readonly string[];
  readonly local: boolean;
}

/** Lines of `mount`: `/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse)`. */
export function parseMounts(text: string): MacMount[] {
  return text.split("\n").flatMap((line) => {
    const match = /^(.+?) on (\/.*) \(([^()]*)\)$/.exec(line);
    const [, source = "", mountPoint = "", list = ""] = match ?? [];
    const [fileSystem, ...options] = list.split(", ");
    if (match === null || fileSystem === undefined) {
      return [];
    }
    return [
      {
        source: withoutUser(source),
        mountPoint,
        fileSystem,
        options: options.filter((option) => !option.startsWith("mounted by ")),
        local: options.includes("local"),
      },
    ];
  });
}

/** The keys of `diskutil info -plist` that are used; all may be absent. */
const diskInfoSchema = z.object({
  VolumeName: z.string().optional(),
  MediaName: z.string().optional(),
  BusProtocol: z.string().optional(),
  SolidState: z.boolean().optional(),
  Internal: z.boolean().optional(),
  RemovableMediaOrExternalDevice: z.boolean().optional(),
  FileVault: z.boolean().optional(),
  Encryption: z.boolean().optional(),
  ParentWholeDisk: z.string().optional(),
  // The name in it differs between versions.
  APFSPhysicalStores: z
    .array(
      z.object({
        APFSPhysicalStore: z.string().optional(),
        DeviceIdentifier: z.string().optional(),
      }),
    )
    .optional(),
});
export type DiskInfo = z.infer<typeof diskInfoSchema>;

/** Throws when the text is not the JSON form of such a property list. */
export function parseDiskInfo(json: string): DiskInfo {
  return diskInfoSchema.parse(JSON.parse(json));
}
