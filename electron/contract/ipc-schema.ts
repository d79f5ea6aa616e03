import { z } from "zod";
import type { DriveError } from "./drive-error";
import type { OperatingSystem } from "./flush-mode";
import { type Health, purchaseMonthSchema, purchases } from "./health";
import { type DataState, entryNameSchema, type HistoryListing, runIdSchema } from "./history";
import type { CallName, EventName } from "./ipc-names";
import type { LiveState } from "./live-state";
import { planChangesSchema } from "./plan-options";
import {
  type CutQuestion,
  type FoundPowerCutTest,
  openPowerCutTestSchema,
  type PowerCutGuide,
} from "./power-cut/state";
import { cutDeeds } from "./power-cut/test";
import { type PageAddress, typedNumberSchema, type WitnessOffer } from "./power-cut/witness";
import { type Computer, type Report, reportSchema } from "./report";
import { profileNames } from "./run-plan";
import type { Volume } from "./volume";
import { workloadIds } from "./workloads";

/**
 * Every call and event between the renderer and main. Main's server and the renderer's client are
 * derived from `ipcCalls` and `ipcEvents`, the preload bridge from their names (ipc-names.ts). Main
 * validates arguments at run time; results travel as data, errors included.
 */

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: DriveError };

export interface AppInfo {
  readonly name: string;
  readonly version: string;
  readonly os: OperatingSystem;
}

/** Health of a drive before its inspection, and the computer it is in. */
export interface DriveHealth {
  readonly health: Health;
  readonly computer: Computer | null;
}

/** Input of the report page, which a hidden window draws for the PDF or PNG. */
export const reportPageDocumentSchema = z.object({
  report: reportSchema,
  view: z.enum(["report", "chart"]),
  paper: z.enum(["A4", "Letter"]),
  /** SHA-256 of the JSON document attached to the PDF; `null` if none is attached. */
  checksum: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
    .default(null),
});
export type ReportPageDocument = z.infer<typeof reportPageDocumentSchema>;

/** Ties a result type to a call for the compiler; the object is empty at run time. */
interface Returns<R> {
  readonly type?: R;
}
const returns = <R>(): Returns<R> => ({});

function call<A extends z.ZodType<readonly unknown[]>, R>(parameters: A, result: Returns<R>) {
  return { parameters, result };
}

const noArguments = z.tuple([]);
const ofVolume = z.tuple([z.string().max(4096)]);
const runId = runIdSchema;
const papers = ["A4", "Letter"] as const;

export const exportKinds = ["pdf", "json", "csv", "png"] as const;
export type ExportKind = (typeof exportKinds)[number];

