import { z } from "zod";
import { scriptHead } from "./powershell";

/** Parses the JSON output of PowerShell's storage cmdlets. */

/** One letter or none: PowerShell writes a missing letter as null or as character 0. */
const letter = z
  .string()
  .nullish()
  .transform((text) => (text && /^[A-Za-z]/.test(text) ? text.charAt(0).toUpperCase() : null));

const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || null);
/** Windows' number, which may be too large to be exact; `null` if it is no integer. */
const size = z
  .number()
  .nullish()
  .transform((value) =>
    value !== null && value !== undefined && value >= 0 && Number.isInteger(value) ? value : null,
  );
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? null);
/** Enumerations are names or, in a bare CIM object, numbers. */
const word = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? null : String(value)));

/** PowerShell writes a list of one as its item and omits an empty list. */
const listOf = <T extends z.ZodType>(item: T) =>
  z
    .union([z.array(item), item.transform((one) => [one])])
    .nullish()
    .transform((list) => list ?? []);

const storageSchema = z.object({
  volumes: listOf(
    z.object({
      DriveLetter: letter,
      Path: text,
      FileSystem: text,
      FileSystemLabel: text,
      DriveType: word,
      Size: size,
      SizeRemaining: size,
      BitLockerProtection: word,
    }),
  ),
  partitions: listOf(
    z.object({
      AccessPaths: listOf(z.string()),
      DiskNumber: z.number().int().nullish(),
      Type: word,
      IsHidden: flag,
      IsReadOnly: flag,
    }),
  ),
  disks: listOf(
    z.object({
      Number: z.number().int().nullish(),
      FriendlyName: text,
      Manufacturer: text,
      BusType: word,
      IsReadOnly: flag,
      SerialNumber: text,
      AdapterSerialNumber: text,
      FirmwareVersion: text,
      Size: size,
      LogicalSectorSize: size,
      PhysicalSectorSize: size,
    }),
  ),
  physical: listOf(z.object({ DeviceId: word, MediaType: word })),
  /** PCI Express links of NVMe drives: generations, counted from 1, and lane counts. */
  links: listOf(
    z.object({
      Number: z.number().int().nullish(),
      Speed: size,
      Width: size,
      MaxSpeed: size,
      MaxWidth: size,
    }),
  ),
  /** Paths of volumes for which no driver names a disk; only the addon can ask. */
  diskless: listOf(z.string()),
});
export type WindowsStorage = z.infer<typeof storageSchema>;
export type WindowsVolume = WindowsStorage["volumes"][number];
export type WindowsPartition = WindowsStorage["partitions"][number];
export type WindowsDisk = WindowsStorage["disks"][number];
export type WindowsLink = WindowsStorage["links"][number];

const networkSchema = listOf(
  z.object({ DeviceID: z.string(), VolumeName: text, FileSystem: text }),
);
export type NetworkDrive = z.infer<typeof networkSchema>[number];

function parseJson(json: string): unknown {
  // Trimming also removes a byte order mark.
  const content = json.trim();
  return content === "" ? null : JSON.parse(content);
}

/** Throws if the text is not the output of `storageScript`. */
export function parseStorage(json: string): WindowsStorage {
  return storageSchema.parse(parseJson(json));
}

/** Throws if the text is not the output of `networkScript`. */
export function parseNetworkDrives(json: string): NetworkDrive[] {
  return networkSchema.parse(parseJson(json));
}

/** The shell property behind Explorer's padlock icon; `manage-bde` would need an administrator. */
const bitLocker =
  "@{n='BitLockerProtection';e={$shell.NameSpace([string]$_.DriveLetter+':').Self.ExtendedProperty('System.Volume.BitLockerProtection')}}";

/**
 * A disk's path, `\\?\scsi#disk&ven_nvme…#5&2b…#{…}`, contains its device's name; the parent device
 * is the controller on the PCI bus.
 */
const pcieLinks = `Get-Disk|Where-Object BusType -eq NVMe|ForEach-Object{
$device=(($_.Path -replace '^\\\\\\\\\\?\\\\','') -split '#')[0..2] -join '\\';
$parent=(Get-PnpDeviceProperty -InstanceId $device -KeyName DEVPKEY_Device_Parent).Data;
$has=@{};Get-PnpDeviceProperty -InstanceId $parent -KeyName ${[
  "CurrentLinkSpeed",
  "CurrentLinkWidth",
  "MaxLinkSpeed",
  "MaxLinkWidth",
]
  .map((name) => `DEVPKEY_PciDevice_${name}`)
  .join(",")}|ForEach-Object{$has[$_.KeyName -replace '.*_','']=$_.Data};
@{Number=$_.Number;Speed=$has.CurrentLinkSpeed;Width=$has.CurrentLinkWidth;MaxSpeed=$has.MaxLinkSpeed;MaxWidth=$has.MaxLinkWidth}}`;

/**
 * Reads everything about local volumes in one start of PowerShell, which takes a second. A refused
 * cmdlet leaves its list empty; an unavailable property is null.
 */
export const storageScript = `${scriptHead}$shell=New-Object -ComObject Shell.Application;@{
volumes=@(Get-Volume|Select-Object DriveLetter,Path,FileSystem,FileSystemLabel,DriveType,Size,SizeRemaining,${bitLocker});
partitions=@(Get-Partition|Select-Object AccessPaths,DiskNumber,Type,IsHidden,IsReadOnly);
disks=@(Get-Disk|Select-Object Number,FriendlyName,Manufacturer,BusType,IsReadOnly,SerialNumber,AdapterSerialNumber,FirmwareVersion,Size,LogicalSectorSize,PhysicalSectorSize);
physical=@(Get-PhysicalDisk|Select-Object DeviceId,MediaType);
links=@(${pcieLinks})
}|ConvertTo-Json -Depth 4 -Compress`;

/** Separate from `storageScript`, because Windows may wait long for a dead server. */
export const networkScript = `${scriptHead}@(Get-CimInstance Win32_LogicalDisk -Filter 'DriveType=4'|Select-Object DeviceID,VolumeName,FileSystem)|ConvertTo-Json -Compress`;
