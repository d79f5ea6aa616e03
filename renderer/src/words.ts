import type { HostFacts } from "#contract/report";
import { systemNames } from "#text/names";

export { guaranteeNames as guaranteeWords } from "#text/names";

/** The call without the arguments every mode shares, for the narrow labels of a chart. */
export function shortCall(systemCall: string): string {
  return systemCall.replace(/\b(pwrite|WriteFile)\([^)]*\)/, "$1");
}

/** The system's own name and version; its family is put before a bare number. */
export function systemName({ os, osVersion }: HostFacts): string {
  return /^\d/.test(osVersion) ? `${systemNames[os]} ${osVersion}` : osVersion;
}
