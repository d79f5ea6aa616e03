import { z } from "zod";
import { scriptHead } from "./powershell";

/** Reading what PowerShell's storage cmdlets answer, as JSON. */

/** One letter, or nothing: PowerShell writes an absent letter as null or as character 0. */
const letter = z
  .string()
  .nullish()
  .transform((text) => (text && /^[A-Za-z]/.test(text) ? text.charAt(0).toUpperCase() : null));

const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || null);
/** As Windows tells it, which may be more than can be counted exactly. */
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
/** Enumerations come as words or, from a bare CIM object, as numbers. */
const word = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? null : String(value)));

/** PowerShell unwraps a list of one and drops an empty one. */
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
  /** PCI Express of NVMe drives: generations, counted from 1, and numbers of lanes. */
  links: listOf(
    z.object({
      Number: z.number().int().nullish(),
      Speed: size,
      Width: size,
      MaxSpeed: size,
      MaxWidth: size,
    }),
  ),
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

/** Throws when the text is not the answer to `storageScript`. */
export function parseStorage(json: string): WindowsStorage {
  return storageSchema.parse(parseJson(json));
}

/** Throws when the text is not the answer to `networkScript`. */
export function parseNetworkDrives(json: string): NetworkDrive[] {
  return networkSchema.parse(parseJson(json));
}

/** The property by which Explorer draws its padlock, because `manage-bde` asks an administrator. */
const bitLocker =
  "@{n='BitLockerProtection';e={$shell.NameSpace([string]$_.DriveLetter+':').Self.ExtendedProperty('System.Volume.BitLockerProtection')}}";

/**
 * The path of a disk, `\\?\scsi#disk&ven_nvme…#5&2b…#{…}`, names its device; the device above it is the
 * controller on the PCI bus.
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
 * Everything about local volumes in one start of PowerShell, which takes a second. A cmdlet that
 * is refused leaves its list empty, a property that cannot be had is null.
 */
export const storageScript = `${scriptHead}$shell=New-Object -ComObject Shell.Application;@{
volumes=@(Get-Volume|Select-Object DriveLetter,Path,FileSystem,FileSystemLabel,DriveType,Size,SizeRemaining,${bitLocker});
partitions=@(Get-Partition|Select-Object AccessPaths,DiskNumber,Type,IsHidden,IsReadOnly);
disks=@(Get-Disk|Select-Object Number,FriendlyName,Manufacturer,BusType,IsReadOnly,SerialNumber,AdapterSerialNumber,FirmwareVersion,Size,LogicalSectorSize,PhysicalSectorSize);
physical=@(Get-PhysicalDisk|Select-Object DeviceId,MediaType);
links=@(${pcieLinks})
}|ConvertTo-Json -Depth 4 -Compress`;

/** Apart, because Windows may wait long for a server that is down. */
export const networkScript = `${scriptHead}@(Get-CimInstance Win32_LogicalDisk -Filter 'DriveType=4'|Select-Object DeviceID,VolumeName,FileSystem)|ConvertTo-Json -Compress`;
