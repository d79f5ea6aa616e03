import path from "node:path";
import { maybeSameVolume } from "../../analysis/power-cut/same-drive";
import type { GuideRecord } from "../../contract/power-cut-guide";
import { powerCutFolderName } from "../../contract/power-cut-plan";
import type { Volume } from "../../contract/volume";
import { foreignness } from "../files/foreign-folder";
import { isFolder } from "../files/places";
import { storeIn } from "./files";

/**
 * The folder of a test after the power cut, `null` when its drive is not there. A drive may come
 * back under another path. Where the drive is the one and the folder is gone, its old path is
 * returned: that is a finding. But another drive in its place must not be taken for a loss.
 */
export async function findPowerCutFolder(
  { volume, state }: GuideRecord,
  mounted: readonly Volume[],
  describeFolder: (directory: string) => Promise<Volume>,
): Promise<string | null> {
  const { folder, testId } = state.plan;
  const elsewhere = mounted.flatMap(({ directory, mountPoint }) => [
    path.join(directory, powerCutFolderName),
    path.join(mountPoint, powerCutFolderName),
  ]);
  for (const candidate of new Set([folder, ...elsewhere])) {
    if ((await foreignness(candidate)) !== null) {
      continue;
    }
    const kept = await storeIn(candidate).read();
    if (kept?.plan.testId === testId) {
      return candidate;
    }
  }
  // The state beside the files may be what the drive has lost.
  const isHere =
    (await isFolder(volume.directory)) &&
    maybeSameVolume(await describeFolder(volume.directory), volume);
  return isHere ? folder : null;
}
