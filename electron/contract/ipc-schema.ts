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
  type PageAddress,
  type PowerCutGuide,
  typedNumberSchema,
  type WitnessOffer,
} from "./power-cut/guide";
import { cutDeeds } from "./power-cut/report";
import { type Computer, type Report, reportSchema } from "./report";
import { profileNames } from "./run-plan";
import type { Volume } from "./volume";
import { workloadIds } from "./workloads";

/**
 * Every call and event between the renderer and main. Main's server and the renderer's client are
 * derived from these two values, the preload bridge from their names (ipc-names.ts), so no channel
 * name is written anywhere else.
 * Main validates arguments at run time; results travel as data, errors included.
 */

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: DriveError };

export interface AppInfo {
  readonly name: string;
  readonly version: string;
  readonly os: OperatingSystem;
}

/** A drive before it is inspected, and the computer it is in. */
export interface DriveHealth {
  readonly health: Health;
  readonly computer: Computer | null;
}

/** What the report page draws; main hands it to the hidden window that becomes PDF or PNG. */
export const reportPageDocumentSchema = z.object({
  report: reportSchema,
  view: z.enum(["report", "chart"]),
  paper: z.enum(["A4", "Letter"]),
  /** SHA-256 of the JSON document that goes into the PDF; `null`: none does. */
  checksum: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
    .default(null),
});
export type ReportPageDocument = z.infer<typeof reportPageDocumentSchema>;

/** Carries a result type through the schema; has no value at run time. */
interface Returns<R> {
  readonly type?: R;
}
const returns = <R>(): Returns<R> => ({});

function call<A extends z.ZodType<readonly unknown[]>, R>(parameters: A, result: Returns<R>) {
  return { parameters, result };
}

const noArguments = z.tuple([]);
const runId = runIdSchema;
const papers = ["A4", "Letter"] as const;

export const exportKinds = ["pdf", "json", "csv", "png"] as const;
export type ExportKind = (typeof exportKinds)[number];

