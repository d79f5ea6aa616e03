import type { HostRequest } from "#contract/engine-messages";
import { flushModeIds } from "#contract/flush-mode";
import type { NativeEngine } from "#native/index";
import { EngineTask } from "../engine-task";
import { attempt } from "../fault";

/**
 * Removes the files of one plug test. A stop by the person does not end the removal, because a
 * half-removed test is useless.
 */
export class PowerCutRemovalRunner extends EngineTask<
  Extract<HostRequest, { type: "power-cut-remove" }>
> {
  protected async work(engine: NativeEngine): Promise<void> {
    const { type, ...known } = this.request;
    const removing = () => engine.removePowerCutTest({ ...known, modeNames: flushModeIds });
    const gone = await attempt("preparing", () => false, removing);
    this.emit({ type: "power-cut-removed", gone: gone === true });
  }
}
