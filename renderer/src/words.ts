import type { HostFacts } from "#contract/report";
import { systemNames } from "#text/names";

/** The call without the arguments that all modes share, for the narrow labels of a chart. */
export function shortCall(systemCall: string): string {
  return systemCall.replace(/\b(pwrite|WriteFile)\([^)]*\)/, "$1");
}

/**
 * The system's own name and version; a bare version number gets the name of the system, such as
 * Windows, before it.
 */
export function systemName({ os, osVersion }: HostFacts): string {
  return /^\d/.test(osVersion) ? `${systemNames[os]} ${osVersion}` : osVersion;
}
