import type {
  FileSystemSpace,
  SystemAccess,
} from "../../../../electron/main/volumes/system-access";
import { TimeLimit } from "../../../../electron/main/volumes/time-limit";
import {
  type AskVolumes,
  type DeviceChanges,
  WindowsVolumes,
} from "../../../../electron/main/volumes/windows";
import { storageScript } from "../../../../electron/main/volumes/windows-output";
import { fixture, type MachineOptions, machineOf } from "../../../fixtures/volumes/machine";

export const systemRoot = "C:\\Windows";
export const oneNetworkDrive = '{"DeviceID":"Z:","VolumeName":"photos","FileSystem":"NTFS"}';

interface Letter {
  /** `null`: its driver has no place in Windows' list of mounts. */
  readonly leadsTo?: string | null;
  readonly space: FileSystemSpace | "never";
}

/** Letters that are not named lead nowhere. */
function answering(letters: Readonly<Record<string, Letter>>): Partial<SystemAccess> {
  const noSuchThing = Object.assign(new Error("ENOENT"), { code: "ENOENT" });
  return {
    statfs: async (path) => {
      const space = letters[path]?.space;
      return space === "never"
        ? new Promise(() => undefined)
        : (space ?? Promise.reject(noSuchThing));
    },
    realpath: async (path) => {
      const leadsTo = letters[path]?.leadsTo;
      return leadsTo === null ? Promise.reject(noSuchThing) : (leadsTo ?? path);
    },
  };
}

/** The search for volumes on an imaginary computer with Windows. */
export async function windows(
  options: MachineOptions & {
    machine?: string;
    storage?: () => Promise<string>;
    network?: () => Promise<string>;
    /** What letters answer: the root each leads to, and its space, where PowerShell does not tell. */
    letters?: Readonly<Record<string, Letter>>;
    deviceChanges?: DeviceChanges;
    ask?: AskVolumes;
  } = {},
) {
  const json = await fixture(options.machine ?? "windows-storage.json");
  const ran: string[] = [];
  const left: (string | undefined)[] = [];
  const run: SystemAccess["run"] = async (file, args, { withoutVariable }) => {
    ran.push(file);
    left.push(withoutVariable);
    if (file !== "C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe") {
      throw new Error(`unexpected program ${file}`);
    }
    return args.at(-1) === storageScript
      ? (options.storage ?? (async () => `\uFEFF${json}\r\n`))()
      : (options.network ?? (async () => oneNetworkDrive))();
  };
  const machine = machineOf("", { home: "C:\\Users\\ann", ...options, run });
  const { letters, deviceChanges } = options;
  const volumes = new WindowsVolumes(
    { ...machine, platform: "win32", systemRoot, ...(letters && answering(letters)) },
    new TimeLimit(50),
    deviceChanges,
    options.ask,
  );
  return { ran, left, volumes };
}
