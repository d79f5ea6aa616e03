import type { HostError } from "#contract/drive-error";
import type { HostEvent } from "#contract/engine-messages";
import type { loadNativeEngine, NativeEngine } from "#native/index";
import { errorOf } from "./fault";
import { openEngine } from "./open-engine";

/** One thing that the host does with the engine: when it ends it is said to be finished, whatever came of it. */
export abstract class EngineTask<Request extends { readonly nativeDirectory: string }> {
  private markEnded: () => void = () => undefined;
  readonly ended = new Promise<void>((resolve) => {
    this.markEnded = resolve;
  });
  protected isStopped = false;

  constructor(
    protected readonly request: Request,
    protected readonly emit: (event: HostEvent) => void,
    private readonly load?: typeof loadNativeEngine,
  ) {}

  /** What has begun is done to its end; where that never comes, the process is ended. */
  stop(): void {}

  protected abstract work(engine: NativeEngine): Promise<void>;

  async run(): Promise<void> {
    let error: HostError | null = null;
    try {
      await this.work(openEngine(this.request.nativeDirectory, this.load));
    } catch (cause) {
      error = errorOf(cause);
    }
    this.emit({ type: "finished", stopped: this.isStopped, error });
    this.markEnded();
  }
}
