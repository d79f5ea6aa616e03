import type { Volume } from "#contract/volume";

/**
 * The volumes as cards show them: the system's own first, those that cannot be tested last, and none
 * twice. A folder that the person
 * chose stands for the volume it lies on.
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

/** What the person may still agree to. */
export type Agreeable = "network-mount" | "space-unknown";

export function toAgreeTo({ untestable }: Volume): Agreeable | null {
  return untestable?.code === "network-mount" || untestable?.code === "space-unknown"
    ? untestable.code
    : null;
}

export function isSelectable(volume: Volume): boolean {
  return volume.untestable === null || toAgreeTo(volume) !== null;
}

/** Maker and model as the drive gives them, else what the volume is called. */
export function driveName({ drive, name }: Volume): string {
  return drive.model ?? name;
}

/** The names that more than one of these volumes has. */
export function sharedNames(volumes: readonly Volume[]): ReadonlySet<string> {
  const names = volumes.map(driveName);
  return new Set(names.filter((name, at) => names.indexOf(name) !== at));
}
