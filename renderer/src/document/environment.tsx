import type { ReactNode } from "react";
import { mayIgnoreDirect } from "#analysis/buffered-direct";
import { isGroup } from "#analysis/facts/thing";
import { isMemory } from "#analysis/guarantee";
import { readBackFrom } from "#analysis/read-back";
import { readsBack } from "#analysis/verdict/failures";
import { isPowerCutReport, type Report, type Verification } from "#contract/report";
import { formatDateTimeZone, formatEndTimeZone } from "#text/dates";
import { cacheStates, environmentText, powerSources, readBackText } from "#text/document";
import { busName, computerName, hostMemoryName, linkName, sectorsName } from "#text/drive-identity";
import { formatBytes, formatCount, formatList } from "#text/format";
import { driveKindNames, profileNames } from "#text/names";
import { frameText } from "#text/screens/frame";
import { tableText } from "#text/tables";
import { listOfClauses } from "#text/words";
import { systemName } from "../words";
import { homeOf } from "../workloads";

/** Where and under what conditions the figures were measured. */
export function Environment({ report }: { report: Report }) {
  const { host, volume, app } = report;
  return (
    <div className="environment">
      <Facts
        title={environmentText.drive()}
        facts={[
          [environmentText.model(), volume.drive.model],
          ...identityFacts(volume.drive),
          [environmentText.kind(), driveKindNames[volume.drive.kind]()],
          [environmentText.bus(), busName(volume.drive.bus)],
          [environmentText.removable(), yesOrNo(volume.drive.removable)],
          [environmentText.cache(), cacheStates[volume.writeCache]()],
          [environmentText.scheduler(), volume.scheduler],
        ]}
      />
      <Facts
        title={environmentText.volume()}
        facts={[
          [environmentText.place(), volume.mountPoint],
          [environmentText.device(), volume.device],
          [environmentText.fileSystem(), volume.fileSystem],
          [environmentText.mountOptions(), volume.mountOptions],
          ...lowerFacts(volume),
          [environmentText.encryption(), volume.encryption],
          [environmentText.size(), sizeOf(volume.totalBytes)],
          [environmentText.free(), sizeOf(volume.freeBytes)],
        ]}
      />
      <Facts
        title={environmentText.computer()}
        facts={[
          [environmentText.computerName(), computerName(report.computer)],
          [
            environmentText.system(),
            environmentText.systemAndArchitecture({
              system: systemName(host),
              architecture: host.arch,
            }),
          ],
          [environmentText.processor(), host.cpuModel],
          [
            environmentText.virtualMachine(),
            host.virtualMachine === "none" ? environmentText.no() : host.virtualMachine,
          ],
          [environmentText.power(), host.powerSource && powerSources[host.powerSource]()],
        ]}
      />
      <Facts
        title={isPowerCutReport(report) ? frameText.powerCutTest() : environmentText.inspection()}
        facts={[
          ...planFacts(report),
          [environmentText.started(), formatDateTimeZone(report.startedAt)],
          [environmentText.finished(), formatEndTimeZone(report.finishedAt, report.startedAt)],
          // A plug test states how many saves it made, not how many bytes.
          ...(isPowerCutReport(report)
            ? []
            : ([[tableText.written(), sizeOf(report.bytesWritten)]] as const)),
          [
            environmentText.run(),
            <span key="run" className="mono">
              {report.runId}
            </span>,
          ],
          [environmentText.program(), environmentText.appAndEngine({ ...app, app: app.name })],
        ]}
      />
    </div>
  );
}

function Facts({ title, facts }: { title: string; facts: readonly Pair[] }) {
  return (
    <section>
      <h2>{title}</h2>
      <Pairs pairs={facts} />
    </section>
  );
}

type Pair = readonly [name: string, value: ReactNode];

