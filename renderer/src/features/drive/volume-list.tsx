import { GridList, GridListItem } from "react-aria-components";
import { ownName, type Volume } from "#contract/volume";
import { formatList } from "#text/format";
import { driveKindNames } from "#text/names";
import { tellAll } from "#text/refusals";
import { driveText } from "#text/screens/drive";
import { isSelectable, sharedNames } from "./shown-volumes";
import { VolumeCard } from "./volume-card";

interface VolumeListProps {
  readonly volumes: readonly Volume[];
  readonly selectedId: string | null;
  /** Maker and model of this computer; `null` if not known (yet). */
  readonly computer: string | null;
  /** That the selected drive reports no fault, in words; otherwise, or if not known yet, `null`. */
  readonly condition: string | null;
  readonly onSelect: (id: string) => void;
}

function classOf(volume: Volume): string {
  if (volume.untestable === null) {
    return "choice-card volume";
  }
  return isSelectable(volume)
    ? "choice-card volume untestable"
    : "choice-card volume untestable closed";
}

function spoken(volume: Volume): string {
  const { name, drive, untestable } = volume;
  const names = [...new Set([ownName(volume), name, driveKindNames[drive.kind]()])];
  return formatList(untestable === null ? names : [...names, tellAll(untestable.statements)]);
}

/**
 * Arrow keys also reach cards that cannot be tested, to read them. React keeps the focus by the
 * volume's id when the list is refreshed.
 */
export function VolumeList(props: VolumeListProps) {
  const { volumes, selectedId, computer, condition, onSelect } = props;
  const shared = sharedNames(volumes);
  return (
    <GridList
      className={volumes.length > 3 ? "volumes many" : "volumes"}
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
          <VolumeCard
            {...{ volume, computer }}
            condition={volume.id === selectedId ? condition : null}
            withPlace={shared.has(ownName(volume))}
          />
        </GridListItem>
      )}
    </GridList>
  );
}
