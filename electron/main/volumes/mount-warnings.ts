import { barriersAreOff, isPlaceUnknown, syncsAreDropped } from "../../analysis/guarantee";
import type { ReportWarning } from "../../contract/report";
import type { VolumeFacts } from "../../contract/volume";

type Rule = readonly [code: string, applies: (volume: VolumeFacts) => boolean, message: string];

const hasOption = (volume: VolumeFacts, pattern: RegExp) =>
  (volume.mountOptions ?? "").split(",").some((option) => pattern.test(option));

const rules: readonly Rule[] = [
  [
    "no-barriers",
    barriersAreOff,
    "This volume, or one it lies on, is mounted without barriers: the system does not ask the drive to empty its cache, so a save may be lost in a power cut whatever the program does.",
  ],
  [
    "volatile-overlay",
    syncsAreDropped,
    "This volume, or one it lies on, is mounted so that the system confirms every save without carrying it out.",
  ],
  [
    "synchronous-mount",
    (volume) => hasOption(volume, /^sync$/),
    "This volume is mounted so that every write waits for the drive; writes without a flush look slower here than elsewhere.",
  ],
  [
    "memory-file-system",
    ({ drive }) => drive.kind === "memory",
    "This folder lies in the computer's working memory; nothing in it survives switching off, and the figures say nothing about a drive.",
  ],
  [
    "place-unknown",
    isPlaceUnknown,
    "This file system keeps its files in another one that cannot be found from here; whether that is on a drive or in memory is not known.",
  ],
  [
    "network",
    ({ drive }) => drive.kind === "network",
    "These files lie on another computer; the figures include the connection to it, and what its drive does cannot be seen from here.",
  ],
  [
    "virtual-drive",
    ({ drive }) => drive.kind === "virtual",
    "This drive is made by software, a virtual machine or an image file; whether a save reaches a real drive is decided by what stands behind it.",
  ],
  [
    "usb-cache-unknown",
    ({ drive, writeCache }) => drive.kind === "usb" && writeCache === "unknown",
    "The system does not know whether this USB drive has a cache of its own; if it has one, saves may stay in it and be lost in a power cut. The plug test would settle it.",
  ],
];

/** What about the volume itself affects the figures; each with one plain sentence. */
export function mountWarnings(volume: VolumeFacts): ReportWarning[] {
  return rules
    .filter(([, applies]) => applies(volume))
    .map(([code, , message]) => ({ code, message }));
}
