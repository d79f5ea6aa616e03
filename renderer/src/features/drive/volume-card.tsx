import { Meter } from "react-aria-components";
import { shownPath } from "../../../../electron/contract/shown-text";
import type { Volume } from "../../../../electron/contract/volume";
import { formatBytes } from "../../../../electron/text/format";
import { driveKindNames } from "../../../../electron/text/names";
import { cacheTags, volumeText } from "../../../../electron/text/screens/drive";
import { tellAll } from "../../../../electron/text/statements";

import { VolumeIcon } from "./volume-icon";

/** Inside of one card in the list of drives. */
export function VolumeCard({ volume }: { volume: Volume }) {
  const { drive, untestable } = volume;
  return (
    <>
      <div className="volume-head">
        <VolumeIcon kind={drive.kind} />
        <div className="volume-names">
          <div className="volume-name">{volume.name}</div>
          <Model volume={volume} />
          <div className="volume-place mono">{shownPath(volume.directory)}</div>
        </div>
        <span className="volume-choice" />
      </div>
      <Space volume={volume} />
      <ul className="tags">
        {tagsOf(volume).map((tag) => (
          <li key={tag} className="tag">
            {tag}
          </li>
        ))}
      </ul>
      {untestable === null ? null : (
        <p className="volume-reason">{tellAll(untestable.statements)}</p>
      )}
    </>
  );
}

/** A model is missed only where there is a drive to have one, and not said twice. */
function Model({ volume: { name, drive } }: { volume: Volume }) {
  const hasNone = drive.kind === "network" || drive.kind === "memory" || drive.kind === "virtual";
  if (drive.model === name || (drive.model === null && hasNone)) {
    return null;
  }
  return <div className="small quiet">{drive.model ?? volumeText.modelNotKnown()}</div>;
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

function tagsOf(volume: Volume): string[] {
  const { drive, encryption } = volume;
  const encrypted = encryption !== null && encryption !== "none";
  return [
    volume.system ? volumeText.system() : null,
    driveKindNames[drive.kind](),
    volume.fileSystem,
    encrypted ? volumeText.encrypted({ encryption }) : null,
    // A card and a stick say so by their kind already.
    drive.removable === true && drive.kind !== "memory-card" ? volumeText.removable() : null,
    drive.kind === "memory" || drive.kind === "network" ? null : cacheTags[volume.writeCache](),
  ].filter((tag) => tag !== null);
}
