import type { HostError } from "#contract/drive-error";
import type { HostEvent, HostRequest } from "#contract/engine-messages";
import type { VolumeFacts, VolumeName } from "#contract/volume-facts";
import type { loadNativeEngine, NativeEngine } from "#native/index";
import { errorOf } from "./fault";
import { openEngine } from "./open-engine";

/** Names the volumes of Windows, then asks all of them at once; one that hangs holds up no other. */
export class VolumeList {
  readonly ended: Promise<void>;
  private markEnded: () => void = () => undefined;

  constructor(
    private readonly request: Extract<HostRequest, { type: "list-volumes" }>,
    private readonly emit: (event: HostEvent) => void,
    private readonly load?: typeof loadNativeEngine,
  ) {
    this.ended = new Promise((resolve) => {
      this.markEnded = resolve;
    });
  }

  /** A question to a volume cannot be taken back; the process is ended instead. */
  stop(): void {}

  async run(): Promise<void> {
    let error: HostError | null = null;
    try {
      const engine = openEngine(this.request.nativeDirectory, this.load);
      const volumes = await engine.listVolumes();
      this.emit({
        type: "volumes",
        volumes: volumes.map((volume) => ({ ...volume, mountPoints: [...volume.mountPoints] })),
      });
      // A server may be down, and nothing is measured on one; a volume without a place is not shown.
      const local = volumes.filter(
        ({ isNetwork, mountPoints }) => !isNetwork && mountPoints.length > 0,
      );
      await Promise.all(local.map((volume) => this.ask(engine, volume)));
    } catch (cause) {
      error = errorOf(cause);
    }
    this.emit({ type: "finished", stopped: false, error });
    this.markEnded();
  }

  private async ask(engine: NativeEngine, { path, mountPoints }: VolumeNames): Promise<void> {
    const facts = await engine
      .readVolume({ path, mountPoint: mountPoints[0] ?? null })
      .catch(() => null);
    this.emit({ type: "volume", path, facts: facts as VolumeFacts | null });
  }
}

type VolumeNames = Pick<VolumeName, "path"> & { readonly mountPoints: readonly string[] };
