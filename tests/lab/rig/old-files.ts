import { randomFillSync } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { oldFileMark } from "./simulated-drive";
import { run } from "./workshop";

const blockBytes = 4096;
const mebibyte = 2 ** 20;

/** What the owner of a drive had on it: a film, and photos of 1 MiB. */
export async function writeOldFiles(folder: string, mebibytes: number): Promise<void> {
  const film = Math.ceil(mebibytes / 2);
  writeFileSync(join(folder, "film"), contentOf(film));
  const photos = join(folder, "photos");
  mkdirSync(photos);
  for (let number = 1; number <= mebibytes - film; number += 1) {
    writeFileSync(join(photos, `${number}`), contentOf(1));
  }
  await run("sync", "--file-system", folder);
}

function contentOf(mebibytes: number): Buffer {
  const content = randomFillSync(Buffer.alloc(mebibytes * mebibyte));
  for (let offset = 0; offset < content.length; offset += blockBytes) {
    oldFileMark.copy(content, offset);
  }
  return content;
}
