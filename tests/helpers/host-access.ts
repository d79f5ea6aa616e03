import type { HostAccess } from "../../electron/main/inspection/host-facts";
import { machineOf } from "../fixtures/volumes/machine";

/** A Linux computer with these files (see machineOf), changed as told. */
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
    battery: () => Promise.reject(new Error("not asked on this system")),
    system: () => Promise.reject(new Error("not asked on this system")),
    wait: async () => undefined,
    ...changes,
  };
}
