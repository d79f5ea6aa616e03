import { z } from "zod";
import type { PowerCutTest } from "./power-cut-result";
import type { Report } from "./report";
import type { VolumeFacts } from "./volume";

/** Earlier inspections, as the process that reads them passes them on. */

export interface HistoryEntry {
  readonly runId: string;
  readonly kind: "inspection" | "plug-test";
  readonly finishedAt: string;
  readonly volumeName: string;
  readonly model: string | null;
  readonly serial: string | null;
  readonly totalBytes: number | null;
  readonly headline: string;
  readonly grade: Report["verdict"]["grade"];
  readonly partial: boolean;
}

/** Why one of our files cannot be read. */
export type FileProblem =
  | "folder"
  | "link"
  /** A pipe, a socket or a device. */
  | "special"
  | "foreign-owner"
  | "too-large"
  | "empty"
  /** A file, but not what DriveProof writes, or not the whole of it. */
  | "damaged"
  | "newer-version"
  /** A whole report, but under a name that is not its own. */
  | "other-name"
  | "no-permission"
  /** The system reported an error; `systemCode` says which. */
  | "read-error";

export interface UnreadableEntry {
  readonly name: string;
  readonly path: string;
  readonly problem: FileProblem;
  /** The system's name of its error, e.g. `EIO`; `null` when the system reported none. */
  readonly systemCode: string | null;
  /** A file of this user under a name that DriveProof gives: only such files are ever deleted. */
  readonly removable: boolean;
}

/** Why the history cannot be read or kept as a whole. */
export interface FolderProblem {
  readonly path: string;
  readonly problem: "not-a-folder" | "no-permission" | "read-only" | "full" | "no-answer" | "other";
  readonly systemCode: string | null;
}

/** What the system's error means for a folder that DriveProof makes itself. */
export function folderProblem(path: string, systemCode: string | null): FolderProblem {
  return { path, problem: problems.get(systemCode ?? "") ?? "other", systemCode };
}

const problems: ReadonlyMap<string, FolderProblem["problem"]> = new Map([
  ["ENOTDIR", "not-a-folder"],
  ["EEXIST", "not-a-folder"],
  ["ELOOP", "not-a-folder"],
  ["ENOENT", "not-a-folder"], // a link that leads nowhere
  ["EACCES", "no-permission"],
  ["EPERM", "no-permission"],
  ["EROFS", "read-only"],
  ["ENOSPC", "full"],
  ["EDQUOT", "full"],
]);

/** A file of the data folder that could not be read when the program started. */
export interface SetAside {
  readonly what: "plug-test" | "unfinished-inspections";
  readonly path: string;
  /** Its new path; `null` when it could not be moved, so that nothing new can be kept there. */
  readonly keptAs: string | null;
  readonly problem: FileProblem;
  readonly systemCode: string | null;
}

/** What the person must know of DriveProof's own files and folders. */
export interface DataState {
  /** Why a report cannot be kept at the moment; `null` when it can. */
  readonly keepingProblem: FolderProblem | null;
  readonly setAside: readonly SetAside[];
  /** Something lies where Electron keeps its lock, so a second window would not be noticed. */
  readonly unlocked: string | null;
  /** The folder of a plug test that was removed in this sitting, where something else keeps it. */
  readonly powerCutFolderLeft: string | null;
}

export interface HistoryListing {
  /** Newest first. */
  readonly entries: readonly HistoryEntry[];
  readonly unreadable: readonly UnreadableEntry[];
  /** `null`: every entry was looked at. */
  readonly problem: FolderProblem | null;
}

/** One entry of the folder. */
export type FoundEntry =
  | {
      readonly kind: "report";
      readonly entry: HistoryEntry;
      /** The drive of a plug test and its own test; `null` for an inspection. */
      readonly powerCut: {
        readonly volume: VolumeFacts;
        readonly tests: readonly PowerCutTest[];
      } | null;
    }
  | { readonly kind: "unreadable"; readonly entry: UnreadableEntry };

const runIdPattern = "[0-9a-f-]{8,64}";

export const runIdSchema = z
  .string()
  .max(64)
  .regex(new RegExp(`^${runIdPattern}$`));

/** The name of a report in the history folder. */
export const reportFileName = (runId: string): string => `${runId}.json`;

/** Whether DriveProof gives such a name to a report. */
export const isReportFileName = (name: string): boolean =>
  new RegExp(`^${runIdPattern}\\.json$`).test(name);

const question = z.number().int().nonnegative();

export const historyRequestSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("list"), question, folder: z.string() }),
  z.strictObject({ type: z.literal("look"), question, folder: z.string(), name: z.string() }),
  z.strictObject({ type: z.literal("open"), question, folder: z.string(), name: z.string() }),
]);
export type HistoryRequest = z.infer<typeof historyRequestSchema>;

/** Answers to one question each; of `list` one `found` for every entry, then `listed`. */
export type HistoryEvent =
  | { readonly type: "found"; readonly question: number; readonly found: FoundEntry | null }
  | {
      readonly type: "listed";
      readonly question: number;
      readonly problem: FolderProblem | null;
    }
  | { readonly type: "opened"; readonly question: number; readonly report: Report | null };
