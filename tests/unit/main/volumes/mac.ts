import type { SystemAccess } from "../../../../electron/main/volumes/system-access";
import { VolumeService } from "../../../../electron/main/volumes/volume-service";
import { fixture, type MachineOptions, machineOf } from "../../../fixtures/volumes/machine";

export const dataVolume = "/System/Volumes/Data";
export const usbVolume = "/Volumes/Urlaub (Fotos) on tour";

export interface MacOptions extends MachineOptions {
  /** First part of the names of the two fixture files of the machine. */
  readonly machine?: string;
  readonly mountTable?: string;
  readonly df?: string;
  /** Output of system_profiler; by default system_profiler does not answer. */
  readonly profile?: string;
  /** Output of ioreg; by default ioreg does not answer. */
  readonly usb?: string;
  readonly access?: SystemAccess["access"];
  readonly stat?: SystemAccess["stat"];
  /** Device paths of disks for which diskutil reports an error. */
  readonly unknownDisks?: readonly string[];
}

/** The volume service on an imaginary Mac. */
export async function mac(options: MacOptions = {}) {
  const { machine: name = "macos" } = options;
  const mountTable = options.mountTable ?? (await fixture(`${name}-mount.txt`));
  const infos = JSON.parse(await fixture(`${name}-diskutil.json`)) as Record<string, unknown>;
  const ran: string[] = [];
  const run: SystemAccess["run"] = async (file, args, { input }) => {
    ran.push([file, ...args].join(" "));
    switch (file) {
      case "test":
        return "";
      case "/sbin/mount":
        return mountTable;
      case "/bin/df":
        return `Filesystem 1024-blocks Used Available Capacity  Mounted on\n/dev/disk3s5 994662584 1 2 1%    ${options.df ?? dataVolume}\n`;
      case "/usr/sbin/system_profiler":
        return options.profile ?? Promise.reject(new Error("no answer"));
      case "/usr/sbin/ioreg":
        return options.usb ?? Promise.reject(new Error("no answer"));
      case "/usr/sbin/diskutil": {
        const info = infos[args[2] ?? ""];
        if (info === undefined || options.unknownDisks?.includes(args[2] ?? "")) {
          throw new Error(`Could not find disk: ${args[2]}`);
        }
        return `plist:${JSON.stringify(info)}`;
      }
      case "/usr/bin/plutil":
        return (input ?? "").replace(/^plist:/, "");
      default:
        throw new Error(`unexpected program ${file}`);
    }
  };
  const machine = machineOf(
    `/Users/ann/\n${dataVolume}/\n/Volumes/photos/\n${usbVolume}/\n/Volumes/Installer/`,
    {
      home: "/Users/ann",
      refused: { [dataVolume]: "EACCES" },
      devices: { "/Users/ann": "1:17", [dataVolume]: "1:17" },
      ...options,
      run,
    },
  );
  const calls: string[] = [];
  const noted =
    <A extends readonly unknown[], R>(name: string, call: (...args: A) => R) =>
    (...args: A): R => {
      calls.push(`${name} ${args[0]}`);
      return call(...args);
    };
  const system: SystemAccess = {
    ...machine,
    platform: "darwin",
    readFile: noted("readFile", machine.readFile),
    readdir: noted("readdir", machine.readdir),
    realpath: noted("realpath", machine.realpath),
    stat: noted("stat", options.stat ?? machine.stat),
    access: noted("access", options.access ?? machine.access),
    statfs: machine.statfs && noted("statfs", machine.statfs),
  };
  return { ran, calls, service: new VolumeService(system, 50) };
}
