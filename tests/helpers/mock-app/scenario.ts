import { type DriveError, driveError } from "#contract/drive-error";
import type { HistoryEntry, UnreadableEntry } from "#contract/history";
import type { CallName } from "#contract/ipc-names";
import type { CallValue } from "#contract/ipc-schema";
import type { LiveState } from "#contract/live-state";
import type { Report } from "#contract/report";
import type { Language } from "#text/language";

type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: DriveError };

type Results = {
  /** One answer for every call, or several in turn; `throws` makes the call itself fail. */
  readonly [N in CallName]?: Answer<CallValue<N>> | readonly Answer<CallValue<N>>[] | "throws";
};

/** The behaviour of the mock's main process. Everything left out has a harmless value. */
export interface Scenario {
  readonly page: "index" | "report";
  readonly language: Language;
  readonly results: Results;
  readonly history: readonly HistoryEntry[];
  /** Entries of the history's folder that cannot be read as reports. */
  readonly unreadable: readonly UnreadableEntry[];
  readonly reports: Readonly<Record<string, Report>>;
  /** The live states of a run, one after the other; the last one stays until the run is ended. */
  readonly frames: readonly LiveState[];
  readonly frameMs: number;
  /** Whether the finished report can be stored in the history. */
  readonly saves: boolean;
  /** Id of the run whose live states are in `frames`. */
  readonly runId: string;
  /** Whether the window opens in the middle of the run. */
  readonly startsRunning: boolean;
  readonly theme: "light" | "dark";
  readonly width: number;
  readonly height: number;
  readonly zoom: number;
}

export const answered = <T>(value: T): Answer<T> => ({ ok: true, value });
/** The successful answer of a call that returns no value. */
export const done = answered(undefined);
export const refused = (error: DriveError): Answer<never> => ({ ok: false, error });

/** An error of a call: the main process's own sentence, and the system's error that caused it. */
export const busyDrive = driveError("internal", "The drive is busy.", {
  syscall: "fsync",
  osCode: 5,
  offset: 4096,
});
