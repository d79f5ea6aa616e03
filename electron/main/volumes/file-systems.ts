/** What kind of thing stands behind a file system type, as Linux and macOS name the types. */

/** The files lie on another computer, or on the other side of a virtual machine's wall. */
const networkTypes = new Set([
  "nfs",
  "nfs4",
  "cifs",
  "smb3",
  "smbfs",
  "smb",
  "9p",
  "virtiofs",
  "vboxsf",
  "prl_fs",
  "afs",
  "afpfs",
  "ceph",
  "coda",
  "davfs",
  "webdav",
  "ftp",
  "glusterfs",
  "lustre",
  "ncpfs",
  "beegfs",
]);

/** FUSE programs that reach over a network. FUSE names itself `fuse.<program>`. */
const networkFusePrograms = new Set([
  "sshfs",
  "davfs",
  "davfs2",
  "rclone",
  "s3fs",
  "goofys",
  "gcsfuse",
  "curlftpfs",
  "smbnetfs",
  "glusterfs",
  "ceph",
  "ceph-fuse",
  "cephfs",
  "juicefs",
  "moosefs",
  "mfs",
  "gvfsd-fuse",
  "kio-fuse",
  "onedriver",
  "google-drive-ocamlfuse",
  "vmhgfs-fuse",
]);

/** Windows into the kernel or another program; nothing written there is kept. */
const pseudoTypes = new Set([
  "autofs",
  "binfmt_misc",
  "bpf",
  "cgroup",
  "cgroup2",
  "configfs",
  "debugfs",
  "devfs",
  "devpts",
  "efivarfs",
  "fdescfs",
  "functionfs",
  "fuse.lxcfs",
  "fuse.portal",
  "fusectl",
  "hugetlbfs",
  "mqueue",
  "nsfs",
  "proc",
  "procfs",
  "pstore",
  "resctrl",
  "rpc_pipefs",
  "securityfs",
  "selinuxfs",
  "smackfs",
  "sysfs",
  "tracefs",
  "xenfs",
]);

const memoryTypes = new Set(["tmpfs", "ramfs", "devtmpfs", "rootfs"]);

/** They keep what is written in a folder of another file system. */
const layeredTypes = new Set(["overlay", "overlayfs", "aufs", "unionfs"]);

/** Images that hold programs: mounted in dozens by snap, flatpak and live systems. */
const imageTypes = new Set(["squashfs", "erofs", "cramfs", "romfs"]);

/** Layers that encrypt above the block devices, by type. */
const encryptingTypes: Readonly<Record<string, string>> = {
  ecryptfs: "eCryptfs",
  "fuse.gocryptfs": "gocryptfs",
  "fuse.encfs": "EncFS",
  "fuse.cryfs": "CryFS",
  "fuse.veracrypt": "VeraCrypt",
};

export function isNetworkType(type: string): boolean {
  return (
    networkTypes.has(type) ||
    (type.startsWith("fuse.") && networkFusePrograms.has(type.slice("fuse.".length)))
  );
}

export function isPseudoType(type: string): boolean {
  return pseudoTypes.has(type);
}

export function isMemoryType(type: string): boolean {
  return memoryTypes.has(type);
}

export function isLayeredType(type: string): boolean {
  return layeredTypes.has(type);
}

export function isImageType(type: string): boolean {
  return imageTypes.has(type);
}

/** `fuse`, or `fuseblk` above a block device; with or without the program's name after a dot. */
export function isFuseType(type: string): boolean {
  return /^fuse(blk)?(\.|$)/.test(type);
}

export function encryptionOfType(type: string): string | null {
  return encryptingTypes[type] ?? null;
}

/**
 * The source of a network mount without the name of the person who mounted it, because a report is
 * given away: `//ann@nas/photos` (SMB), `ann@server:/srv` (sshfs), `https://ann@cloud/files` (WebDAV).
 */
export function withoutUser(source: string): string {
  return source.replace(/^((?:[a-z]+:)?\/\/|)[^@/]*@(?=[^/])/i, "$1");
}
