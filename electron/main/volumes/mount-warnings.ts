import { barriersAreOff, isPlaceUnknown, syncsAreDropped } from "#analysis/guarantee";
import { sayer } from "#analysis/say";
import type { ReportWarning } from "#contract/report";
import type { VolumeFacts } from "#contract/volume";
import { warningInWords } from "#text/in-words";
import type { statements } from "#text/inspection/warnings";

const say = sayer<typeof statements>();

const hasOption = (volume: VolumeFacts, pattern: RegExp) =>
  (volume.mountOptions ?? "").split(",").some((option) => pattern.test(option));

const rules = [
  ["no-barriers", barriersAreOff],
  ["volatile-overlay", syncsAreDropped],
  ["synchronous-mount", (volume) => hasOption(volume, /^sync$/)],
  ["memory-file-system", ({ drive }) => drive.kind === "memory"],
  ["place-unknown", isPlaceUnknown],
  ["network", ({ drive }) => drive.kind === "network"],
  ["virtual-drive", ({ drive }) => drive.kind === "virtual"],
  [
    "usb-cache-unknown",
    ({ drive, writeCache }) => drive.kind === "usb" && writeCache === "unknown",
  ],
] as const satisfies readonly (readonly [
  code: keyof typeof statements,
  applies: (volume: VolumeFacts) => boolean,
])[];

export function mountWarnings(volume: VolumeFacts): ReportWarning[] {
  return rules
    .filter(([, applies]) => applies(volume))
    .map(([code]) => warningInWords(code, [say(code)]));
}
