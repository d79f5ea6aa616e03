import { type PlugState, plugStateSchema } from "../../contract/power-cut-state";
import { DurableFile } from "../files/durable-file";

/** The state of a plug test. */
export class PowerCutStore extends DurableFile<PlugState> {
  constructor(file: string) {
    super(file, plugStateSchema);
  }
}
