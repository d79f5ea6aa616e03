import { readFile } from "node:fs/promises";
import { z } from "zod";
import { DriveFault, driveError } from "#contract/drive-error";
import { type FlushModeId, flushModeIds } from "#contract/flush-mode";
import {
  type PowerCutAcknowledged,
  type PowerCutState,
  powerCutAcknowledgedSchema,
  powerCutStateSchema,
} from "#contract/power-cut/state";
import type { CutDeed } from "#contract/power-cut/test";
import { powerCutWitnessText } from "#text/power-cut";
import { parsedJson } from "../files/parsed-json";
import type { ReportOutputs } from "./deliver-report";

export const powerCutActions = ["start", "finish", "remove"] as const;

/**
 * The options of `--plug-test`, the plug test without a window. Its witness is the program that
 * reads the output of `start`: it keeps the numbers of the records written before the power cut.
 */
export interface PowerCutOptions {
  readonly kind: "plug-test";
  readonly action: (typeof powerCutActions)[number];
  readonly path: string;
  readonly allowNetwork: boolean;
  readonly allowUnknownSpace: boolean;
  /** The flush modes to test; `null`: the default modes. */
  readonly modes: FlushModeId[] | null;
  /** How long to write, in seconds; `null`: until a stop or the loss of the drive. */
  readonly seconds: number | null;
  /** Whether to wait for a line on standard input between preparing and writing. */
  readonly wait: boolean;
  /**
   * What the witness received: the path of a file with the lines of `start`, or `mode=number,…`.
   */
  readonly acknowledged: string | null;
  /** The user's answer about what was done to the drive; `null`: none. */
  readonly deed: CutDeed | null;
  readonly outputs: ReportOutputs;
}

/** A line that `--plug-test start` prints for a witness to keep. */
export type PowerCutLine =
  | { readonly type: "state"; readonly state: PowerCutState }
  | ({ readonly type: "acknowledged" } & PowerCutAcknowledged);

const lineSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("state"), state: powerCutStateSchema }),
  powerCutAcknowledgedSchema.extend({ type: z.literal("acknowledged") }),
]);

/**
 * The time in nanoseconds up to which the witness has confirmed records: `line` is this number or a
 * line that `start` printed. `null` for anything else.
 */
export function confirmedBy(line: string): number | null {
  const known = lineSchema.safeParse(parsedJson(line));
  if (/^\d{1,15}$/.test(line.trim())) {
    return Number(line);
  }
  return known.data?.type === "acknowledged" ? known.data.elapsedNs : null;
}

export interface Witnessed {
  /**
   * The test's last state among the printed lines of `start`; `null` if a person typed the numbers.
   */
  readonly state: PowerCutState | null;
  readonly acknowledged: PowerCutAcknowledged;
}

/**
 * Reads what the witness received. Throws a `DriveFault` (`usage`) if the argument, or the file it
 * names, is malformed.
 */
export async function readWitness(argument: string): Promise<Witnessed> {
  if (/^[a-z_]+=\d+(,[a-z_]+=\d+)*$/.test(argument)) {
    return { state: null, acknowledged: { numbers: numbersIn(argument), elapsedNs: null } };
  }
  const text = await readFile(argument, "utf8").catch((error: Error) => {
    throw usage(powerCutWitnessText.unreadable({ file: argument, reason: error.message }));
  });
  let state: PowerCutState | null = null;
  let acknowledged: PowerCutAcknowledged = { numbers: [], elapsedNs: null };
  // The power cut may have truncated the text after the last line break.
  const lines = text.split("\n").slice(0, -1);
  for (const line of lines.filter((one) => one.trim() !== "")) {
    const known = lineSchema.safeParse(parsedJson(line));
    if (!known.success) {
      throw usage(powerCutWitnessText.foreignLine({ file: argument, line }));
    }
    if (known.data.type === "state") {
      state = known.data.state;
    } else {
      const { numbers, elapsedNs } = known.data;
      acknowledged = { numbers, elapsedNs };
    }
  }
  return { state, acknowledged };
}

function numbersIn(text: string): PowerCutAcknowledged["numbers"] {
  return text.split(",").flatMap((pair) => {
    const [name = "", digits = ""] = pair.split("=");
    const mode = flushModeIds.find((id) => id === name);
    if (mode === undefined) {
      throw usage(powerCutWitnessText.noSuchMode({ mode: name }));
    }
    const number = Number(digits);
    return number > 0 ? [{ mode, number }] : [];
  });
}

function usage(message: string): DriveFault {
  return new DriveFault(driveError("usage", message));
}
