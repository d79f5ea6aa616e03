import { isPowerCutReport, type Report } from "../../../electron/contract/report";
import { formatDateTime } from "../../../electron/text/dates";
import { environmentText } from "../../../electron/text/document";
import { computerName, driveName, linkName } from "../../../electron/text/drive-identity";
import { formatBytes } from "../../../electron/text/format";
import { purchaseNames } from "../../../electron/text/health";
import { profileNames } from "../../../electron/text/names";
import { sheetPower, sheetText } from "../../../electron/text/paper";
import { frameText } from "../../../electron/text/screens/frame";
import { listWithCommas } from "../../../electron/text/words";
import { systemName } from "../words";
import type { NamedValue } from "./recorded";

/** Which computer and which drive, in two columns: what a shop compares with its own records. */
export function plateFacts(report: Report): [NamedValue[], NamedValue[]] {
  const { host, volume, purchase, plan, bytesWritten, partial } = report;
  const { drive } = volume;
  const known = (value: string | null) => value ?? sheetText.notKnown();
  const profile = isPowerCutReport(report)
    ? frameText.powerCutTest()
    : listWithCommas([
        profileNames[plan.profile](),
        ...(bytesWritten === null
          ? []
          : [sheetText.written({ amount: formatBytes(bytesWritten) })]),
        ...(partial ? [sheetText.partial()] : []),
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
      [sheetText.measured(), formatDateTime(report.startedAt)],
      [environmentText.thoroughness(), profile],
      [environmentText.power(), known(host.powerSource && sheetPower[host.powerSource]())],
      ...(purchase == null
        ? []
        : [[sheetText.soldAs(), purchaseNames[purchase]()] satisfies NamedValue]),
    ],
    [
      [environmentText.drive(), driveName(drive)],
      [environmentText.serial(), known(drive.serial)],
      [environmentText.firmware(), known(drive.firmware)],
      [environmentText.connection(), known(linkName(drive.link) ?? drive.bus)],
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
