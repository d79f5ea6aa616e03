import { z } from "zod";
import { countOrNull } from "#contract/count-or-null";
import type { Drive } from "#contract/volume";
import { pcieLink } from "./drive-identity";

/** The used keys of `diskutil info -plist`; each may be missing. */
const diskInfoSchema = z.object({
  VolumeName: z.string().optional(),
  MediaName: z.string().optional(),
  BusProtocol: z.string().optional(),
  SolidState: z.boolean().optional(),
  Internal: z.boolean().optional(),
  RemovableMediaOrExternalDevice: z.boolean().optional(),
  FileVault: z.boolean().optional(),
  Encryption: z.boolean().optional(),
  TotalSize: z.number().transform(countOrNull).optional(),
  ParentWholeDisk: z.string().optional(),
  FilesystemType: z.string().optional(),
  VirtualOrPhysical: z.string().optional(),
  APFSContainerReference: z.string().optional(),
  // The version of macOS decides whether `APFSPhysicalStore` or `DeviceIdentifier` names the
  // physical store.
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

/** Parses diskutil's property list. Throws if the text is not the list's JSON form. */
export function parseDiskInfo(json: string): DiskInfo {
  return diskInfoSchema.parse(JSON.parse(json));
}

/** Facts about a disk from programs other than `diskutil`. */
export interface ProfiledDisk {
  readonly serial: string | null;
  readonly firmware: string | null;
  readonly link: Drive["link"];
}

const profileSchema = z.looseObject({
  _items: z.array(z.unknown()).optional().catch(undefined),
  bsd_name: z.string().optional().catch(undefined),
  device_serial: z.string().optional().catch(undefined),
  device_revision: z.string().optional().catch(undefined),
  spnvme_linkspeed: z.string().optional().catch(undefined),
  spnvme_linkwidth: z.string().optional().catch(undefined),
  spsata_negotiatedlinkspeed: z.string().optional().catch(undefined),
});

/** Levels of system_profiler's tree: more than the longest possible chain of controllers. */
const deepestItem = 16;

/**
 * NVMe and SATA disks by name (`disk0`) in system_profiler's JSON, a tree of controllers with their
 * drives. Throws if the text is not JSON.
 */
export function parseProfile(json: string): ReadonlyMap<string, ProfiledDisk> {
  const disks = new Map<string, ProfiledDisk>();
  const visit = (item: unknown, speedAbove: string | null, depth: number): void => {
    const parsed = profileSchema.safeParse(item);
    if (!parsed.success || depth > deepestItem) {
      return;
    }
    const { _items: items = [], bsd_name: name, ...values } = parsed.data;
    const sataSpeed = values.spsata_negotiatedlinkspeed ?? speedAbove;
    if (name !== undefined) {
      disks.set(name, {
        serial: values.device_serial ?? null,
        firmware: values.device_revision ?? null,
        link: linkOf(values.spnvme_linkspeed ?? sataSpeed, values.spnvme_linkwidth ?? null),
      });
    }
    for (const below of items) {
      visit(below, values.spsata_negotiatedlinkspeed ?? null, depth + 1);
    }
  };
  for (const items of Object.values(z.record(z.string(), z.unknown()).parse(JSON.parse(json)))) {
    for (const item of Array.isArray(items) ? items : []) {
      visit(item, null, 0);
    }
  }
  return disks;
}

/** A drive's link, which `system_profiler` prints as `8.0 GT/s` with `x4`, or as `6 Gigabit`. */
function linkOf(speed: string | null, width: string | null): Drive["link"] {
  const [, figure, unit] = /^(\d{1,3}(?:\.\d+)?) (GT\/s|Gigabit)$/.exec(speed ?? "") ?? [];
  const rate = Number(figure ?? 0);
  if (rate === 0) {
    return null;
  }
  const lanes = Number(/^x(\d{1,2})$/.exec(width ?? "")?.[1] ?? 0);
  return unit === "Gigabit"
    ? { type: "sata", gigabitsPerSecond: rate }
    : pcieLink(
        { gigatransfersPerSecond: rate, lanes },
        { gigatransfersPerSecond: null, lanes: null },
      );
}
