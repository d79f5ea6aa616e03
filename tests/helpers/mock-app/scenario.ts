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
  /** One answer for every time, or several in turn; `throws` breaks the call itself. */
  readonly [N in CallName]?: Answer<CallValue<N>> | readonly Answer<CallValue<N>>[] | "throws";
};

/** What the mock's main process does. Everything left out has a harmless value. */
export interface Scenario {
  readonly page: "index" | "report";
  readonly language: Language;
  readonly results: Results;
  readonly history: readonly HistoryEntry[];
  /** What lies among the reports and is none. */
  readonly unreadable: readonly UnreadableEntry[];
  readonly reports: Readonly<Record<string, Report>>;
  /** The live pictures of a run, one after the other; the last one stays until the run is ended. */
  readonly frames: readonly LiveState[];
  readonly frameMs: number;
  /** The finished report can be kept among the earlier inspections. */
  readonly saves: boolean;
  /** The run the frames belong to. */
  readonly runId: string;
  /** The window opens in the middle of the run. */
  readonly startsRunning: boolean;
  readonly theme: "light" | "dark";
  readonly width: number;
  readonly height: number;
  readonly zoom: number;
}

export const answered = <T>(value: T): Answer<T> => ({ ok: true, value });
/** What a call without a value answers. */
export const done = answered(undefined);
export const refused = (error: DriveError): Answer<never> => ({ ok: false, error });

/** What a call is refused with in words of main's own, and the system's answer beside them. */
export const busyDrive = driveError("internal", "The drive is busy.", {
  syscall: "fsync",
  osCode: 5,
  offset: 4096,
});
