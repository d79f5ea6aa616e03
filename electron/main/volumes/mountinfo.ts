/**
 * One line of `/proc/self/mountinfo`, the mount table as this process sees it:
 * https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html
 */
export interface Mount {
  readonly id: number;
  readonly parentId: number;
  /** `major:minor`. Major 0 means no block device: btrfs, overlay, ZFS, network, memory. */
  readonly deviceNumber: string;
  /** The mounted folder within the file system; not `/` for a bind mount or a subvolume. */
  readonly root: string;
  readonly mountPoint: string;
  /** Options of this mount only; `superOptions` are those of the file system itself. */
  readonly options: readonly string[];
  readonly superOptions: readonly string[];
  readonly fileSystem: string;
  readonly source: string;
}

/**
 * Undoes the kernel's escapes: space, tab, newline, backslash and `#` as a backslash and three
 * octal digits.
 */
export function unescapeOctal(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_match, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}

/** Parses the mount table; skips lines that do not have the documented format. */
export function parseMountInfo(text: string): Mount[] {
  return text
    .split("\n")
    .map(parseLine)
    .filter((mount): mount is Mount => mount !== null);
}

/** Any number of optional fields (shared:1, master:2) precede a lone hyphen. */
const documentedLine = /^\d+ \d+ \d+:\d+ [^ ]* [^ ]* [^ ]* (?:[^ ]* )*?- [^ ]* [^ ]*/;

function parseLine(line: string): Mount | null {
  if (!documentedLine.test(line)) {
    return null;
  }
  const fields = line.split(" ");
  const [id, parentId, deviceNumber = "", root = "", mountPoint = "", options = ""] = fields;
  const [fileSystem = "", source = "", ...rest] = fields.slice(fields.indexOf("-", 6) + 1);
  return {
    id: Number(id),
    parentId: Number(parentId),
    deviceNumber,
    root: unescapeOctal(root),
    mountPoint: unescapeOctal(mountPoint),
    options: splitOptions(options),
    // 9p of WSL does not escape spaces in its options, so all words of the line belong to them.
    superOptions: splitOptions(rest.join(" ")),
    fileSystem: unescapeOctal(fileSystem),
    source: unescapeOctal(source),
  };
}

// A comma inside a value is escaped, too, so the list is split before it is unescaped.
function splitOptions(text: string): string[] {
  return text === "" ? [] : text.split(",").map(unescapeOctal);
}

function covers(mountPoint: string, path: string): boolean {
  return mountPoint === "/" || path === mountPoint || path.startsWith(`${mountPoint}/`);
}

/**
 * Adds the mount that holds `/` if it is missing from the table, as in a chroot. The added mount
 * has only a device number, and is the parent of the mounts without a parent.
 */
export function withRoot(mounts: readonly Mount[], deviceNumber: string): readonly Mount[] {
  const ids = new Set(mounts.map(({ id }) => id));
  // The kernel numbers mounts from 1, so 0 is free.
  const root: Mount = {
    id: 0,
    parentId: 0,
    deviceNumber,
    root: "/",
    mountPoint: "/",
    options: [],
    superOptions: [],
    fileSystem: "",
    source: "",
  };
  return [
    root,
    ...mounts.map((mount) => (ids.has(mount.parentId) ? mount : { ...mount, parentId: root.id })),
  ];
}

export class MountTable {
  private readonly tops: Mount[] = [];
  private readonly children = new Map<number, Mount[]>();

  constructor(readonly mounts: readonly Mount[]) {
    const ids = new Set(mounts.map(({ id }) => id));
    for (const mount of mounts) {
      if (mount.parentId === mount.id || !ids.has(mount.parentId)) {
        this.tops.push(mount);
      } else {
        this.children.set(mount.parentId, [...(this.children.get(mount.parentId) ?? []), mount]);
      }
    }
  }

  /**
   * The mount of a canonical absolute path, found as the kernel resolves it: from the root
   * downwards, entering whatever is mounted at each folder. The longest matching mount point is not
   * enough, because a mount can hide other mounts below it or at the same path.
   */
  mountOf(path: string): Mount | null {
    let found: Mount | null = null;
    let candidates: readonly Mount[] = this.tops;
    for (;;) {
      const next = nearestToRoot(candidates.filter(({ mountPoint }) => covers(mountPoint, path)));
      if (next === null) {
        return found;
      }
      found = next;
      candidates = this.children.get(next.id) ?? [];
    }
  }

  /** Whether a path can reach the mount; false if a later mount hides it. */
  isReachable(mount: Mount): boolean {
    return this.mountOf(mount.mountPoint) === mount;
  }
}

function nearestToRoot(mounts: readonly Mount[]): Mount | null {
  return mounts.reduce<Mount | null>(
    (first, mount) =>
      first === null || mount.mountPoint.length < first.mountPoint.length ? mount : first,
    null,
  );
}

export function isReadOnly(mount: Mount): boolean {
  return mount.options.includes("ro") || mount.superOptions.includes("ro");
}

/** Value of `name=value` in the file system's options; `null` if missing. */
export function superOption(mount: Mount, name: string): string | null {
  const option = mount.superOptions.find((entry) => entry.startsWith(`${name}=`));
  return option === undefined ? null : option.slice(name.length + 1);
}

/**
 * Options that name a user, another computer or a long list of folders. They say nothing about the
 * drive, and reports are shared.
 */
const privateOptions =
  /^(user(name)?|pass(word)?|domain|cred(entials)?|(client|mount)?addr|aname|lowerdir|upperdir|workdir|uid|gid|user_id|group_id)[=+]/;

/** The options of mount and file system, each once; `ro` wins if the two disagree. */
export function optionsText(mount: Mount): string {
  const readOnly = isReadOnly(mount);
  const rest = [...mount.options, ...mount.superOptions].filter(
    (option) => option !== "ro" && option !== "rw" && !privateOptions.test(option),
  );
  return [readOnly ? "ro" : "rw", ...new Set(rest)].join(",");
}
