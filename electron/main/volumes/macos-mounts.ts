import { withoutUser } from "./file-systems";

export interface MacMount {
  /** A device such as `/dev/disk3s5`, or a server without the user's name. */
  readonly source: string;
  readonly mountPoint: string;
  readonly fileSystem: string;
  /** The options that `mount` prints: `local`, `read-only`, `nobrowse`, `journaled`, … */
  readonly options: readonly string[];
  readonly local: boolean;
}

/**
 * Parses lines such as `/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse)`.
 */
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
        source: diskOf(source) ?? withoutUser(source),
        mountPoint,
        fileSystem,
        options: options.filter((option) => !option.startsWith("mounted by ")),
        local: options.includes("local"),
      },
    ];
  });
}

/**
 * The device path for a source such as `fat://disk4s1/NAME`, which diskutil does not accept: since
 * macOS 13 user-space drivers mount sticks and cards under such a source. `null` for another
 * source.
 */
function diskOf(source: string): string | null {
  const disk = /^[a-z]+:\/\/(disk\d+(?:s\d+)*)\//.exec(source)?.[1];
  return disk === undefined ? null : `/dev/${disk}`;
}
