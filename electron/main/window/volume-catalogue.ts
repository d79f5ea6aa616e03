import { DriveFault, driveError } from "#contract/drive-error";
import type { Volume } from "#contract/volume";
import { windowFaults } from "#text/window";
import type { VolumeService } from "../volumes/volume-service";

/**
 * The volumes the window may name: the mounted ones and the folders the person picked. The
 * renderer knows them by id only, so it can never send a path of its own.
 */
export class VolumeCatalogue {
  private readonly chosen = new Map<string, string>();
  private known = new Map<string, Volume>();

  constructor(private readonly service: Pick<VolumeService, "list" | "describeFolder">) {}

  async list(): Promise<Volume[]> {
    const mounted = await this.service.list();
    return this.remember([...mounted, ...(await this.chosenVolumes())]);
  }

  /** Adds a folder the person picked. Throws a `DriveFault` when it is no usable folder. */
  async add(directory: string): Promise<Volume> {
    const volume = await this.service.describeFolder(directory);
    this.chosen.set(volume.id, directory);
    this.known.set(volume.id, volume);
    return volume;
  }

  /** The chosen folders beside a fresh list of mounted volumes. */
  async withChosen(mounted: readonly Volume[]): Promise<Volume[]> {
    return this.remember([...mounted, ...(await this.chosenVolumes())]);
  }

  /** The volume as it was listed last, which touches nothing on it. Throws a `DriveFault`. */
  listed(id: string): Volume {
    const volume = this.known.get(id);
    if (!volume) {
      throw new DriveFault(driveError("path-missing", windowFaults.driveGone()));
    }
    return volume;
  }

  /** The volume as it is now: free space and permissions may have changed since it was listed. */
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
            // One odd folder must not take the other drives off the screen.
            console.error(`${directory} could not be described:`, error);
          }
          // A picked folder that is gone leaves the list, like a drive that was unplugged.
          this.chosen.delete(id);
          return null;
        }
      }),
    );
    return described.filter((volume): volume is Volume => volume !== null);
  }

  private remember(volumes: Volume[]): Volume[] {
    this.known = new Map(volumes.map((volume) => [volume.id, volume]));
    return volumes;
  }
}
