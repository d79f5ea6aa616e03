import { ownName, type Volume } from "#contract/volume";

/**
 * The volumes in the order of the cards: the system's own first, untestable ones last. A folder
 * that the person chose replaces its volume.
 */
export function shownVolumes(volumes: readonly Volume[]): readonly Volume[] {
  const chosen = new Map(
    volumes.filter((volume) => volume.chosen).map((volume) => [volume.mountPoint, volume]),
  );
  return volumes
    .filter((volume) => (chosen.get(volume.mountPoint) ?? volume) === volume)
    .sort((a, b) => rank(a) - rank(b));
}

function rank(volume: Volume): number {
  return volume.system ? 0 : isSelectable(volume) ? 1 : 2;
}

/** Problems of a volume that a person can accept. */
export type Agreeable = "network-mount" | "space-unknown";

export function toAgreeTo({ untestable }: Volume): Agreeable | null {
  return untestable?.code === "network-mount" || untestable?.code === "space-unknown"
    ? untestable.code
    : null;
}

export function isSelectable(volume: Volume): boolean {
  return volume.untestable === null || toAgreeTo(volume) !== null;
}

export function sharedNames(volumes: readonly Volume[]): ReadonlySet<string> {
  const names = volumes.map(ownName);
  return new Set(names.filter((name, at) => names.indexOf(name) !== at));
}
