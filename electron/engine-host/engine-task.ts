import type { HostError } from "#contract/drive-error";
import type { HostEvent } from "#contract/engine-messages";
import type { NativeEngine } from "#native/index";
import { errorOf } from "./fault";
import { openEngine } from "./open-engine";

/**
 * One job of the host process with the native engine. The job always ends with a `finished` event,
 * even after an error.
 */
export abstract class EngineTask<Request> {
  private markEnded: () => void = () => undefined;
  /** Resolves when the last message was sent. */
  readonly ended = new Promise<void>((resolve) => {
    this.markEnded = resolve;
  });
  protected isStopped = false;

  constructor(
    protected readonly request: Request,
    protected readonly emit: (event: HostEvent) => void,
    private readonly load?: () => NativeEngine,
  ) {}

  /**
   * Asks the job to end early. A job may ignore the request and run to its end; the parent kills a
   * process that hangs.
   */
  stop(): void {
    this.isStopped = true;
  }

  protected abstract work(engine: NativeEngine): Promise<void>;

  async run(): Promise<void> {
    let error: HostError | null = null;
    try {
      await this.work(openEngine(this.load));
    } catch (cause) {
      error = errorOf(cause);
    }
    this.emit({ type: "finished", stopped: this.isStopped && error === null, error });
    this.markEnded();
  }
}
