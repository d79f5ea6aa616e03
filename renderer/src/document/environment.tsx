import type { ReactNode } from "react";
import { isMemory } from "../../../electron/analysis/guarantee";
import { readBackFrom } from "../../../electron/analysis/read-back";
import {
  isPowerCutReport,
  type Report,
  type Verification,
} from "../../../electron/contract/report";
import type { WriteCacheState } from "../../../electron/contract/volume";
import { formatDateTime } from "../../../electron/text/dates";
import { formatBytes, formatCount } from "../../../electron/text/format";
import { kindWords, profileWords, systemName } from "../words";
import { homeOf } from "../workloads";

const cacheWords: Readonly<Record<WriteCacheState, string>> = {
  "write-back": "on (write-back), as the system believes",
  "write-through": "off or protected (write-through), as the system believes",
  unknown: "not known",
};

/** Where and under which circumstances the figures were made. */
export function Environment({ report }: { report: Report }) {
  const { host, volume } = report;
  return (
    <div className="environment">
      <Facts
        title="Drive"
        facts={[
          ["Model", volume.drive.model],
          ["Kind", kindWords[volume.drive.kind]],
          ["Bus", volume.drive.bus],
          ["Removable", yesOrNo(volume.drive.removable)],
          ["Drive’s own memory (cache)", cacheWords[volume.writeCache]],
          ["Scheduler", volume.scheduler],
        ]}
      />
      <Facts
        title="Volume"
        facts={[
          ["Place", volume.mountPoint],
          ["Device", volume.device],
          ["File system", volume.fileSystem],
          ["Mount options", volume.mountOptions],
          ...lowerFacts(volume),
          ["Encryption", volume.encryption],
          ["Size", volume.totalBytes === null ? null : formatBytes(volume.totalBytes)],
          ["Free", volume.freeBytes === null ? null : formatBytes(volume.freeBytes)],
        ]}
      />
      <Facts
        title="Computer"
        facts={[
          ["System", `${systemName(host)}, ${host.arch}`],
          ["Processor", host.cpuModel],
          ["Virtual machine", host.virtualMachine === "none" ? "no" : host.virtualMachine],
          ["Power", host.powerSource],
        ]}
      />
      <Facts
        title={isPowerCutReport(report) ? "Plug test" : "Inspection"}
        facts={[
          ...planFacts(report),
          ["Started", formatDateTime(report.startedAt)],
          ["Finished", formatDateTime(report.finishedAt)],
          ["Written", report.bytesWritten === null ? null : formatBytes(report.bytesWritten)],
          [
            "Run",
            <span key="run" className="mono">
              {report.runId}
            </span>,
          ],
          ["Program", `${report.app.name} ${report.app.version}, engine ${report.app.engine}`],
        ]}
      />
    </div>
  );
}

function Facts({
  title,
  facts,
}: {
  title: string;
  facts: readonly (readonly [string, ReactNode])[];
}) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? "not known"}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What a plug test has not: it was no inspection. */
function planFacts(report: Report): [string, string][] {
  const { plan } = report;
  return isPowerCutReport(report)
    ? []
    : [
        ["Thoroughness", profileWords[plan.profile]],
        ["Tests", plan.tests.map((test) => homeOf(test).name()).join(", ")],
        ["Read back and compared", verificationWords(report)],
      ];
}

/** The file systems it lies on, where it does not lie on a device at once. */
function lowerFacts({ lowerMounts }: Report["volume"]): [string, string | null][] {
  if (lowerMounts?.length === 0) {
    return [];
  }
  const words = lowerMounts?.map(
    ({ fileSystem, mountOptions }) =>
      `${fileSystem ?? "not known"}${mountOptions === null ? "" : ` (${mountOptions})`}`,
  );
  return [["Lies on", words?.join(", then ") ?? null]];
}

function yesOrNo(value: boolean | null): string | null {
  return value === null ? null : value ? "yes" : "no";
}

function verificationWords({ verification, volume }: Report): string {
  if (verification === null) {
    return "not done";
  }
  const { blocksChecked, mismatchCount, aroundCache, unreadable } = verification;
  const way = aroundCache ? "around the system’s memory" : "from the system’s memory only";
  const source = isMemory(volume) ? "there is no drive behind them" : sourceWords(verification);
  const read =
    mismatchCount === 0
      ? `${formatCount(blocksChecked)} blocks ${way}, all as written`
      : `${formatCount(mismatchCount)} of ${formatCount(blocksChecked)} blocks differ (${way})`;
  return unreadable.length === 0
    ? `${read}; ${source}`
    : `${read}; ${formatCount(unreadable.length)} could not be read; ${source}`;
}

function sourceWords(verification: Verification): string {
  switch (readBackFrom(verification)) {
    case "drive":
      return "from the drive itself";
    case "elsewhere":
      return `at most ${formatBytes(verification.deviceReadBytes ?? 0)} of them from the drive itself`;
    case "not-known":
      return "how much of it from the drive itself is not known";
  }
}
