import { GridList, GridListItem } from "react-aria-components";
import type { Volume } from "../../../../electron/contract/volume";
import { formatList } from "../../../../electron/text/format";
import { driveKindNames } from "../../../../electron/text/names";
import { driveText } from "../../../../electron/text/screens/drive";

import { tellAll } from "../../../../electron/text/statements";
import { VolumeCard } from "./volume-card";

interface VolumeListProps {
  readonly volumes: readonly Volume[];
  readonly selectedId: string | null;
  readonly onSelect: (id: string) => void;
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

function classOf(volume: Volume): string {
  if (volume.untestable === null) {
    return "volume";
  }
  return isSelectable(volume) ? "volume untestable" : "volume untestable closed";
}

function spoken({ name, drive, untestable }: Volume): string {
  const kind = driveKindNames[drive.kind]();
  return formatList(
    untestable === null ? [name, kind] : [name, kind, tellAll(untestable.statements)],
  );
}

/**
 * The cards. Those that cannot be tested can be reached with the arrow keys and read, but not
 * chosen. React keeps the focus by the volume's id when the list is refreshed.
 */
export function VolumeList({ volumes, selectedId, onSelect }: VolumeListProps) {
  return (
    <GridList
      className="volumes"
      aria-label={driveText.drives()}
      layout="grid"
      items={volumes}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={selectedId === null ? [] : [selectedId]}
      disabledKeys={volumes.filter((volume) => !isSelectable(volume)).map(({ id }) => id)}
      disabledBehavior="selection"
      onSelectionChange={(keys) => {
        const [id] = keys === "all" ? [] : [...keys];
        if (typeof id === "string") {
          onSelect(id);
        }
      }}
    >
      {(volume) => (
        <GridListItem id={volume.id} className={classOf(volume)} textValue={spoken(volume)}>
          <VolumeCard volume={volume} />
        </GridListItem>
      )}
    </GridList>
  );
}
