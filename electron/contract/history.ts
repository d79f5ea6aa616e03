import { z } from "zod";
import type { PowerCutTest } from "./power-cut/test";
import type { Report } from "./report";
import type { Statement } from "./statement";
import type { Mark } from "./verdict";
import type { VolumeFacts } from "./volume";

export interface HistoryEntry {
  readonly runId: string;
  readonly kind: "inspection" | "plug-test";
  readonly finishedAt: string;
  readonly volumeName: string;
  readonly model: string | null;
  readonly serial: string | null;
  /** Capacity of the whole drive. */
  readonly capacityBytes: number | null;
  readonly totalBytes: number | null;
  /** The symbol beside the verdict's headline. */
  readonly mark: Mark;
  readonly word: Statement;
  readonly sentence: Statement;
  readonly partial: boolean;
}

export type FileProblem =
  | "folder"
  | "link"
  /** A pipe, a socket or a device. */
  | "special"
  | "foreign-owner"
  | "too-large"
  | "empty"
  /** The file was not written by DriveProof, or it is incomplete. */
  | "damaged"
  | "newer-version"
  /** The file is a complete report, but under another name than the report's id requires. */
  | "other-name"
  | "no-permission"
  /** The system reported an error; `systemCode` says which. */
  | "read-error";

export interface UnreadableEntry {
  readonly name: string;
  readonly path: string;
  readonly problem: FileProblem;
  /** The system's error name, such as `EIO`; `null` if it reported none. */
  readonly systemCode: string | null;
  /**
   * Whether DriveProof may delete the file: this user's, with a name that only DriveProof gives.
   */
  readonly removable: boolean;
}

/** Why the history folder cannot be read or written as a whole. */
export interface FolderProblem {
  readonly path: string;
  readonly problem:
    | "not-a-folder"
    | "no-permission"
    /** Windows protects the folder from unknown programs. */
    | "controlled-folder"
    | "read-only"
    | "full"
    | "no-answer"
    | "other";
  readonly systemCode: string | null;
}

/** A file of the data folder that could not be read when the program started. */
export interface SetAside {
  readonly what: "plug-test" | "unfinished-inspections";
  readonly path: string;
  /** Where the file was moved; `null` if it could not be moved, so that no new file can be made. */
  readonly keptAs: string | null;
  readonly problem: FileProblem;
  readonly systemCode: string | null;
}

/** Problems with DriveProof's own files and folders that the person must see. */
export interface DataState {
  /** Why reports cannot be stored at the moment; `null` if they can. */
  readonly keepingProblem: FolderProblem | null;
  readonly setAside: readonly SetAside[];
  /**
   * The path of a foreign file where Electron's lock should be, so that a second running DriveProof
   * goes unnoticed; `null` if there is none.
   */
  readonly unlocked: string | null;
  /**
   * The folder of a plug test removed in this session that stays because it contains other files.
   */
  readonly powerCutFolderLeft: string | null;
}

export interface HistoryListing {
  /** The readable reports of the history folder, newest first. */
  readonly entries: readonly HistoryEntry[];
  readonly unreadable: readonly UnreadableEntry[];
  /** Why the folder was not read to its end; `null` if every entry was read. */
  readonly problem: FolderProblem | null;
}

export type FoundEntry =
  | {
      readonly kind: "report";
      readonly entry: HistoryEntry;
      /**
       * The tested drive and its tests, from the report of a plug test; `null` for an inspection.
       */
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

export const reportFileName = (runId: string): string => `${runId}.json`;

export const isReportFileName = (name: string): boolean =>
  new RegExp(`^${runIdPattern}\\.json$`).test(name);

/**
 * The name of an entry in the history folder, not a path: `.`, `..`, both path separators and NUL
 * are refused on every system.
 */
export const entryNameSchema = z
  .string()
  .min(1)
  .max(255)
  .refine((name) => !/[/\\\0]/.test(name) && name !== "." && name !== "..");

const question = z.number().int().nonnegative();

export const historyRequestSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("list"), question, folder: z.string() }),
  z.strictObject({ type: z.literal("look"), question, folder: z.string(), name: entryNameSchema }),
  z.strictObject({ type: z.literal("open"), question, folder: z.string(), name: entryNameSchema }),
]);
export type HistoryRequest = z.infer<typeof historyRequestSchema>;

/** A `list` request gets one `found` for every entry and then `listed`. */
export type HistoryEvent =
  | { readonly type: "found"; readonly question: number; readonly found: FoundEntry | null }
  | {
      readonly type: "listed";
      readonly question: number;
      readonly problem: FolderProblem | null;
    }
  | { readonly type: "opened"; readonly question: number; readonly report: Report | null };
