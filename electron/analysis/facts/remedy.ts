import type { DriveErrorCode } from "#contract/drive-error";
import type { UnjudgedReport } from "./facts";

/** What lets an inspection that could not go on come to its end. */
export type Remedy = "room" | "elsewhere" | "rescue" | "repair" | "again";

const wantRoom: ReadonlySet<DriveErrorCode> = new Set(["no-space", "volume-full"]);

/** Refusals of this folder or drive, which another inspection of it would meet again. */
const refusals: ReadonlySet<DriveErrorCode> = new Set([
  ...(["path-missing", "not-a-directory", "no-permission", "read-only"] as const),
  ...(["space-unknown", "network-mount", "not-testable", "quota-reached"] as const),
]);

export function remedyOf({ error }: Pick<UnjudgedReport, "error">): Remedy {
  if (error === null) {
    return "again";
  }
  const says = (wanted: string) => error.statements?.some(({ code }) => code === wanted);
  if (says("error.became-read-only")) {
    // Systems do that after an error of the drive, after which the next one may take the files.
    return "rescue";
  }
  if (says("error.damaged-file-system")) {
    // What another inspection writes to it may damage it further.
    return "repair";
  }
  return wantRoom.has(error.code) ? "room" : refusals.has(error.code) ? "elsewhere" : "again";
}
