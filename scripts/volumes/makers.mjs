import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findProgram } from "../setup/run-program.mjs";

/**
 * A volume of some hundred megabytes in a file of a scratch folder. `why`: it cannot be made here.
 * @typedef {object} VolumeMaker
 * @property {string} name
 * @property {Sectors} [sectors] what its report must say
 * @property {() => string | null} why
 * @property {(scratch: string) => MadeVolume} make
 *
 * @typedef {{ logical: number, physical: number }} Sectors
 *
 * @typedef {{ folder: string, image: string, remove: () => void }} MadeVolume
 *   folder: where it is mounted; remove: takes it apart, whatever has become of it
 */

/** Enough mebibytes for the shortest inspection on each file system; XFS needs at least 300. */
const mebibytes = 640;

/** @returns {readonly VolumeMaker[]} */
export function volumeMakers(platform = process.platform) {
  switch (platform) {
    case "linux":
      return [
        ...["ext4", "xfs", "btrfs"].map((fileSystem) => loopVolume(fileSystem, 512)),
        loopVolume("ext4", 4096),
        loopVolume("exfat", 512),
        loopVolume("vfat", 512),
      ];
    case "darwin":
      return ["APFS", "HFS+", "ExFAT", "MS-DOS FAT32"].map(diskImage);
    case "win32":
      return [
        ...["ntfs", "exfat", "refs"].map((fileSystem) => virtualDisk(fileSystem, 512)),
        virtualDisk("ntfs", 4096),
      ];
    default:
      return [];
  }
}

/**
 * @param {string} fileSystem
 * @param {number} sectorBytes
 * @returns {VolumeMaker}
 */
function loopVolume(fileSystem, sectorBytes) {
  const mkfs = `mkfs.${fileSystem}`;
  return {
    name: `${fileSystem}-${sectorBytes}`,
    why() {
      if (process.getuid?.() !== 0) return "only root may attach a loop device";
      const missing = [mkfs, "losetup"].filter((name) => findProgram(name) === null);
      if (missing.length > 0) return `${missing.join(" and ")} is not installed`;
      attempt("modprobe", fileSystem);
      const known = readFileSync("/proc/filesystems", "utf8").split(/\s+/);
      return known.includes(fileSystem) ? null : `this kernel has no ${fileSystem}`;
    },
    make(scratch) {
      const image = path.join(scratch, "image");
      const folder = path.join(scratch, "volume");
      mkdirSync(folder);
      run("truncate", "-s", `${mebibytes}M`, image);
      const device = run("losetup", "--find", "--show", "--sector-size", `${sectorBytes}`, image);
      const remove = () => {
        attempt("umount", "--lazy", folder);
        attempt("losetup", "--detach", device);
      };
      return orElse(remove, () => {
        const force = { ext4: ["-q", "-F"], xfs: ["-q", "-f"], btrfs: ["-q", "-f"] }[fileSystem];
        run(mkfs, ...(force ?? []), device);
        run("mount", device, folder);
        return { folder, image, remove };
      });
    },
  };
}

/**
 * @param {string} fileSystem as `hdiutil create` names it
 * @returns {VolumeMaker}
 */
function diskImage(fileSystem) {
  return {
    name: fileSystem.toLowerCase().replace(/[^a-z0-9]+/g, "-"),
    why: () => null,
    make(scratch) {
      const image = path.join(scratch, "image.dmg");
      const folder = path.join(scratch, "volume");
      mkdirSync(folder);
      const size = ["-size", `${mebibytes}m`, "-fs", fileSystem, "-volname", "PRÜFUNG"];
      run("hdiutil", "create", "-quiet", ...size, image);
      const remove = () => attempt("hdiutil", "detach", "-force", folder);
      return orElse(remove, () => {
        run("hdiutil", "attach", "-quiet", "-nobrowse", "-mountpoint", folder, image);
        return { folder, image, remove };
      });
    },
  };
}

/**
 * Mounted in a folder, so that no drive letter is needed. Logical sectors of 4 KiB come from
 * Hyper-V's module; those of 512 bytes lie in physical ones of 4 KiB ("512e"), as is usual in a
 * VHDX.
 * @param {string} fileSystem
 * @param {number} sectorBytes
 * @returns {VolumeMaker}
 */
export function virtualDisk(fileSystem, sectorBytes) {
  return {
    name: `${fileSystem}-${sectorBytes}`,
    sectors: { logical: sectorBytes, physical: 4096 },
    why() {
      if (!isWindowsAdministrator()) return "only an administrator may attach a virtual disk";
      const hyperV = sectorBytes === 512 || powerShell("(Get-Command New-VHD).Name") === "New-VHD";
      return hyperV ? null : "New-VHD of Hyper-V's module is not installed";
    },
    make(scratch) {
      const image = path.join(scratch, "image.vhdx");
      const folder = path.join(scratch, "volume");
      mkdirSync(folder);
      if (sectorBytes !== 512) {
        const size = `-SizeBytes ${mebibytes}MB -Dynamic -LogicalSectorSizeBytes ${sectorBytes}`;
        powerShell(`New-VHD -Path '${image}' ${size}`);
      }
      const remove = () => diskPart(scratch, [`select vdisk file="${image}"`, "detach vdisk"]);
      return orElse(remove, () => {
        const create = `create vdisk file="${image}" maximum=${mebibytes * 4} type=expandable`;
        const said = diskPart(scratch, [
          sectorBytes === 512 ? create : `select vdisk file="${image}"`,
          "attach vdisk",
          "create partition primary",
          `format fs=${fileSystem} label="PRÜFUNG" quick`,
          `assign mount="${folder}"`,
        ]);
        if (said.status !== 0) throw new Error(`diskpart: ${said.output}`);
        return { folder, image, remove };
      });
    },
  };
}

/**
 * @param {string} scratch
 * @param {readonly string[]} lines
 */
function diskPart(scratch, lines) {
  const script = path.join(scratch, "diskpart.txt");
  // diskpart reads UTF-16 with a byte order mark under every code page.
  writeFileSync(script, `\ufeff${lines.join("\r\n")}\r\n`, "utf16le");
  const { status, stdout } = spawnSync("diskpart", ["/s", script], { encoding: "utf8" });
  return { status, output: stdout };
}

/** Looks for the administrators' group by number, because its name differs by language. */
export function isWindowsAdministrator() {
  const identity = "[Security.Principal.WindowsIdentity]::GetCurrent()";
  const administrator = "[Security.Principal.WindowsBuiltInRole]::Administrator";
  const asked = `([Security.Principal.WindowsPrincipal]${identity}).IsInRole(${administrator})`;
  return powerShell(asked) === "True";
}

/** @param {string} command what it prints; empty where it is refused */
export function powerShell(command) {
  const args = ["-NoProfile", "-NonInteractive", "-Command", command];
  const { stdout } = spawnSync("powershell", args, { encoding: "utf8" });
  return (stdout ?? "").trim();
}

/**
 * @template Result
 * @param {() => void} remove
 * @param {() => Result} make
 */
function orElse(remove, make) {
  try {
    return make();
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * @param {string} program
 * @param {...string} args
 * @returns {string} what it printed
 */
function run(program, ...args) {
  const { status, error, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${error?.message ?? stderr}`);
  return stdout.trim();
}

/**
 * Runs a program that takes something apart, and ignores its failure: it may be gone already.
 * @param {string} program
 * @param {...string} args
 */
function attempt(program, ...args) {
  spawnSync(program, args, { stdio: "ignore" });
}
