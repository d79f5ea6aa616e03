import type { HostAccess } from "../../electron/main/inspection/host-facts";
import type { WindowsComputer } from "../../electron/main/inspection/windows-computer";
import { machineOf } from "../fixtures/volumes/machine";

/**
 * A Linux computer with these files, in the format of machineOf(), and these other properties
 * changed.
 */
export function hostWith(tree: string, changes: Partial<HostAccess> = {}): HostAccess {
  const { readFile, readdir, run } = machineOf(tree);
  return {
    platform: "linux",
    arch: "x64",
    osRelease: "6.8.0-45-generic",
    osVersion: "#45-Ubuntu SMP",
    readFile,
    readdir,
    run,
    cpus: () => [],
    ownCpuMs: () => 0,
    onBattery: async () => null,
    windows: () => Promise.reject(new Error("not asked on this system")),
    wait: async () => undefined,
    ...changes,
  };
}

/** An ordinary laptop as Windows describes it, with these properties changed. */
export function windowsLaptop(changes: Partial<WindowsComputer> = {}): WindowsComputer {
  return {
    maker: "Dell Inc.",
    product: "XPS 13",
    version: "",
    firmware: "DELL 2.1",
    ...changes,
  };
}
