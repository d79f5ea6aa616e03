import { DriveFault, driveError } from "#contract/drive-error";
import type { Volume } from "#contract/volume";
import { windowFaults } from "#text/window";
import type { VolumeService } from "../volumes/volume-service";

/**
 * The volumes that the window's page may name: the mounted ones and the folders the user picked.
 * The page refers to them by id, so it can never send a path.
 */
export class VolumeCatalogue {
  private readonly chosen = new Map<string, string>();
  private known = new Map<string, Volume>();

  constructor(private readonly service: Pick<VolumeService, "list" | "describeFolder">) {}

  async list(): Promise<Volume[]> {
    return this.withChosen(await this.service.list());
  }

  /** Adds a folder that the user picked. Throws a `DriveFault` if it is no usable folder. */
  async add(directory: string): Promise<Volume> {
    const volume = await this.service.describeFolder(directory);
    this.chosen.set(volume.id, directory);
    this.known.set(volume.id, volume);
    return volume;
  }

  /** The mounted volumes and the picked folders. */
  async withChosen(mounted: readonly Volume[]): Promise<Volume[]> {
    const volumes = [...mounted, ...(await this.chosenVolumes())];
    this.known = new Map(volumes.map((volume) => [volume.id, volume]));
    return volumes;
  }

  /** The volume as last listed, without accessing it. Throws a `DriveFault`. */
  listed(id: string): Volume {
    const volume = this.known.get(id);
    if (!volume) {
      throw new DriveFault(driveError("path-missing", windowFaults.driveGone()));
    }
    return volume;
  }

  /** Describes a listed volume again: its free space and permissions may have changed. */
  async current(id: string): Promise<Volume> {
    const volume = this.listed(id);
    const fresh = await this.service.describeFolder(volume.directory);
    return { ...fresh, id: volume.id, name: volume.name, chosen: volume.chosen };
  }

  private async chosenVolumes(): Promise<Volume[]> {
    const described = await Promise.all(
      [...this.chosen].map(async ([id, directory]) => {
        try {
          return await this.service.describeFolder(directory);
        } catch (error) {
          if (!(error instanceof DriveFault)) {
            // A folder that cannot be described must not hide the drives.
            console.error(`${directory} could not be described:`, error);
          }
          // A picked folder that no longer exists leaves the list, like an unplugged drive.
          this.chosen.delete(id);
          return null;
        }
      }),
    );
    return described.filter((volume): volume is Volume => volume !== null);
  }
}
