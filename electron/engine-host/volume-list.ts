import type { HostRequest } from "#contract/engine-messages";
import type { VolumeName } from "#contract/volume-facts";
import type { NativeEngine } from "#native/index";
import { EngineTask } from "./engine-task";

/**
 * Sends the names of Windows' volumes, then queries all volumes in parallel, so that a volume that
 * hangs does not delay the answers of all others.
 */
export class VolumeList extends EngineTask<Extract<HostRequest, { type: "list-volumes" }>> {
  protected async work(engine: NativeEngine): Promise<void> {
    const volumes = await engine.listVolumes();
    this.emit({ type: "volumes", volumes: [...volumes] });
    // Skip network volumes: their server may be down, and the program does not measure them. A
    // volume without a path is not shown.
    const local = volumes.filter(
      ({ isNetwork, mountPoints }) => !isNetwork && mountPoints.length > 0,
    );
    await Promise.all(local.map((volume) => this.ask(engine, volume)));
  }

  private async ask(engine: NativeEngine, { path, mountPoints }: VolumeName): Promise<void> {
    const facts = await engine
      .readVolume({ path, mountPoint: mountPoints[0] ?? null })
      .catch(() => null);
    this.emit({ type: "volume", path, facts });
  }
}
