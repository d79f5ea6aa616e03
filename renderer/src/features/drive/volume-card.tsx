import { Meter } from "react-aria-components";
import { shownPath } from "#contract/shown-text";
import type { Volume } from "#contract/volume";
import { formatBytes } from "#text/format";
import { driveKindNames } from "#text/names";
import { volumeText } from "#text/screens/drive";
import { tellAll } from "#text/statements";
import { DrivePicture } from "../../ui/drive-picture";
import { driveName } from "./shown-volumes";

interface VolumeCardProps {
  readonly volume: Volume;
  /** Maker and model of this computer; `null` while or where they are not known. */
  readonly computer: string | null;
  /** What the drive says of its health; `null` while or where it is not known. */
  readonly condition: string | null;
  /** Two cards of the same name are told apart by their folders. */
  readonly withPlace: boolean;
}

/** Inside of one card in the list of drives. What is not known is left out. */
export function VolumeCard({ volume, computer, condition, withPlace }: VolumeCardProps) {
  const { drive, untestable } = volume;
  const where = whereWords(volume, computer);
  return (
    <>
      <span className="volume-choice" />
      <DrivePicture kind={drive.kind} />
      <div className="volume-name">{driveName(volume)}</div>
      {where === null ? null : <div className="volume-where">{where}</div>}
      {withPlace || volume.chosen ? (
        <div className="volume-place mono">{shownPath(volume.directory)}</div>
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

/** Of the system's drive the computer it starts, of others the name a person gave the volume. */
function whereWords(volume: Volume, computer: string | null): string | null {
  if (volume.system) {
    return computer === null ? volumeText.system() : volumeText.systemOf({ computer });
  }
  return volume.name === driveName(volume) ? null : volume.name;
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
    // A card and a stick say so by their kind already.
    drive.removable === true && drive.kind !== "memory-card" ? volumeText.removable() : null,
    encryption !== null && encryption !== "none" ? volumeText.encrypted() : null,
    condition,
  ].filter((tag) => tag !== null);
}
