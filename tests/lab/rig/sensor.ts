import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { diskOf } from "../../helpers/native-volumes";

/**
 * What starts a program that sees the files in `folder` as the temperature sensor of the disk under
 * the temporary folder, on which simulated drives stand. Nobody else sees it, and nothing is left.
 */
export function throughSensor(folder: string): string[] {
  const disk = diskOf(tmpdir());
  if (disk === null) {
    throw new Error("the disk below the drive is not known");
  }
  const script = resolve(__dirname, "with-sensor.sh");
  return ["unshare", "--mount", "sh", script, `/sys/block/${disk}/device`, folder];
}
