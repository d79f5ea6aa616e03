import { PassThrough } from "node:stream";
import {
  type InspectCommandDependencies,
  inspectCommand,
} from "../../../../electron/main/cli/inspect-command";
import { sampleVolume } from "../../../helpers/sample-volume";

export const printsNothing = () => Promise.reject(new Error("no page was drawn"));

/**
 * Runs the command line, and keeps its output as text; `parts` replaces the functions that the
 * command calls.
 */
export function runCommand(
  args: readonly string[],
  parts: Partial<InspectCommandDependencies> = {},
) {
  const stderr = new PassThrough();
  const usual: Partial<InspectCommandDependencies> = {
    version: "1.2.3",
    currentFolder: "/",
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr,
    print: printsNothing,
    describeFolder: async (directory) => sampleVolume({ directory }),
    leftovers: { sweepUnfinished: async () => [] },
    onSignal: () => undefined,
    keepAwake: () => undefined,
    endNow: () => undefined,
    powerCutTest: { stop: () => undefined } as InspectCommandDependencies["powerCutTest"],
  };
  const code = inspectCommand(args, { ...usual, ...parts } as InspectCommandDependencies);
  return { code, said: () => `${stderr.read() ?? ""}` };
}
