import { type PowerCutState, powerCutStateSchema } from "../../contract/power-cut-state";
import { DurableFile } from "../files/durable-file";

/** The state of a plug test. */
export class PowerCutStore extends DurableFile<PowerCutState> {
  constructor(file: string) {
    super(file, powerCutStateSchema);
  }
}
