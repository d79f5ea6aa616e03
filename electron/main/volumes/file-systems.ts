/** Classifies file system types by the names that Linux and macOS use. */

/** The files are on another computer, or on the host of this virtual machine. */
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

/** FUSE programs for network storage. FUSE names the type `fuse.<program>`. */
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

/** Interfaces to the kernel or another program, which store no files. */
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

/** File systems that store their files in a folder of another file system. */
const layeredTypes = new Set(["overlay", "overlayfs", "aufs", "unionfs"]);

/** Images that contain programs; snap, flatpak and live systems mount dozens of them. */
const imageTypes = new Set(["squashfs", "erofs", "cramfs", "romfs"]);

/** Encrypting layers above the block devices, by type. */
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

/** `fuse`, or `fuseblk` above a block device; with or without `.` and the program's name. */
export function isFuseType(type: string): boolean {
  return /^fuse(blk)?(\.|$)/.test(type);
}

export function encryptionOfType(type: string): string | null {
  return encryptingTypes[type] ?? null;
}

/**
 * The source of a network mount without its user name, because reports are shared:
 * `//ann@nas/photos` (SMB), `ann@server:/srv` (sshfs), `https://ann@cloud/files` (WebDAV).
 */
export function withoutUser(source: string): string {
  return source.replace(/^((?:[a-z]+:)?\/\/|)[^@/]*@(?=[^/])/i, "$1");
}