export function Pairs({ pairs }: { readonly pairs: readonly Pair[] }) {
  return (
    <dl>
      {pairs.map(([name, value]) => (
        <div key={name}>
          <dt className="quiet">{name}</dt>
          <dd>{value ?? tableText.notKnown()}</dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * Unknown facts share one line. Several drives are only counted: a serial number belongs to one of
 * them.
 */
function identityFacts(drive: Report["volume"]["drive"]): Pair[] {
  const { disks, serial, firmware, capacityBytes, hostMemoryBuffer } = drive;
  if (disks !== null && isGroup(drive)) {
    return [[environmentText.disks(), formatCount(disks)]];
  }
  const facts: readonly (readonly [string, string | null])[] = [
    [environmentText.serial(), serial],
    [environmentText.firmware(), firmware],
    [environmentText.capacity(), sizeOf(capacityBytes)],
    [environmentText.link(), linkName(drive.link)],
    [environmentText.sectors(), sectorsName(drive.sectorBytes)],
    ...(hostMemoryBuffer === null
      ? []
      : [[environmentText.hostMemory(), hostMemoryName(hostMemoryBuffer)] as const]),
  ];
  const missing = facts.filter(([, value]) => value === null).map(([name]) => name);
  return [
    ...facts.filter(([, value]) => value !== null),
    ...(missing.length === 0 ? [] : [[environmentText.notStated(), formatList(missing)] as const]),
  ];
}

/** The plan's facts; a plug test has none, because it was no inspection. */
function planFacts(report: Report): Pair[] {
  const { plan } = report;
  return isPowerCutReport(report)
    ? []
    : [
        [environmentText.thoroughness(), profileNames[plan.profile]()],
        [environmentText.tests(), formatList(plan.tests.map((test) => homeOf(test).name()))],
        // One line for all tests; a test that reads back in another way says so beside its figures.
        ...(report.verification !== null || readsBack(report)
          ? [[environmentText.readBack(), verificationWords(report)] as const]
          : []),
      ];
}

/**
 * The file systems below the volume's own, as below an overlay or a loop device; empty if it lies
 * directly on a device.
 */
function lowerFacts({ lowerMounts }: Report["volume"]): Pair[] {
  if (lowerMounts?.length === 0) {
    return [];
  }
  const lies = lowerMounts
    ?.map(({ fileSystem, mountOptions: options }) => {
      const name = fileSystem ?? tableText.notKnown();
      return options === null ? name : environmentText.mountedWith({ fileSystem: name, options });
    })
    .reduce((upper, lower) => environmentText.andBelow({ upper, lower }));
  return [[environmentText.liesOn(), lies ?? null]];
}

function sizeOf(bytes: number | null): string | null {
  return bytes === null ? null : formatBytes(bytes);
}

function yesOrNo(value: boolean | null): string | null {
  return value === null ? null : value ? environmentText.yes() : environmentText.no();
}

function verificationWords(report: Report): string {
  const { verification, volume } = report;
  if (verification === null) {
    return readBackText.notDone();
  }
  const { blocksChecked: blocks, mismatchCount, aroundCache, unreadable } = verification;
  const isDoubtful = mayIgnoreDirect(report) && readBackFrom(verification) !== "drive";
  const way = !aroundCache ? "through" : isDoubtful ? "perhaps" : "around";
  const read =
    mismatchCount === 0
      ? readBackText.asWritten({ blocks, way })
      : readBackText.differ({ differing: mismatchCount, blocks, way });
  const lost =
    unreadable.length === 0 ? [] : [readBackText.unreadable({ blocks: unreadable.length })];
  const source = isMemory(volume) ? readBackText.noDrive() : sourceWords(verification);
  return listOfClauses([read, ...lost, source]);
}

function sourceWords(verification: Verification): string {
  switch (readBackFrom(verification)) {
    case "drive":
      return readBackText.fromDrive();
    case "elsewhere":
      return readBackText.partlyFromDrive({
        amount: formatBytes(verification.deviceReadBytes ?? 0),
      });
    case "not-known":
      return readBackText.sourceNotKnown();
  }
}
