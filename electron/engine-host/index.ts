import { driveError } from "../contract/drive-error";
import { hostRequestSchema } from "../contract/engine-messages";
import { operatingSystemOf } from "../contract/flush-mode";
import { InspectionRunner } from "./inspection-runner";
import { openParentPort } from "./port";

/**
 * The process that owns the native engine. It runs one inspection and ends; when it dies, the
 * window and the result measured so far live on in the parent.
 */
const port = openParentPort();
let runner: InspectionRunner | null = null;

port.onMessage((message) => {
  const request = hostRequestSchema.safeParse(message);
  if (!request.success) {
    port.send({
      type: "finished",
      stopped: false,
      error: driveError("internal", "The engine host received a message it does not know."),
    });
    return;
  }
  if (request.data.type === "stop") {
    runner?.stop();
    return;
  }
  if (runner) {
    return;
  }
  runner = new InspectionRunner(
    request.data,
    (event) => port.send(event),
    operatingSystemOf(process.platform),
  );
  void runner.run();
});

port.onDisconnect(() => {
  if (!runner) {
    process.exit(0);
  }
  runner.stop();
  void runner.ended.then(() => process.exit(0));
});