export const ipcCalls = {
  appInfo: call(noArguments, returns<AppInfo>()),
  listVolumes: call(noArguments, returns<Volume[]>()),
  driveHealth: call(ofVolume, returns<DriveHealth>()),
  /** Opens the system's folder dialog; `null` if the person cancels. */
  chooseFolder: call(noArguments, returns<Volume | null>()),
  /** Opens the person's files on a volume in the system's file manager. */
  showFiles: call(ofVolume, returns<void>()),
  startInspection: call(
    z.tuple([
      z.strictObject({
        volumeId: z.string().max(4096),
        profile: z.enum(profileNames),
        tests: z.array(z.enum(workloadIds)).min(1).max(workloadIds.length),
        changes: planChangesSchema,
        /** Whether the person agreed to put load on the network. */
        allowNetwork: z.boolean(),
        /** Whether the person agreed to continue although the free space is not known. */
        allowUnknownSpace: z.boolean().optional(),
        purchase: z.enum(purchases).optional(),
        purchasedIn: purchaseMonthSchema.optional(),
      }),
    ]),
    returns<{ runId: string }>(),
  ),
  stopInspection: call(noArguments, returns<void>()),
  /** The running inspection, for a window that was opened or reloaded during it. */
  currentInspection: call(noArguments, returns<LiveState | null>()),
  listHistory: call(noArguments, returns<HistoryListing>()),
  /**
   * Removes an entry of the history folder that DriveProof made and that contains no report; never
   * removes anything else.
   */
  removeUnreadable: call(z.tuple([entryNameSchema]), returns<void>()),
  /** Shows an unreadable entry in the system's file manager. */
  showUnreadable: call(z.tuple([entryNameSchema]), returns<void>()),
  /** Whether reports can be stored, and which of the program's own files could not be read. */
  dataState: call(noArguments, returns<DataState>()),
  openReport: call(z.tuple([runId]), returns<Report>()),
  deleteReport: call(z.tuple([runId]), returns<void>()),
  /** Asks where to save the report. Resolves with the path; `null` if the person cancels. */
  exportReport: call(
    z.tuple([
      z.strictObject({
        runId,
        kind: z.enum(exportKinds),
        paper: z.enum(papers),
        withSerial: z.boolean(),
      }),
    ]),
    returns<{ path: string } | null>(),
  ),
  /** The plug test that is running or was found unfinished; `null` if there is none. */
  powerCutGuide: call(noArguments, returns<PowerCutGuide | null>()),
  /** A plug test on this volume of which this computer has no record; `null` if none was found. */
  foundPowerCutTest: call(ofVolume, returns<FoundPowerCutTest | null>()),
  /** Continues the found test at the stage recorded in its folder. */
  resumePowerCutTest: call(ofVolume, returns<void>()),
  /** Removes the found test; false if its folder stays because it holds other files. */
  removeFoundPowerCutTest: call(ofVolume, returns<boolean>()),
  offerWitnesses: call(ofVolume, returns<WitnessOffer>()),
  /**
   * Serves the witness page or makes the witness file, and writes nothing to the tested drive yet.
   */
  openPowerCutTest: call(z.tuple([openPowerCutTestSchema]), returns<void>()),
  /** Makes the plug test's files on the drive; resolves when they exist. */
  preparePowerCutTest: call(noArguments, returns<void>()),
  beginPowerCutTest: call(noArguments, returns<void>()),
  /** Tells the witness page that the countdown is over. */
  askForPowerCut: call(noArguments, returns<void>()),
  stopPowerCutTest: call(noArguments, returns<void>()),
  /** This computer's current addresses, for a witness page whose old address no longer works. */
  witnessAddresses: call(noArguments, returns<readonly PageAddress[]>()),
  /**
   * Serves the witness page at this address after the restart, if this computer no longer has the
   * old address.
   */
  meetWitnessAt: call(z.tuple([z.ipv4().max(15)]), returns<void>()),
  /** Enters a number from the witness page; false if its check word does not match. */
  enterWitnessed: call(z.tuple([typedNumberSchema]), returns<boolean>()),
  /** The system's evidence of the power cut; if there is none, a question for the person. */
  cutQuestion: call(noArguments, returns<CutQuestion>()),
  sayWhatWasDone: call(z.tuple([z.enum(cutDeeds)]), returns<void>()),
  /** Reads the test's files back and compares them with the numbers that the witness stored. */
  finishPowerCutTest: call(noArguments, returns<void>()),
  /** Removes the files of the test; false if its folder stays because it holds other files. */
  discardPowerCutTest: call(noArguments, returns<boolean>()),
  /** The report to draw; main answers only the hidden report window. */
  reportDocument: call(noArguments, returns<ReportPageDocument>()),
  /** Reports that the page is drawn and ready to be printed. */
  reportDrawn: call(noArguments, returns<void>()),
  reportFailed: call(z.tuple([z.string().max(1000)]), returns<void>()),
} as const satisfies Readonly<Record<CallName, unknown>>;

export const ipcEvents = {
  volumesChanged: returns<Volume[]>(),
  /**
   * Sent about five times a second during an inspection; each state replaces the previous state.
   */
  inspectionProgress: returns<LiveState>(),
  /** The report is ready; `partial` and `error` are in it. */
  inspectionFinished: returns<Report>(),
  /**
   * Follows `inspectionFinished`. If `kept` is false, the history could not store the report, which
   * is lost when the program ends.
   */
  inspectionKept: returns<{ runId: string; kept: boolean }>(),
  /**
   * Sent at most five times a second during a plug test; each state replaces the previous state.
   */
  powerCutGuideChanged: returns<PowerCutGuide | null>(),
} as const satisfies Readonly<Record<EventName, unknown>>;

export type CallArguments<N extends CallName> = z.infer<(typeof ipcCalls)[N]["parameters"]>;
export type CallValue<N extends CallName> =
  (typeof ipcCalls)[N]["result"] extends Returns<infer R> ? R : never;
export type EventPayload<N extends EventName> =
  (typeof ipcEvents)[N] extends Returns<infer P> ? P : never;

/** The object that the preload script exposes as `window.driveproof`. */
export type DriveProofApi = {
  readonly [N in CallName]: (...args: CallArguments<N>) => Promise<Result<CallValue<N>>>;
} & {
  readonly on: {
    /**
     * Subscribes to an event, whose payload comes as JSON. Returns the function that ends the
     * subscription.
     */
    readonly [N in EventName]: (listener: (payloadJson: string) => void) => () => void;
  };
};
