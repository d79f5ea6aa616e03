import type { HostFacts } from "#contract/report";
import { systemNames } from "#text/names";

/** The call without the arguments that all modes share, for the narrow labels of a chart. */
export function shortCall(systemCall: string): string {
  return systemCall.replace(/\b(pwrite|WriteFile)\([^)]*\)/, "$1");
}

/** A bare version number gets the system's name before it. */
export function systemName({ os, osVersion }: HostFacts): string {
  return /^\d/.test(osVersion) ? `${systemNames[os]} ${osVersion}` : osVersion;
}
