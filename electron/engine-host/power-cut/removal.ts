import type { HostError } from "#contract/drive-error";
import type { HostEvent, HostRequest } from "#contract/engine-messages";
import { flushModeIds } from "#contract/flush-mode";
import { loadNativeEngine } from "#native/index";
import { attempt, errorOf } from "../fault";
import { openEngine } from "../open-engine";

/** Removes the files of one plug test. Cannot be stopped halfway. */
export class PowerCutRemovalRunner {
  readonly ended: Promise<void>;
  private markEnded: () => void = () => undefined;

  constructor(
    private readonly request: Extract<HostRequest, { type: "power-cut-remove" }>,
    private readonly emit: (event: HostEvent) => void,
    private readonly load: typeof loadNativeEngine = loadNativeEngine,
  ) {
    this.ended = new Promise((resolve) => {
      this.markEnded = resolve;
    });
  }

  stop(): void {
    // A test that is half removed is worth less than one that is gone.
  }

  async run(): Promise<void> {
    let error: HostError | null = null;
    try {
      const { type, nativeDirectory, ...known } = this.request;
      const engine = openEngine(nativeDirectory, this.load);
      const removing = () => engine.removePowerCutTest({ ...known, modeNames: flushModeIds });
      const gone = await attempt("preparing", () => false, removing);
      this.emit({ type: "power-cut-removed", gone: gone === true });
    } catch (cause) {
      error = errorOf(cause);
    }
    this.emit({ type: "finished", stopped: false, error });
    this.markEnded();
  }
}
