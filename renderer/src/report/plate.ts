import { isGroup } from "#analysis/facts/thing";
import { hasFailedTest } from "#analysis/verdict/failures";
import { isPowerCutReport, type Report } from "#contract/report";
import type { Drive } from "#contract/volume";
import { formatDateTimeZone } from "#text/dates";
import { environmentText } from "#text/document";
import { busName, computerName, driveName, linkName } from "#text/drive-identity";
import { formatBytes, formatCount } from "#text/format";
import { purchaseNames } from "#text/health";
import { profileNames } from "#text/names";
import { sheetPower, sheetText } from "#text/paper";
import { frameText } from "#text/screens/frame";
import { listWithCommas } from "#text/words";
import { systemName } from "../words";
import type { NamedValue } from "./recorded";

/** Computer and drive, in two columns, for a shop to compare with its records. */
export function plateFacts(report: Report): [NamedValue[], NamedValue[]] {
  const { host, volume, purchase, plan, bytesWritten, partial } = report;
  const { drive } = volume;
  const howFar =
    report.error !== null
      ? sheetText.endedByError()
      : hasFailedTest(report)
        ? sheetText.notEveryTest()
        : sheetText.partial();
  const known = (value: string | null) => value ?? sheetText.notKnown();
  const profile = isPowerCutReport(report)
    ? frameText.powerCutTest()
    : listWithCommas([
        profileNames[plan.profile](),
        ...(bytesWritten === null
          ? []
          : [sheetText.written({ amount: formatBytes(bytesWritten) })]),
        ...(partial ? [howFar] : []),
      ]);
  const { capacityBytes } = drive;
  const size = capacityBytes ?? volume.totalBytes;
  return [
    [
      [environmentText.computer(), known(computerName(report.computer))],
      [
        environmentText.system(),
        listWithCommas([
          systemName(host),
          ...(volume.fileSystem === null ? [] : [volume.fileSystem]),
        ]),
      ],
      [sheetText.measured(), formatDateTimeZone(report.startedAt)],
      [environmentText.thoroughness(), profile],
      [environmentText.power(), known(host.powerSource && sheetPower[host.powerSource]())],
      ...(purchase == null
        ? []
        : [[sheetText.soldAs(), purchaseNames[purchase]()] satisfies NamedValue]),
    ],
    [
      [environmentText.drive(), driveName(drive)],
      ...identity(drive, known),
      [environmentText.connection(), known(linkName(drive.link) ?? busName(drive.bus))],
      [
        capacityBytes === null && size !== null
          ? environmentText.volumeSize()
          : environmentText.size(),
        known(size === null ? null : formatBytes(size)),
      ],
      [
        environmentText.encryption(),
        volume.encryption === "none" ? sheetText.unencrypted() : known(volume.encryption),
      ],
    ],
  ];
}

/** Several drives are only counted, because a serial number would identify one of them. */
function identity(drive: Drive, known: (value: string | null) => string): NamedValue[] {
  return isGroup(drive)
    ? [[environmentText.disks(), formatCount(drive.disks ?? 0)]]
    : [
        [environmentText.serial(), drive.serial ?? environmentText.notStated()],
        [environmentText.firmware(), known(drive.firmware)],
      ];
}
