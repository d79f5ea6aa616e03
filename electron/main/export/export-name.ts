import type { ExportKind } from "#contract/ipc-schema";
import type { Report } from "#contract/report";
import { dialogs } from "#text/window";

/** File systems take 255 bytes of a name, and a letter can have four. */
const longestDrive = 48;

/** The name that is offered for a file: whose drive, and of which day. */
export function exportName({ volume, finishedAt }: Report, kind: ExportKind): string {
  // A model comes from outside; in a name it has letters and digits only.
  const drive = wordsOf(volume.drive.model ?? "") || wordsOf(dialogs.drive());
  return `DriveProof ${drive} ${finishedAt.slice(0, 10)}.${kind}`;
}

function wordsOf(text: string): string {
  const words = [...text].slice(0, longestDrive).join("");
  return words.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
}
