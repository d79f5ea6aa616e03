import type { ExportKind } from "#contract/ipc-schema";
import type { Report } from "#contract/report";
import { dialogs } from "#text/window";

/**
 * Longest drive name, in characters: file systems limit a file's name to 255 bytes, and a character
 * can take four bytes.
 */
const longestDrive = 48;

export function exportName({ volume, finishedAt }: Report, kind: ExportKind): string {
  // A drive may report any characters, and some are not allowed in file names.
  const drive = wordsOf(volume.drive.model ?? "") || wordsOf(dialogs.drive());
  return `DriveProof ${drive} ${finishedAt.slice(0, 10)}.${kind}`;
}

function wordsOf(text: string): string {
  const words = [...text].slice(0, longestDrive).join("");
  return words.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
}
