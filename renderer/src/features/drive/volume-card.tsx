import { Meter } from "react-aria-components";
import type { Volume, WriteCacheState } from "../../../../electron/contract/volume";
import { formatBytes } from "../../../../electron/text/format";
import { tellAll } from "../../../../electron/text/statements";
import { kindWords } from "../../words";
import { VolumeIcon } from "./volume-icon";

const cacheWords: Readonly<Record<WriteCacheState, string>> = {
  "write-back": "Cache on",
  "write-through": "Cache off",
  unknown: "Cache not known",
};

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
          <div className="volume-place mono">{volume.directory}</div>
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
  return <div className="small quiet">{drive.model ?? "Model not known"}</div>;
}

function Space({ volume: { totalBytes, freeBytes } }: { volume: Volume }) {
  if (totalBytes === null || freeBytes === null || totalBytes === 0) {
    return <p className="volume-space small quiet">Size not known</p>;
  }
  const words = `${formatBytes(freeBytes)} free of ${formatBytes(totalBytes)}`;
  return (
    <Meter
      className="volume-space"
      aria-label="Space in use"
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
    volume.system ? "System drive" : null,
    kindWords[drive.kind],
    volume.fileSystem,
    encrypted ? `Encrypted (${encryption})` : null,
    // A card and a stick say so by their kind already.
    drive.removable === true && drive.kind !== "memory-card" ? "Removable" : null,
    drive.kind === "memory" || drive.kind === "network" ? null : cacheWords[volume.writeCache],
  ].filter((tag) => tag !== null);
}
