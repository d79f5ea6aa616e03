import type { DriveErrorCode } from "#contract/drive-error";
import type { UnjudgedReport } from "./facts";

/** What to do so that the next inspection does not end early. */
export type Remedy = "room" | "elsewhere" | "rescue" | "repair" | "again";

const wantRoom: ReadonlySet<DriveErrorCode> = new Set(["no-space", "volume-full"]);

/** Errors of the folder or its volume: inspecting the folder again ends with the same error. */
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
    // Files are rescued first: systems make a volume read-only after a drive error.
    return "rescue";
  }
  if (says("error.damaged-file-system")) {
    // Repair comes first, because another inspection's writes may damage the file system further.
    return "repair";
  }
  return wantRoom.has(error.code) ? "room" : refusals.has(error.code) ? "elsewhere" : "again";
}
