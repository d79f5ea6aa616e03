import type { HostError } from "#contract/drive-error";
import type { HostEvent, HostRequest } from "#contract/engine-messages";
import type { loadNativeEngine } from "#native/index";
import { errorOf } from "./fault";
import { openEngine } from "./open-engine";

/** Asks a drive what it says of its condition, and does nothing else; a drive may take its time. */
export class HealthReading {
  readonly ended: Promise<void>;
  private markEnded: () => void = () => undefined;

  constructor(
    private readonly request: Extract<HostRequest, { type: "read-health" }>,
    private readonly emit: (event: HostEvent) => void,
    private readonly load?: typeof loadNativeEngine,
  ) {
    this.ended = new Promise((resolve) => {
      this.markEnded = resolve;
    });
  }

  /** A question to a drive cannot be taken back; the process is ended instead. */
  stop(): void {}

  async run(): Promise<void> {
    let error: HostError | null = null;
    try {
      const engine = openEngine(this.request.nativeDirectory, this.load);
      const { nvmeHealth, ataAttributes, writeCache, ...rest } = await engine.readHealthPages(
        this.request.disk,
      );
      const pages = {
        ...{ nvmeHealth: [...nvmeHealth], ataAttributes: [...ataAttributes] },
        ...{ writeCache: [...writeCache], ...rest },
      };
      this.emit({ type: "health-pages", pages });
    } catch (cause) {
      error = errorOf(cause);
    }
    this.emit({ type: "finished", stopped: false, error });
    this.markEnded();
  }
}
