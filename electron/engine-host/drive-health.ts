import type { HostRequest } from "#contract/engine-messages";
import type { NativeEngine } from "#native/index";
import { EngineTask } from "./engine-task";

/** Queries the drive's health in a separate host, because the drive may take long to answer. */
export class HealthReading extends EngineTask<Extract<HostRequest, { type: "read-health" }>> {
  protected async work(engine: NativeEngine): Promise<void> {
    this.emit({
      type: "health-pages",
      pages: await engine.readHealthPages(this.request.disk),
    });
  }
}
