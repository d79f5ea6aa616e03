import { hostError } from "#contract/drive-error";
import { type HostRequest, hostRequestSchema } from "#contract/engine-messages";
import { operatingSystemOf } from "#contract/flush-mode";
import { HealthReading } from "./drive-health";
import type { EngineTask } from "./engine-task";
import { say } from "./fault";
import { InspectionRunner } from "./inspection-runner";
import { LeftoverSweep } from "./leftovers";
import { openParentPort } from "./port";
import { PowerCutRemovalRunner } from "./power-cut/removal";
import { PowerCutRunner } from "./power-cut/test";
import { noteSleepAnnounced } from "./readings/standstill";
import { RunLockHolder } from "./run-lock";
import { VolumeList } from "./volume-list";

/**
 * The process that owns the native engine. It does one job and ends: an inspection, one half of a
 * plug test, a removal, a query of a drive's health or of Windows' volumes, or holding the run
 * lock. When it dies, the window and the result so far survive in the parent.
 */
const port = openParentPort();
let runner: EngineTask<HostRequest> | RunLockHolder | null = null;

function runnerFor(request: HostRequest): typeof runner {
  switch (request.type) {
    case "start":
      return new InspectionRunner(request, port.send, operatingSystemOf(process.platform));
    case "power-cut-prepare":
    case "power-cut-read-back":
      return new PowerCutRunner(request, port.send);
    case "power-cut-remove":
      return new PowerCutRemovalRunner(request, port.send);
    case "sweep":
      return new LeftoverSweep(request, port.send);
    case "read-health":
      return new HealthReading(request, port.send);
    case "list-volumes":
      return new VolumeList(request, port.send);
    case "hold-lock":
      return new RunLockHolder(request, port.send);
    case "power-cut-write":
    case "power-cut-witnessed":
    case "sleep-announced":
    case "stop":
      return null;
  }
}

port.onMessage((message) => {
  const request = hostRequestSchema.safeParse(message);
  if (!request.success) {
    port.send({
      type: "finished",
      stopped: false,
      error: hostError("internal", [say("error.unknown-request")]),
    });
    return;
  }
  if (request.data.type === "stop") {
    runner?.stop();
    return;
  }
  if (request.data.type === "sleep-announced") {
    noteSleepAnnounced();
    return;
  }
  if (request.data.type === "power-cut-write" && runner instanceof PowerCutRunner) {
    runner.write();
    return;
  }
  if (request.data.type === "power-cut-witnessed" && runner instanceof PowerCutRunner) {
    runner.witnessed(request.data.elapsedNs);
    return;
  }
  if (!runner) {
    runner = runnerFor(request.data);
    void runner?.run();
  }
});

port.onDisconnect(() => {
  if (!runner) {
    process.exit(0);
  }
  runner.stop();
  void runner.ended.then(() => process.exit(0));
});
