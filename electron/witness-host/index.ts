import { type WitnessEvent, witnessRequestSchema } from "#contract/power-cut/witness";
import { openParentPort } from "../engine-host/port";
import { say } from "./faults";
import { WitnessHost } from "./host";

/**
 * The process that keeps the witness. It alone listens on the network and it alone waits for the
 * witness drive: neither a flood of requests nor a drive that hangs reaches main or the engine.
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
