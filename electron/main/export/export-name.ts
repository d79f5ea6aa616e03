import type { ExportKind } from "#contract/ipc-schema";
import type { Report } from "#contract/report";
import { dialogs } from "#text/window";

/** File systems limit a name to 255 bytes, and a character can take four. */
const longestDrive = 48;

export function exportName({ volume, finishedAt }: Report, kind: ExportKind): string {
  // The model name is untrusted; only its letters and digits go into a file name.
  const drive = wordsOf(volume.drive.model ?? "") || wordsOf(dialogs.drive());
  return `DriveProof ${drive} ${finishedAt.slice(0, 10)}.${kind}`;
}

function wordsOf(text: string): string {
  const words = [...text].slice(0, longestDrive).join("");
  return words.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
}
