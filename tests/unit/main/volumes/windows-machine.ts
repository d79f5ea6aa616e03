import type { SystemAccess } from "../../../../electron/main/volumes/system-access";
import { TimeLimit } from "../../../../electron/main/volumes/time-limit";
import { WindowsVolumes } from "../../../../electron/main/volumes/windows";
import { storageScript } from "../../../../electron/main/volumes/windows-output";
import { fixture, type MachineOptions, machineOf } from "../../../fixtures/volumes/machine";

export const systemRoot = "C:\\Windows";
export const oneNetworkDrive = '{"DeviceID":"Z:","VolumeName":"photos","FileSystem":"NTFS"}';

/** The search for volumes on an imaginary computer with Windows. */
export async function windows(
  options: MachineOptions & {
    machine?: string;
    storage?: () => Promise<string>;
    network?: () => Promise<string>;
  } = {},
) {
  const json = await fixture(options.machine ?? "windows-storage.json");
  const ran: string[] = [];
  const run: SystemAccess["run"] = async (file, args) => {
    ran.push(file);
    if (file !== "C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe") {
      throw new Error(`unexpected program ${file}`);
    }
    return args.at(-1) === storageScript
      ? (options.storage ?? (async () => `\uFEFF${json}\r\n`))()
      : (options.network ?? (async () => oneNetworkDrive))();
  };
  const machine = machineOf("", { home: "C:\\Users\\ann", ...options, run });
  const volumes = new WindowsVolumes(
    { ...machine, platform: "win32", systemRoot },
    new TimeLimit(50),
  );
  return { ran, volumes };
}
