import { Meter } from "react-aria-components";
import { shownPath } from "#contract/shown-text";
import { ownName, type Volume } from "#contract/volume";
import { formatBytes } from "#text/format";
import { driveKindNames } from "#text/names";
import { tellAll } from "#text/refusals";
import { volumeText } from "#text/screens/drive";
import { DrivePicture } from "../../ui/drive-picture";

interface VolumeCardProps {
  readonly volume: Volume;
  /** Maker and model of this computer; `null` if not known (yet). */
  readonly computer: string | null;
  /** That the drive reports no fault, in words; otherwise, or if not known yet, `null`. */
  readonly condition: string | null;
  /** Whether the card shows the folder, which distinguishes two cards of the same name. */
  readonly withPlace: boolean;
}

export function VolumeCard({ volume, computer, condition, withPlace }: VolumeCardProps) {
  const { drive, untestable } = volume;
  const where = whereWords(volume, computer);
  return (
    <>
      <span className="choice-dot" />
      <DrivePicture drive={drive} computer={computer} />
      <div className="volume-name">{ownName(volume)}</div>
      {where === null ? null : <div className="volume-where small quiet">{where}</div>}
      {withPlace || volume.chosen ? (
        <div className="mono fine">{shownPath(volume.directory)}</div>
      ) : null}
      <ul className="tags">
        {tagsOf(volume, condition).map((tag) => (
          <li key={tag} className="tag">
            {tag}
          </li>
        ))}
      </ul>
      <Space volume={volume} />
      {untestable === null ? null : (
        <p className="volume-reason">{tellAll(untestable.statements)}</p>
      )}
    </>
  );
}

/** For the system's drive, the computer that it starts; for other drives, the volume's label. */
function whereWords(volume: Volume, computer: string | null): string | null {
  if (volume.system) {
    return computer === null ? volumeText.system() : volumeText.systemOf({ computer });
  }
  return volume.name === ownName(volume) ? null : volume.name;
}

function Space({ volume: { totalBytes, freeBytes } }: { volume: Volume }) {
  if (totalBytes === null || freeBytes === null || totalBytes === 0) {
    return <p className="volume-space small quiet">{volumeText.sizeNotKnown()}</p>;
  }
  const words = volumeText.free({ free: formatBytes(freeBytes), total: formatBytes(totalBytes) });
  return (
    <Meter
      className="volume-space"
      aria-label={volumeText.spaceInUse()}
      value={totalBytes - freeBytes}
      maxValue={totalBytes}
      valueLabel={words}
    >
      {({ percentage }) => (
        <>
          <div className="track">
            <div className="volume-used" style={{ width: `${percentage}%` }} />
          </div>
          <span className="small quiet figure">{words}</span>
        </>
      )}
    </Meter>
  );
}

function tagsOf({ drive, encryption }: Volume, condition: string | null): string[] {
  return [
    drive.kind === "unknown" ? null : driveKindNames[drive.kind](),
    // Does not add "removable" to a memory card, because its kind already says so.
    drive.removable === true && drive.kind !== "memory-card" ? volumeText.removable() : null,
    encryption !== null && encryption !== "none" ? volumeText.encrypted() : null,
    condition,
  ].filter((tag) => tag !== null);
}
