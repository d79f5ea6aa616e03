import type { Health } from "#contract/health";
import type { Computer, HostFacts } from "#contract/report";
import type { Volume } from "#contract/volume";

export interface FactReaders {
  readonly app: { readonly name: string; readonly version: string };
  readonly readHost: () => Promise<HostFacts>;
  readonly readComputer?: () => Promise<Computer | null>;
  readonly readHealth?: (volume: Volume) => Promise<Health>;
  readonly readFlushesTurnedOff?: (volume: Volume) => Promise<boolean | null>;
}

export async function readFacts(readers: FactReaders, volume: Volume) {
  const [host, computer = null, health = null, flushesTurnedOff = null] = await Promise.all([
    readers.readHost(),
    readers.readComputer?.(),
    readers.readHealth?.(volume),
    readers.readFlushesTurnedOff?.(volume),
  ]);
  return { host, computer, health, flushesTurnedOff };
}