/** What the renderer may ask. */
export const ipcCalls = {
  appInfo: call(noArguments, returns<AppInfo>()),
  listVolumes: call(noArguments, returns<Volume[]>()),
  /** What the drive of a volume says of itself. */
  driveHealth: call(z.tuple([z.string().max(4096)]), returns<DriveHealth>()),
  /** Opens the system's folder dialog; `null` when the person cancels. */
  chooseFolder: call(noArguments, returns<Volume | null>()),
  /** Shows a person's files on a volume, in the system's file manager. */
  showFiles: call(z.tuple([z.string().max(4096)]), returns<null>()),
  startInspection: call(
    z.tuple([
      z.strictObject({
        volumeId: z.string().max(4096),
        profile: z.enum(profileNames),
        tests: z.array(z.enum(workloadIds)).min(1).max(workloadIds.length),
        changes: planChangesSchema,
        /** The person agreed to load the network. */
        allowNetwork: z.boolean(),
        /** The person agreed to go on although the free space is not known. */
        allowUnknownSpace: z.boolean().optional(),
        /** How the drive was sold, where the person says so. */
        purchase: z.enum(purchases).optional(),
        /** And in which month, as far as the person says it. */
        purchasedIn: purchaseMonthSchema.optional(),
      }),
    ]),
    returns<{ runId: string }>(),
  ),
  stopInspection: call(noArguments, returns<null>()),
  /** The running inspection, for a window that was opened or reloaded during it. */
  currentInspection: call(noArguments, returns<LiveState | null>()),
  listHistory: call(noArguments, returns<HistoryListing>()),
  /** Removes one of our files that holds no report; nothing else is ever removed. */
  removeUnreadable: call(z.tuple([entryNameSchema]), returns<null>()),
  /** Shows an entry that cannot be read in the system's file manager. */
  showUnreadable: call(z.tuple([entryNameSchema]), returns<null>()),
  /** Whether reports can be kept, and which of the program's own files could not be read. */
  dataState: call(noArguments, returns<DataState>()),
  openReport: call(z.tuple([runId]), returns<Report>()),
  deleteReport: call(z.tuple([runId]), returns<null>()),
  /** Asks where to save; `null` when the person cancels, else the file's path. */
  exportReport: call(
    z.tuple([
      z.strictObject({
        runId,
        kind: z.enum(exportKinds),
        paper: z.enum(papers),
        /** The drive's serial number stands in the file. */
        withSerial: z.boolean(),
      }),
    ]),
    returns<{ path: string } | null>(),
  ),
  /** The plug test that is under way or was found unfinished. */
  powerCutGuide: call(noArguments, returns<PowerCutGuide | null>()),
  /** A plug test on this volume that this computer has no notes of. */
  foundPowerCutTest: call(z.tuple([z.string().max(4096)]), returns<FoundPowerCutTest | null>()),
  /** Continues the found test at the stage its own notes name. */
  resumePowerCutTest: call(z.tuple([z.string().max(4096)]), returns<null>()),
  /** Removes the files of the found test; false when something else keeps its folder. */
  removeFoundPowerCutTest: call(z.tuple([z.string().max(4096)]), returns<boolean>()),
  /** Possible witnesses for a plug test of this volume. */
  offerWitnesses: call(z.tuple([z.string().max(4096)]), returns<WitnessOffer>()),
  /** Connects to the witness. Serves the page from here on; writes nothing to the drive yet. */
  openPowerCutTest: call(z.tuple([openPowerCutTestSchema]), returns<null>()),
  /** Makes the files; resolves when they are there. */
  preparePowerCutTest: call(noArguments, returns<null>()),
  beginPowerCutTest: call(noArguments, returns<null>()),
  /** The countdown is over: the witness page says so, too. */
  askForPowerCut: call(noArguments, returns<null>()),
  stopPowerCutTest: call(noArguments, returns<null>()),
  /** This computer's current addresses, for a page whose old one is gone. */
  witnessAddresses: call(noArguments, returns<readonly PageAddress[]>()),
  /** After the restart, where this computer's address has changed. */
  meetWitnessAt: call(z.tuple([z.ipv4().max(15)]), returns<null>()),
  /** A number typed from the witness page; false when its check word does not match. */
  enterWitnessed: call(z.tuple([typedNumberSchema]), returns<boolean>()),
  /** What the system shows of the cut, and what to ask where it shows nothing. */
  cutQuestion: call(noArguments, returns<CutQuestion>()),
  sayWhatWasDone: call(z.tuple([z.enum(cutDeeds)]), returns<null>()),
  /** Reads back what is left and compares it with what the witness holds. */
  finishPowerCutTest: call(noArguments, returns<null>()),
  /** Removes the files of the test; false when something else keeps its folder. */
  discardPowerCutTest: call(noArguments, returns<boolean>()),
  /** Answered only to the hidden report window. */
  reportDocument: call(noArguments, returns<ReportPageDocument>()),
  /** The report window has drawn its page and is ready to be printed. */
  reportDrawn: call(noArguments, returns<null>()),
  /** The report window cannot draw its page, and why. */
  reportFailed: call(z.tuple([z.string().max(1000)]), returns<null>()),
} as const satisfies Readonly<Record<CallName, unknown>>;

function event<P>(): Returns<P> {
  return {};
}

/** Events from main to the window. */
export const ipcEvents = {
  volumesChanged: event<Volume[]>(),
  /** About five times a second while an inspection runs; the latest one wins. */
  inspectionProgress: event<LiveState>(),
  /** The report is ready; `partial` and `error` are in it. */
  inspectionFinished: event<Report>(),
  /**
   * After that: the report is among the earlier inspections, or (`kept` is false) could not be put
   * there and is lost when the program ends.
   */
  inspectionKept: event<{ runId: string; kept: boolean }>(),
  /** At most five times a second; the latest one wins. */
  powerCutGuideChanged: event<PowerCutGuide | null>(),
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
    /** Returns the function that ends the subscription. */
    readonly [N in EventName]: (listener: (payload: EventPayload<N>) => void) => () => void;
  };
};
