import { GridList, GridListItem } from "react-aria-components";
import type { Volume } from "../../../../electron/contract/volume";
import { tellAll } from "../../../../electron/text/statements";
import { kindWords } from "../../words";
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

/**
 * The cards. Those that cannot be tested can be reached with the arrow keys and read, but not
 * chosen. React keeps the focus by the volume's id when the list is refreshed.
 */
export function VolumeList({ volumes, selectedId, onSelect }: VolumeListProps) {
  return (
    <GridList
      className="volumes"
      aria-label="Drives"
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
        <GridListItem
          id={volume.id}
          className={classOf(volume)}
          textValue={`${volume.name}, ${kindWords[volume.drive.kind]}${volume.untestable === null ? "" : `, ${tellAll(volume.untestable.statements)}`}`}
        >
          <VolumeCard volume={volume} />
        </GridListItem>
      )}
    </GridList>
  );
}
