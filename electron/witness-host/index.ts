import { type WitnessEvent, witnessRequestSchema } from "#contract/power-cut/witness";
import { openParentPort } from "../engine-host/port";
import { say } from "./faults";
import { WitnessHost } from "./host";

/**
 * The process that runs the witness. Only this process listens on the network and waits for the
 * witness drive, so neither a flood of requests nor a hanging drive affects the main process or the
 * engine.
 */
const port = openParentPort<WitnessEvent>();
const host = new WitnessHost((event) => port.send(event));

port.onMessage((message) => {
  const request = witnessRequestSchema.safeParse(message);
  if (request.success) {
    host.handle(request.data);
    return;
  }
  port.send({
    type: "failed",
    fault: {
      code: "internal",
      statement: say("witness.unknown-request"),
      syscall: null,
      osCode: null,
    },
  });
});

port.onDisconnect(() => {
  host.close();
  process.exit(0);
});
