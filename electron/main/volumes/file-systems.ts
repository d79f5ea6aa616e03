/** Kinds of file systems, by the type names that Linux and macOS use. */

function oneOf(...types: readonly string[]): (type: string) => boolean {
  const known = new Set(types);
  return (type) => known.has(type);
}

/** File systems whose files are on another computer, or on the host of this virtual machine. */
const isOnNetwork = oneOf(
  ...["nfs", "nfs4", "cifs", "smb3", "smbfs", "smb", "9p", "virtiofs", "vboxsf", "prl_fs", "afs"],
  ...["afpfs", "ceph", "coda", "davfs", "webdav", "ftp", "glusterfs", "lustre", "ncpfs", "beegfs"],
);

/** FUSE programs for network storage, as in the file system type `fuse.<program>`. */
const isNetworkProgram = oneOf(
  ...["sshfs", "davfs", "davfs2", "rclone", "s3fs", "goofys", "gcsfuse", "curlftpfs", "smbnetfs"],
  ...["glusterfs", "ceph", "ceph-fuse", "cephfs", "juicefs", "moosefs", "mfs", "gvfsd-fuse"],
  ...["kio-fuse", "onedriver", "google-drive-ocamlfuse", "vmhgfs-fuse"],
);

/** File systems that are interfaces to the kernel or another program, and store no files. */
export const isPseudoType = oneOf(
  ...["autofs", "binfmt_misc", "bpf", "cgroup", "cgroup2", "configfs", "debugfs", "devfs"],
  ...["devpts", "efivarfs", "fdescfs", "functionfs", "fuse.lxcfs", "fuse.portal", "fusectl"],
  ...["hugetlbfs", "mqueue", "nsfs", "proc", "procfs", "pstore", "resctrl", "rpc_pipefs"],
  ...["securityfs", "selinuxfs", "smackfs", "sysfs", "tracefs", "xenfs"],
);

export const isMemoryType = oneOf("tmpfs", "ramfs", "devtmpfs", "rootfs");

/** File systems that store their files in a folder of another file system. */
export const isLayeredType = oneOf("overlay", "overlayfs", "aufs", "unionfs");

/** Images that contain programs; snap, flatpak and live systems mount dozens of them. */
export const isImageType = oneOf("squashfs", "erofs", "cramfs", "romfs");

/** Encrypting file systems, which work above the block devices, and their names for the user. */
const encryptingTypes: Readonly<Record<string, string>> = {
  ecryptfs: "eCryptfs",
  "fuse.gocryptfs": "gocryptfs",
  "fuse.encfs": "EncFS",
  "fuse.cryfs": "CryFS",
  "fuse.veracrypt": "VeraCrypt",
};

export function isNetworkType(type: string): boolean {
  return (
    isOnNetwork(type) || (type.startsWith("fuse.") && isNetworkProgram(type.slice("fuse.".length)))
  );
}

/** `fuse`, or `fuseblk` above a block device, with or without `.` and the program's name. */
export function isFuseType(type: string): boolean {
  return /^fuse(blk)?(\.|$)/.test(type);
}

export function encryptionOfType(type: string): string | null {
  return encryptingTypes[type] ?? null;
}

/**
 * The source of a mount for a report. Reports are shared, so a network source loses its user name:
 * `//ann@nas/photos` (SMB), `ann@server:/srv` (sshfs), `https://ann@cloud/files` (WebDAV).
 */
export function withoutUser(source: string): string {
  return source.replace(/^((?:[a-z]+:)?\/\/|)[^@/]*@(?=[^/])/i, "$1");
}
