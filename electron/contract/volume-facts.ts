import { z } from "zod";

/** Windows' raw facts about its volumes and disks; see raw_facts.h of the addon. */

const bytes = z.array(z.number().int().min(0).max(255)).max(4096);
const size = z.number().nonnegative();
const name = z.string().max(32_768);

export const volumeNameSchema = z.object({
  path: name,
  mountPoints: z.array(name),
  isNetwork: z.boolean(),
  /** Whether this is a disc drive, which may take long to spin up. */
  isDisc: z.boolean(),
});
export type VolumeName = z.infer<typeof volumeNameSchema>;

const diskFactsSchema = z.object({
  number: size,
  descriptor: bytes,
  adapterSerial: bytes,
  seekPenalty: bytes,
  alignment: bytes,
  geometry: bytes,
  hotplug: bytes,
  writable: z.boolean().nullable(),
  link: z.object({ speed: size, width: size, mostSpeed: size, mostWidth: size }).nullable(),
});
export type DiskFacts = z.infer<typeof diskFactsSchema>;

export const volumeFactsSchema = z.object({
  driveType: size,
  fileSystem: name.nullable(),
  label: name.nullable(),
  totalBytes: size.nullable(),
  freeBytes: size.nullable(),
  readOnly: z.boolean().nullable(),
  encryption: size.nullable(),
  partition: bytes,
  disks: z.array(diskFactsSchema).max(64),
});
export type VolumeFacts = z.infer<typeof volumeFactsSchema>;

/** A queried volume; no `facts` if it did not answer in time or could not be opened. */
export interface AskedVolume extends VolumeName {
  readonly facts: VolumeFacts | null;
}
