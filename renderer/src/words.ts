import { buffersDirectWrites } from "../../electron/analysis/workloads/buffer-sweep/buffered-direct";
import type { FlushModeId } from "../../electron/contract/flush-mode";
import type { HostFacts, Report } from "../../electron/contract/report";
import { modeLabel } from "../../electron/text/flush-modes";
import { systemNames } from "../../electron/text/names";

export { guaranteeNames as guaranteeWords } from "../../electron/text/names";

/** What a person calls the mode in a finished report, which knows what the file system made of it. */
export function reportModeLabel(
  mode: FlushModeId,
  report: Pick<Report, "host" | "volume">,
): string {
  return modeLabel(mode, report.host.os, buffersDirectWrites(report));
}

/** The call without the arguments every mode shares, for the narrow labels of a chart. */
export function shortCall(systemCall: string): string {
  return systemCall.replace(/\b(pwrite|WriteFile)\([^)]*\)/, "$1");
}

/** The system's own name and version; its family is put before a bare number. */
export function systemName({ os, osVersion }: HostFacts): string {
  return /^\d/.test(osVersion) ? `${systemNames[os]} ${osVersion}` : osVersion;
}
